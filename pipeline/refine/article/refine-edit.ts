/**
 * Corrects or withdraws the row of an edited article. A corrected row keeps uid, place, story and times. The row is withdrawn when the article
 * says so or names no listed company any more. A row that is withdrawn, or left the window of recent articles, never changes again.
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
import { throughSteps, type Step } from '../step.ts';
import { putTickers } from '../tickers/tickers.ts';
import { draftOf, type Draft } from './draft.ts';
import { dropBlocked } from './drop-blocked.ts';
import { putEntities } from './entities.ts';
import { dropForeign } from './language.ts';
import { dropUnnamed } from './drop-unserved.ts';
import { editOf } from './row-record.ts';
import { putScore } from './score.ts';
import { withdrawalOf, withdrawalReason } from './withdraw-by-notice.ts';

/** Steps of an article without those that compare it with others or with the floor: the row keeps its story and stays served. */
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
 * Returns the correction or withdrawal of the row of a known article, or null when nothing served changes. A first entry of another feed under
 * the same address is no edit, except a withdrawal notice.
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
  if (withdrawnHeadline !== null) return withdrawn(withdrawalReason(raw));
  const begun = { ...normalised.value, storyId: row.storyId, timePublished: new Date(row.publishedAtMs).toISOString() };
  const { draft, drop } = throughSteps(editSteps, begun, context);
  if (drop === null) return editOf(draft, { uid, identity }, new Date(row.createdAtMs).toISOString(), context.refinedAt);
  // An edit that names no listed company withdraws the row. An edit into another language, or by a blocked publisher, is ignored.
  if (drop.reason !== 'no_verified_ticker') return null;
  return withdrawn(`its publisher edited it, and it names no listed company any more: ${raw.title.slice(0, 300)}`);
}

/** Returns whether headline and summary equal the row's, apart from letter case and punctuation. */
function isSame({ title, summary }: Draft, row: RecentArticle): boolean {
  const { fingerprint } = wordsAndFingerprint(title, summary);
  return Buffer.from(intsOf(fingerprint).slice().buffer).equals(Buffer.from(intsOf(row.fingerprint).slice().buffer));
}
