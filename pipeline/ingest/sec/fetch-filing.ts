/** One listed filing to the message that RAW gets for it, or to why it should be asked for again. */
import { filingIdentity } from '#schemas/identity.ts';
import type { RawForm4, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import type { FetchResult, PoliteFetch } from '../stage.ts';
import { filingFolder, filingIndexUrl, readForm4, type Listing } from './form4.ts';
import type { PendingFiling } from './progress.ts';
import { refusalPage } from './refusal.ts';
import { noDocument, troubleOf, troubleOfPage, type Trouble } from './trouble.ts';

export type FilingOutcome =
  | { readonly outcome: 'read'; readonly message: RawForm4 | RawRefusal }
  /** `reason` is what a refusal says if this was the last try. */
  | { readonly outcome: 'retry'; readonly reason: RefusalReason; readonly trouble: Trouble };

export interface FilingFetchOptions {
  readonly fetch: PoliteFetch;
  readonly baseUrl: string;
}

/** A submission carries its exhibits, PDF among them, as text; the ownership document alone is far smaller. */
const submissionBytesMax = 20_000_000;
const documentBytesMax = 5_000_000;
const listingBytesMax = 1_000_000;
const timeoutMs = 30_000;
const candidatesMax = 3;

const retry = (trouble: Trouble, why = '', reason: RefusalReason = 'unavailable'): FilingOutcome => ({
  outcome: 'retry',
  reason,
  trouble: why === '' ? trouble : { ...trouble, detail: `${why}; ${trouble.detail}` },
});

const reasonOf = (answer: FetchResult): RefusalReason => (answer.outcome === 'refused' ? answer.reason : 'unavailable');

export const refusalOf = (filing: PendingFiling, reason: RefusalReason, detail: string, fetchedAt: string): RawRefusal => ({
  kind: 'refusal',
  identity: filingIdentity(filing.accession),
  source: 'sec_form4',
  seen_at: filing.seenAt,
  fetched_at: fetchedAt,
  url: filingIndexUrl(filing.cik, filing.accession),
  reason,
  detail: detail.slice(0, 1_000),
});

function readDocument(body: Buffer, filing: PendingFiling, fetchedAt: string): FilingOutcome {
  const listing: Listing = { ...filing, fetchedAt };
  const result = readForm4(body, listing);
  if (result.ok) return { outcome: 'read', message: result.form4 };
  if (!result.isTransient) return { outcome: 'read', message: refusalOf(filing, result.reason, result.detail, fetchedAt) };
  const isPage = refusalPage(body) !== null;
  return retry(isPage ? troubleOfPage(result.detail) : noDocument(result.detail), '', isPage ? 'unavailable' : result.reason);
}

/** Names of the XML documents in a folder listing (`index.json`), the likeliest ownership document first. */
export function ownershipCandidates(body: Buffer): readonly string[] {
  let listing: unknown;
  try {
    listing = JSON.parse(body.toString('utf8'));
  } catch {
    return [];
  }
  const items = (listing as { directory?: { item?: unknown } } | null)?.directory?.item;
  const names = (Array.isArray(items) ? items : []).map((item: { name?: unknown } | null) => item?.name);
  const documents = names.filter(
    (name): name is string => typeof name === 'string' && /^[\w.-]+\.xml$/i.test(name) && !/^(?:R\d+|FilingSummary)\.xml$|_htm\.xml$/i.test(name),
  );
  const isLikely = (name: string): boolean => /form4|doc4|ownership|edgardoc|primary/i.test(name);
  return [...documents.filter(isLikely), ...documents.filter((name) => !isLikely(name))].slice(0, candidatesMax);
}

/** The submission text; where it is missing or too large, the ownership document out of the filing's folder. */
export function createFilingFetch({ fetch, baseUrl }: FilingFetchOptions): (filing: PendingFiling) => Promise<FilingOutcome> {
  async function fromFolder(filing: PendingFiling, folderUrl: string, why: string): Promise<FilingOutcome> {
    const listing = await fetch({ url: `${folderUrl}/index.json`, bodyBytesMax: listingBytesMax, timeoutMs });
    if (listing.outcome !== 'ok') return retry(troubleOf(listing), why);
    let last = retry(noDocument('no ownership document in the folder'), why);
    for (const name of ownershipCandidates(listing.body)) {
      const document = await fetch({ url: `${folderUrl}/${name}`, bodyBytesMax: documentBytesMax, timeoutMs });
      if (document.outcome !== 'ok') last = retry(troubleOf(document), `${why}; ${name}`, reasonOf(document));
      else if (document.body.includes('<ownershipDocument')) return readDocument(document.body, filing, document.fetchedAt);
    }
    return last;
  }

  return async (filing) => {
    const folderUrl = `${baseUrl}/Archives/${filingFolder(filing.cik, filing.accession)}`;
    const submission = await fetch({ url: `${folderUrl}/${filing.accession}.txt`, bodyBytesMax: submissionBytesMax, timeoutMs });
    if (submission.outcome === 'ok') return readDocument(submission.body, filing, submission.fetchedAt);
    const isMissing = submission.outcome === 'failed' && submission.status === 404;
    const isTooLarge = submission.outcome === 'refused' && submission.reason === 'too_large';
    if (isMissing || isTooLarge) return fromFolder(filing, folderUrl, submission.detail);
    return retry(troubleOf(submission), '', reasonOf(submission));
  };
}
