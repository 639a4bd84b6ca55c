/**
 * Corrects or withdraws the row of an edited article. The article is read again: its row keeps uid, place, story and times. It is withdrawn
 * where the article now says so or names no listed company any more. A withdrawn row, or one that left the window of recent articles, does
 * not change: a withdrawal lasts, whatever the publisher does to the article. Pure.
 */
import type { FeedRevision } from '#schemas/feed-log.ts';
import { editedIdentity, uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import type { RefineContext } from '../context.ts';
import { intsOf, wordsAndFingerprint } from '../dedup/fingerprint.ts';
import { putAnswer } from '../enrich/apply-answer.ts';
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
import { withdrawalOf, withdrewIt } from './withdraw-by-notice.ts';

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
  const { withdrawnHeadline, sourceDomain } = normalised.value;
  if (raw.is_edit !== true && withdrawnHeadline === null) return null;
  context.recent.advanceTo(context.refinedAt);
  const row = context.recent.find(normalised.value.uid);
  if (row === null || row.isAggregatorEntry || sourceDomain !== row.sourceDomain || context.recent.isWithdrawn(row.uid)) return null;
  if (withdrawnHeadline === null && isSame(normalised.value, row)) return null;
  const identity = editedIdentity({ ...raw, is_edit: true });
  const uid = context.claimUid(identity);
  if (uid === null) return null;
  const withdrawn = (why: string): FeedRevision => withdrawalOf(raw, row, { uid, identity }, context.refinedAt, why);
  if (withdrawnHeadline !== null) return withdrawn(withdrewIt(raw));
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

/** Whether headline and summary say the same as the row's, apart from letter case and punctuation. */
function isSame({ title, summary }: Draft, row: RecentArticle): boolean {
  const { fingerprint } = wordsAndFingerprint(title, summary);
  return Buffer.from(intsOf(fingerprint).slice().buffer).equals(Buffer.from(intsOf(row.fingerprint).slice().buffer));
}
