/**
 * The decision about a publisher's article, as a table of steps in order: an article and what the log held
 * before it in, one record out, served row or counted drop. Pure: the same in, the same bytes out.
 */
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { RawArticle } from '#schemas/raw.ts';
import type { Outcome } from '../outcome.ts';
import { dropBlocked } from './blocklist.ts';
import { putCategory } from './category.ts';
import type { RefineContext } from './context.ts';
import { dropNearDuplicate } from './dedup.ts';
import { draftOf, type Draft } from './draft.ts';
import { dropOf } from './drop.ts';
import { putAnswer, unlessAnswered } from './enrich/apply-answer.ts';
import { putEntities } from './entities.ts';
import { dropUnserved } from './gate.ts';
import { dropForeign } from './language.ts';
import { dropKnownListing } from './listing.ts';
import { normaliseArticle } from './normalise.ts';
import { putRelevance } from './relevance.ts';
import { rowOf } from './row.ts';
import { putSentiment } from './sentiment.ts';
import { putStory } from './story.ts';
import { putTickers } from './tickers.ts';

export interface Step {
  readonly name: string;
  readonly run: (draft: Draft, context: RefineContext) => Outcome<Draft>;
}

// prettier-ignore
export const articleSteps: readonly Step[] = [
  { name: 'normalise',      run: normaliseArticle },  // drops empty_title
  { name: 'language',       run: dropForeign },       // drops non_latin_script, not_english
  { name: 'blocklist',      run: dropBlocked },       // drops blocked_publisher
  { name: 'dedup',          run: dropRepeated },      // drops near_duplicate
  { name: 'tickers',        run: putTickers },
  { name: 'answer',         run: putAnswer },         // a configured model's, in the place of category, relevance and sentiment
  { name: 'category',       run: unlessAnswered(putCategory) },
  { name: 'relevance',      run: unlessAnswered(putRelevance) },
  { name: 'gate',           run: dropUnserved },      // drops no_verified_ticker, below_floor
  { name: 'sentiment',      run: unlessAnswered(putSentiment) },
  { name: 'entities',       run: putEntities },
  { name: 'story',          run: putStory },
];

function dropRepeated(draft: Draft, context: RefineContext): Outcome<Draft> {
  const outcome = dropKnownListing(draft, context);
  return outcome.kept ? dropNearDuplicate(outcome.value, context) : outcome;
}

/** Null when the log holds the article already. */
export function refineArticle(raw: RawArticle, context: RefineContext): FeedRecord | null {
  const uid = context.uidFor(raw.identity);
  if (uid === null) return null;
  let draft = draftOf(raw, uid);
  for (const { run } of articleSteps) {
    const outcome = run(draft, context);
    if (!outcome.kept) return dropOf(draft, outcome, context.refinedAt);
    draft = outcome.value;
  }
  return rowOf(draft, context.refinedAt);
}
