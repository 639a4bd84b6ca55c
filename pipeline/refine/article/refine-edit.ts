/**
 * Decides on an article that its publisher edited: its row is read again and corrected, or withdrawn where the headline says so or names
 * no listed company any more. The row
 * keeps uid, place, story and times. Edits of articles that left the window of recent articles change nothing. Pure.
 */
import type { FeedRevision } from '#schemas/feed-log.ts';
import { editedIdentity, uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import type { RefineContext } from '../context.ts';
import { intsOf, servedOf } from '../dedup/fingerprint.ts';
import { putAnswer, unlessAnswered } from '../enrich/apply-answer.ts';
import { recordHead } from '../log-record.ts';
import { normaliseArticle } from '../normalise/normalise.ts';
import type { RecentArticle } from '../recent/recent-article.ts';
import { putSentiment } from '../sentiment/sentiment.ts';
import { throughSteps, type Ends, type Step } from '../step.ts';
import { putTickers } from '../tickers/tickers.ts';
import { draftOf, type Draft } from './draft.ts';
import { dropBlocked } from './drop-blocked.ts';
import { putEntities } from './entities.ts';
import { dropForeign } from './language.ts';
import { dropUnnamed } from './drop-unserved.ts';
import { editOf } from './row-record.ts';
import { putScore } from './score.ts';

/** The steps of an article without those that compare it with other articles: an edited article stays where it is, whatever it scores. */
// prettier-ignore
export const editSteps: readonly Step<Draft, RefineContext>[] = [
  { name: 'language',   drops: ['non_latin_script', 'not_english'],    run: dropForeign },
  { name: 'blocklist',  drops: ['blocked_publisher'],                  run: dropBlocked },
  { name: 'tickers',                                                   run: putTickers },
  { name: 'answer',                                                    run: putAnswer },
  { name: 'score',                                                     run: unlessAnswered(putScore) },
  { name: 'gate',       drops: ['no_verified_ticker'],                 run: dropUnnamed },
  { name: 'sentiment',                                                 run: unlessAnswered(putSentiment) },
  { name: 'entities',                                                  run: putEntities },
];

/** A headline by which a publisher takes an article back: `WITHDRAWN: ...`, `(RETRACTED) - ...`. */
const withdrawal = /^\W*(?:official\W+)?(?:story\s+)?(?:withdrawn|retracted|retraction|killed)\s*[-\u2013\u2014:|)\]]/i;

/** Returns the correction or withdrawal of the article's row; null where nothing that is served changes. */
export function refineEdit(raw: RawArticle, context: RefineContext): FeedRevision | null {
  context.recent.advanceTo(context.refinedAt);
  const row = context.recent.find(uidOf(raw.identity));
  if (row === null || row.isAggregatorEntry) return null;
  const isWithdrawn = context.recent.isWithdrawn(row.uid);
  const normalised = normaliseArticle(draftOf(raw, row.uid));
  if (!normalised.kept || normalised.value.sourceDomain !== row.sourceDomain || (isSame(normalised.value, row) && !isWithdrawn)) return null;
  const identity = editedIdentity(raw);
  const uid = context.uidFor(identity);
  if (uid === null) return null;
  const withdrawn = (why: string): FeedRevision | null =>
    isWithdrawn ? null : withdrawalOf(raw, row, { uid, identity }, context.refinedAt, `${why}: ${raw.title.slice(0, 300)}`);
  if (withdrawal.test(raw.title)) return withdrawn('its publisher withdrew it');
  const draft = { ...normalised.value, storyId: row.storyId, timePublished: new Date(row.publishedAtMs).toISOString() };
  const ends: Ends<Draft, RefineContext, FeedRevision | null> = {
    kept: (read, { refinedAt }) => editOf(read, { uid, identity }, new Date(row.createdAtMs).toISOString(), refinedAt),
    // Without a listed company the row would not be in the feed. An edit into another language, or by a blocked publisher, is ignored.
    dropped: (_, { reason }) =>
      reason === 'no_verified_ticker' ? withdrawn('its publisher edited it, and it names no listed company any more') : null,
  };
  return throughSteps(editSteps, draft, context, ends);
}

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
