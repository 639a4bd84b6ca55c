/** Withdraws the row whose headline, or whose only company, a notice at a new address names. */
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
 * Returns the withdrawal for a notice, or null when it means no row of its publisher. The row must name a company of the notice,
 * because a wire carries `Reports Third Quarter 2026 Results` of many companies. A notice that is only a company's name withdraws its row of the
 * day when there is exactly one.
 */
export function withdrawalByNotice(notice: Draft, { recent, refinedAt, directory }: RefineContext): FeedRevision | null {
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
  // With `ALIKE_MAX` articles there may be further ones of that day.
  const row = named ?? (ofDay.length === 1 && ofCompany.length < ALIKE_MAX ? ofDay[0] : undefined);
  return row === undefined ? null : withdrawalOf(raw, row, { uid, identity: raw.identity }, refinedAt, withdrawalReason(raw));
}

/** Returns whether the notice is a company's name with at most a legal form. */
const isNameAlone = ({ lower }: Words, [first]: readonly Mention[]): boolean =>
  first?.place === 'title' && lower.length - (first.to - first.from) <= 1;

const DAY_MS = 24 * 3_600_000;

const ALIKE_MAX = 12;

export const withdrawalReason = ({ title }: RawArticle): string => `its publisher withdrew it: ${title.slice(0, 300)}`;

/** Returns the record that withdraws a row. `edit` identifies this record. */
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
