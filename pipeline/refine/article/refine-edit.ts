/**
 * Corrects or withdraws rows. An edited article is read again: its row is corrected, and keeps uid, place, story and times. It is withdrawn
 * where the article now says so or names no listed company any more. A notice at another address withdraws the row whose headline it
 * states. A row that left the window of recent articles does not change. Pure.
 */
import type { FeedRevision } from '#schemas/feed-log.ts';
import { editedIdentity, publisherIdentityOf, uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import type { RefineContext } from '../context.ts';
import { compareTexts, quotesHeadline } from '../dedup/compare-texts.ts';
import { intsOf, servedOf } from '../dedup/fingerprint.ts';
import { putAnswer } from '../enrich/apply-answer.ts';
import { recordHead } from '../log-record.ts';
import { normaliseArticle } from '../normalise/normalise.ts';
import { rareTermsOf, textKeys, tickerKeys } from '../recent/keys.ts';
import type { RecentArticle } from '../recent/recent-article.ts';
import { putSentiment } from '../sentiment/sentiment.ts';
import { throughSteps, type Ends, type Step } from '../step.ts';
import { wordsOf, type Words } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';
import { putTickers, subjectsIn } from '../tickers/tickers.ts';
import { draftOf, type Draft } from './draft.ts';
import { dropBlocked } from './drop-blocked.ts';
import { putEntities } from './entities.ts';
import { dropForeign } from './language.ts';
import { dropUnnamed } from './drop-unserved.ts';
import { editOf } from './row-record.ts';
import { putScore } from './score.ts';

/**
 * The steps of an article without those that compare it with other articles: an edited article keeps its row and its story, also with
 * another score.
 */
// prettier-ignore
export const editSteps: readonly Step<Draft, RefineContext>[] = [
  { name: 'language',   drops: ['non_latin_script', 'not_english'],    run: dropForeign },
  { name: 'blocklist',  drops: ['blocked_publisher'],                  run: dropBlocked },
  { name: 'tickers',                                                   run: putTickers },
  { name: 'score',                                                     run: putScore },
  { name: 'sentiment',                                                 run: putSentiment },
  { name: 'answer',                                                    run: putAnswer },
  { name: 'gate',       drops: ['no_verified_ticker'],                 run: dropUnnamed },
  { name: 'entities',                                                  run: putEntities },
];

/**
 * Returns the correction or withdrawal of the row of a known article; null where nothing that is served changes. Another feed may list a
 * notice under the address of its article, as an entry that is new to that feed: that is not an edit.
 */
export function refineEdit(raw: RawArticle, context: RefineContext): FeedRevision | null {
  const normalised = normaliseArticle(draftOf(raw, uidOf(raw.identity)));
  if (!normalised.kept) return null;
  const { takenBack, sourceDomain } = normalised.value;
  if (raw.is_edit !== true && takenBack === null) return null;
  context.recent.advanceTo(context.refinedAt);
  const row = context.recent.find(normalised.value.uid);
  if (row === null || row.isAggregatorEntry || sourceDomain !== row.sourceDomain) return null;
  const isWithdrawn = context.recent.isWithdrawn(row.uid);
  if (takenBack === null && !isWithdrawn && isSame(normalised.value, row)) return null;
  const identity = editedIdentity({ ...raw, is_edit: true });
  const uid = context.uidFor(identity);
  if (uid === null) return null;
  const withdrawn = (why: string): FeedRevision | null => (isWithdrawn ? null : withdrawalOf(raw, row, { uid, identity }, context.refinedAt, why));
  if (takenBack !== null) return withdrawn(withdrewIt(raw));
  const draft = { ...normalised.value, storyId: row.storyId, timePublished: new Date(row.publishedAtMs).toISOString() };
  const ends: Ends<Draft, RefineContext, FeedRevision | null> = {
    kept: (read, { refinedAt }) => editOf(read, { uid, identity }, new Date(row.createdAtMs).toISOString(), refinedAt),
    // Without a listed company the row would not be in the feed. An edit into another language, or by a blocked publisher, is ignored.
    dropped: (_, { reason }) =>
      reason === 'no_verified_ticker'
        ? withdrawn(`its publisher edited it, and it names no listed company any more: ${raw.title.slice(0, 300)}`)
        : null,
  };
  return throughSteps(editSteps, draft, context, ends);
}

/**
 * Returns the withdrawal that a notice at an address of its own makes; null where its publisher has no row with its headline. A wire
 * carries many companies' `Reports Third Quarter 2026 Results`, so the notice must name a company of the row. A notice that names only the
 * company withdraws that company's row of the day if it has just one.
 */
export function withdrawnBy(notice: Draft, { recent, refinedAt, directory }: RefineContext): FeedRevision | null {
  const { raw, uid, takenBack, lead, leadWords, sourceDomain, timePublished } = notice;
  if (takenBack === null || publisherIdentityOf(raw.identity) !== null) return null;
  const titleWords = wordsOf(takenBack);
  const { mentions } = subjectsIn({ titleWords, leadWords }, directory);
  const tickers = mentions.map(({ entry }) => entry.symbol);
  const [headline, text] = [servedOf(takenBack, '').fingerprint, servedOf(lead, '').fingerprint];
  const { words, fingerprint } = servedOf(takenBack, lead);
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

const withdrewIt = ({ title }: RawArticle): string => `its publisher withdrew it: ${title.slice(0, 300)}`;

/** Whether headline and summary say the same as the row's, apart from letter case and punctuation. */
function isSame({ title, summary }: Draft, row: RecentArticle): boolean {
  const { fingerprint } = servedOf(title, summary);
  return Buffer.from(intsOf(fingerprint).slice().buffer).equals(Buffer.from(intsOf(row.fingerprint).slice().buffer));
}

const withdrawalOf = (
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
