/** Makes a row or a drop of a publisher's article. The result depends only on the article and on earlier records of the log. */
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { keep, type Outcome } from '../../outcome.ts';
import { dropBlocked } from './drop-blocked.ts';
import type { RefineContext } from '../context.ts';
import { dropDuplicate, isBackfilled } from '../dedup/dedup.ts';
import { draftOf, type Draft } from './draft.ts';
import { dropOf } from './drop-record.ts';
import { putAnswer } from '../enrich/apply-answer.ts';
import { putEntities } from './entities.ts';
import { dropUnserved } from './drop-unserved.ts';
import { dropWithdrawn } from '../normalise/withdrawal-notice.ts';
import { dropForeign } from './language.ts';
import { refineEdit } from './refine-edit.ts';
import { normaliseArticle } from '../normalise/normalise.ts';
import { rowOf } from './row-record.ts';
import { putScore } from './score.ts';
import { putSentiment } from '../sentiment/sentiment.ts';
import { throughSteps, type Step } from '../step.ts';
import { putStory } from '../story/story.ts';
import { putTickers } from '../tickers/tickers.ts';
import { withdrawalByNotice } from './withdraw-by-notice.ts';

// prettier-ignore
export const articleSteps: readonly Step<Draft, RefineContext>[] = [
  { name: 'normalise',  drops: ['empty_title'],                        run: normaliseArticle },
  { name: 'withdrawal', drops: ['withdrawn'],                          run: dropWithdrawn },
  { name: 'language',   drops: ['non_latin_script', 'not_english'],    run: dropForeign },
  { name: 'blocklist',  drops: ['blocked_publisher'],                  run: dropBlocked },
  { name: 'dedup',      drops: ['near_duplicate'],                     run: dropDuplicate },
  { name: 'tickers',                                                   run: putTickers },
  { name: 'score',                                                     run: putScore },
  { name: 'sentiment',                                                 run: putSentiment },
  { name: 'answer',                                                    run: putAnswer },
  { name: 'gate',       drops: ['no_verified_ticker', 'below_floor'],  run: dropUnserved },
  { name: 'entities',                                                  run: putEntities },
  { name: 'story',                                                     run: placeInStory },
];

function placeInStory(draft: Draft, context: RefineContext): Outcome<Draft> {
  return isBackfilled(draft) ? keep(draft) : putStory(draft, context);
}

/** Returns the record of an article. For a known article it is a revision by its edit, or null when nothing changes. */
export function refineArticle(raw: RawArticle, context: RefineContext): FeedRecord | null {
  const uid = context.claimUid(raw.identity);
  if (uid === null) return refineEdit(raw, context);
  const { draft, drop } = throughSteps(articleSteps, draftOf(raw, uid), context);
  if (drop === null) return rowOf(draft, context.refinedAt);
  return (drop.reason === 'withdrawn' ? withdrawalByNotice(draft, context) : null) ?? dropOf(draft, drop, context.refinedAt);
}
