/**
 * Runs a publisher's article through the steps below, which depend on the article and the log before it alone. The record is
 * a served row or a counted drop. Pure: equal input makes equal bytes.
 */
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { keep, type Outcome } from '../../outcome.ts';
import { dropBlocked } from './drop-blocked.ts';
import type { RefineContext } from '../context.ts';
import { dropNearDuplicate } from '../dedup/dedup.ts';
import { draftOf, type Draft } from './draft.ts';
import { dropOf } from './drop-record.ts';
import { putAnswer, unlessAnswered } from '../enrich/apply-answer.ts';
import { putEntities } from './entities.ts';
import { dropUnserved } from './drop-unserved.ts';
import { dropForeign } from './language.ts';
import { dropKnownEntry } from '../dedup/drop-known-entry.ts';
import { refineEdit } from './refine-edit.ts';
import { normaliseArticle } from '../normalise/normalise.ts';
import { rowOf } from './row-record.ts';
import { putScore } from './score.ts';
import { putSentiment } from '../sentiment/sentiment.ts';
import { throughSteps, type Ends, type Step } from '../step.ts';
import { putStory } from '../story/story.ts';
import { putTickers } from '../tickers/tickers.ts';

// prettier-ignore
export const articleSteps: readonly Step<Draft, RefineContext>[] = [
  { name: 'normalise',  drops: ['empty_title'],                        run: normaliseArticle },
  { name: 'language',   drops: ['non_latin_script', 'not_english'],    run: dropForeign },
  { name: 'blocklist',  drops: ['blocked_publisher'],                  run: dropBlocked },
  { name: 'dedup',      drops: ['near_duplicate'],                     run: dropDuplicate },
  { name: 'tickers',                                                   run: putTickers },
  // Applies a configured model's answer, which replaces score and sentiment.
  { name: 'answer',                                                    run: putAnswer },
  { name: 'score',                                                     run: unlessAnswered(putScore) },
  { name: 'gate',       drops: ['no_verified_ticker', 'below_floor'],  run: dropUnserved },
  { name: 'sentiment',                                                 run: unlessAnswered(putSentiment) },
  { name: 'entities',                                                  run: putEntities },
  { name: 'story',                                                     run: placeInStory },
];

const ends: Ends<Draft, RefineContext, FeedRecord> = {
  kept: (draft, { refinedAt }) => rowOf(draft, refinedAt),
  dropped: (draft, drop, { refinedAt }) => dropOf(draft, drop, refinedAt),
};

/** Whether the article is historical. It is compared with nothing: the articles in the window are not those of its time. */
const isPast = ({ raw }: Draft): boolean => raw.is_history === true;

function placeInStory(draft: Draft, context: RefineContext): Outcome<Draft> {
  return isPast(draft) ? keep(draft) : putStory(draft, context);
}

function dropDuplicate(draft: Draft, context: RefineContext): Outcome<Draft> {
  if (isPast(draft)) return keep(draft);
  const outcome = dropKnownEntry(draft, context);
  return outcome.kept ? dropNearDuplicate(outcome.value, context) : outcome;
}

/** Returns the article's record, or null when the log already holds one. */
export function refineArticle(raw: RawArticle, context: RefineContext): FeedRecord | null {
  const uid = context.uidFor(raw.identity);
  if (uid === null) return raw.is_edit === true ? refineEdit(raw, context) : null;
  return throughSteps(articleSteps, draftOf(raw, uid), context, ends);
}
