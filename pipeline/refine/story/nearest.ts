/** Selects the open story of an article. Larger stories are preferred, so that two stories of one event merge over time. */
import { preparedArticle, measuresOf, type Measures, type Placing } from './measures.ts';
import type { OpenStory } from './open-stories.ts';
import { storyTuning, storyWeights, type StoryWeights } from './weights.ts';

interface NearestStory {
  readonly storyId: string;
  /** Logarithm of the odds that the article belongs to the story. */
  readonly odds: number;
}

/** Returns the story to which the article most probably belongs, or null when none reaches the threshold. */
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

const names = Object.keys(storyWeights.measures) as (keyof Measures)[];

export const oddsOf = (measures: Measures, { constant, measures: weights }: StoryWeights): number =>
  names.reduce((odds, name) => odds + weights[name] * measures[name], constant);
