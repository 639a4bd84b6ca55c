/**
 * Picks the open story that an article belongs to, or null. Among the stories over the threshold larger ones are preferred,
 * so that two stories which were opened for one event merge over time.
 */
import { preparedArticle, measuresOf, type Measures, type Placing } from './measures.ts';
import type { OpenStory } from './open-stories.ts';
import { storyTuning, storyWeights, type StoryWeights } from './weights.ts';

export interface NearestStory {
  readonly storyId: string;
  /** Logarithm of the odds that the article belongs to it. */
  readonly odds: number;
}

export function nearestStory(placing: Placing, candidates: Iterable<OpenStory>, weights: StoryWeights = storyWeights): NearestStory | null {
  const prepared = preparedArticle(placing);
  const threshold = placing.features.tickers.length > 0 ? storyTuning.companyThreshold : storyTuning.threshold;
  let nearest: NearestStory | null = null;
  let most = -Infinity;
  for (const story of candidates) {
    const measures = measuresOf(story, prepared);
    if (measures === null) continue;
    const odds = oddsOf(measures, weights);
    const preference = odds + storyTuning.preferKnown * measures.logArticles;
    if (odds < threshold || preference <= most) continue;
    nearest = { storyId: story.storyId, odds };
    most = preference;
  }
  return nearest;
}

/** Sums the measures by name: a loop over names takes three times as long. */
export function oddsOf(of: Measures, { constant, measures: by }: StoryWeights): number {
  return (
    constant +
    by.cosine * of.cosine +
    by.coverage * of.coverage +
    by.core * of.core +
    by.rarest * of.rarest +
    by.coreNames * of.coreNames +
    by.storyCovered * of.storyCovered +
    by.likelihood * of.likelihood +
    by.logArticles * of.logArticles +
    by.namesCovered * of.namesCovered +
    by.otherNames * of.otherNames +
    by.sameTicker * of.sameTicker +
    by.burst * of.burst +
    by.otherTicker * of.otherTicker +
    by.oneSidedTicker * of.oneSidedTicker +
    by.sameEvent * of.sameEvent +
    by.sameReport * of.sameReport +
    by.otherNumber * of.otherNumber +
    by.otherRater * of.otherRater +
    by.oneSidedRater * of.oneSidedRater +
    by.otherCategory * of.otherCategory +
    by.otherDate * of.otherDate +
    by.otherDirection * of.otherDirection +
    by.otherIssue * of.otherIssue +
    by.logHours * of.logHours +
    by.silence * of.silence
  );
}
