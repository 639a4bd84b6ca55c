/** Withdraws rows: a notice at a new address withdraws the row with the headline, or of the only company, that it states. Pure. */
import type { FeedRevision } from '#schemas/feed-log.ts';
import { publisherIdentityOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import type { RefineContext } from '../context.ts';
import { compareTexts, quotesHeadline } from '../dedup/compare-texts.ts';
import { wordsAndFingerprint } from '../dedup/fingerprint.ts';
import { recordHead } from '../log-record.ts';
import { rareTermsOf, textKeys, tickerKeys } from '../recent/keys.ts';
import type { RecentArticle } from '../recent/recent-article.ts';
import { wordsOf, type Words } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';
import { subjectsIn } from '../tickers/tickers.ts';
import type { Draft } from './draft.ts';

/**
 * Returns the withdrawal for a notice at a new address; null where its publisher has no row with that headline. A wire carries many
 * companies' `Reports Third Quarter 2026 Results`, so the notice must name a company of the row. A notice that names only the company
 * withdraws that company's row of the day if it has just one.
 */
export function withdrawnBy(notice: Draft, { recent, refinedAt, directory }: RefineContext): FeedRevision | null {
  const { raw, uid, withdrawnHeadline, lead, leadWords, sourceDomain, timePublished } = notice;
  if (withdrawnHeadline === null || publisherIdentityOf(raw.identity) !== null) return null;
  const titleWords = wordsOf(withdrawnHeadline);
  const { mentions } = subjectsIn({ titleWords, leadWords }, directory);
  const tickers = mentions.map(({ entry }) => entry.symbol);
  const [headline, text] = [wordsAndFingerprint(withdrawnHeadline, '').fingerprint, wordsAndFingerprint(lead, '').fingerprint];
  const { words, fingerprint } = wordsAndFingerprint(withdrawnHeadline, lead);
  recent.advanceTo(refinedAt);
  const publishedAtMs = Date.parse(timePublished);
  const isOwn = (one: RecentArticle): boolean => one.sourceDomain === sourceDomain && !one.isAggregatorEntry;
  const rows = recent
    .sharing([...textKeys(fingerprint, rareTermsOf(words)), ...tickerKeys(tickers)], publishedAtMs, ALIKE_MAX)
    .filter((one) => isOwn(one) && (one.features.tickers.length === 0 || one.features.tickers.some((ticker) => tickers.includes(ticker))));
  const named = rows.find((one) => compareTexts(headline, one.fingerprint) !== null || quotesHeadline(text, one.fingerprint));
  const ofCompany = isNameAlone(titleWords, mentions) ? recent.sharing(tickerKeys(tickers.slice(0, 1)), publishedAtMs, ALIKE_MAX) : [];
  const ofDay = ofCompany.filter((one) => isOwn(one) && publishedAtMs - one.publishedAtMs < DAY_MS && one.publishedAtMs <= publishedAtMs);
  // A company with more articles than are looked up may have others of that day.
  const row = named ?? (ofDay.length === 1 && ofCompany.length < ALIKE_MAX ? ofDay[0] : undefined);
  return row === undefined ? null : withdrawalOf(raw, row, { uid, identity: raw.identity }, refinedAt, withdrewIt(raw));
}

/** Whether a notice states a company's name, with at most a legal form. */
const isNameAlone = ({ lower }: Words, [first]: readonly Mention[]): boolean =>
  first?.place === 'title' && lower.length - (first.to - first.from) <= 1;

const DAY_MS = 24 * 3_600_000;

/** Articles that a notice is compared with. */
const ALIKE_MAX = 12;

/** Returns the reason that a withdrawal states. */
export const withdrewIt = ({ title }: RawArticle): string => `its publisher withdrew it: ${title.slice(0, 300)}`;

/** Returns the record that withdraws a row; `edit`: identity and uid of the record itself. */
export const withdrawalOf = (
  raw: RawArticle,
  row: RecentArticle,
  edit: { uid: string; identity: string },
  refinedAt: string,
  why: string,
): FeedRevision => ({
  type: 'revision',
  ...recordHead(raw, { ...edit, refinedAt }, raw.published_at),
  revises: row.uid,
  item: null,
  key_entities: [],
  withdrawn: why,
});
