/** Builds the records of Form 4s and other filings from the parts of log-record.ts. */
import { easternDate, easternInstant } from '#schemas/edgar-calendar.ts';
import type { FeedDrop } from '#schemas/feed-log.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { RawDisclosure, RawFiling, RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { SourceType } from '#schemas/vocabulary.ts';
import type { Drop } from '../outcome.ts';
import { companyName } from './form4/names.ts';
import { dropRecord, recordHead, storedItem, type ItemParts, type DecidedIdentity, type RecordHead } from './log-record.ts';
import { tickersSentiment } from './sentiment/outlook.ts';

type Filed = RawForm4 | RawFiling | RawDisclosure;

export const headOf = <Kind extends Filed['kind']>(raw: Filed & { readonly kind: Kind }, decided: DecidedIdentity): RecordHead<Kind> =>
  recordHead<Kind>(raw, decided, raw.accepted_at);

/** Returns the instant at which EDGAR accepted the filing, else the start of its filing day, else the instant of its fetch. */
export const publishedAt = (raw: Filed): string =>
  raw.accepted_at ?? (raw.filed_on === null ? raw.fetched_at : easternInstant(`${raw.filed_on}T00:00:00`));

/** Returns the Eastern day of acceptance, else EDGAR's filing date (later for filings after hours or at the weekend), or null without both. */
export const acceptedOn = ({ accepted_at, filed_on }: Pick<Filed, 'accepted_at' | 'filed_on'>): string | null =>
  accepted_at === null ? filed_on : easternDate(accepted_at);

/** Returns the drop record of a filing. Its title is the form and `filers`. */
export const filedDrop = (
  raw: Filed,
  decided: DecidedIdentity,
  dropped: Drop,
  { filers, sourceType }: { readonly filers: string; readonly sourceType: SourceType },
): FeedDrop =>
  dropRecord(raw, decided, dropped, {
    publishedAt: raw.accepted_at,
    url: raw.url,
    title: `Form ${raw.form}: ${filers}`.slice(0, 500),
    sourceType,
    sourceDomain: 'sec.gov',
  });

export const entitiesMax = 10;

export interface FiledItem extends Omit<ItemParts, 'original' | 'tickers' | 'marketEffects'> {
  readonly uid: string;
  readonly url: string;
  readonly text: { readonly title: string; readonly summary: string };
  readonly source: string;
  readonly sourceType: SourceType;
  readonly ownershipForm: StoredItem['original']['ownership_form'];
  readonly times: { readonly publishedAt: string; readonly createdAt: string; readonly updatedAt: string };
  readonly topics: StoredItem['original']['topics'];
}

/** Returns the served item of a filing. Its main ticker is the first of `analyses`. */
export const filedItem = ({ uid, url, text, times, topics, source, sourceType, ownershipForm, ...parts }: FiledItem): StoredItem =>
  storedItem({
    ...parts,
    marketEffects: [],
    original: {
      uid,
      title: text.title,
      summary: text.summary,
      time_published: times.publishedAt,
      source,
      source_domain: 'sec.gov',
      url,
      authors: [],
      created_at: times.createdAt,
      updated_at: times.updatedAt,
      source_type: sourceType,
      ownership_form: ownershipForm,
      banner_image: null,
      topics,
      tickers_sentiment: tickersSentiment(parts.analyses, () => '1.0'),
    },
    tickers: parts.analyses.map(({ ticker }) => ticker),
  });

/** Returns the name of the issuer: the filed one, or the directory's when it is missing or written better there. */
export const issuerName = (filed: string, entry: Pick<SymbolEntry, 'name'>): string =>
  companyName(filed === '' || isWrittenBetter(filed, entry) ? entry.name : filed);

/** Returns whether only the directory writes the name in lower case, so that its spelling is better. */
export const isWrittenBetter = (filed: string, { name }: Pick<SymbolEntry, 'name'>): boolean => !/[a-z]/.test(filed) && /[a-z]/.test(name);
