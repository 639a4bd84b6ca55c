/**
 * An article's features and open stories in, the story that it belongs to out, or null. Of the stories that
 * explain it well enough the best known takes it: parts of one event that were taken for two grow together.
 */
import { askedOf, measuresOf, type Measures, type Placing } from './measures.ts';
import type { OpenStory } from './open-stories.ts';
import { storyTuning, storyWeights, type StoryWeights } from './weights.ts';

export interface NearestStory {
  readonly storyId: string;
  /** Logarithm of the odds that the article belongs to it. */
  readonly odds: number;
}

export function nearestStory(placing: Placing, candidates: Iterable<OpenStory>, weights: StoryWeights = storyWeights): NearestStory | null {
  const asked = askedOf(placing);
  const threshold = placing.features.tickers.length > 0 ? storyTuning.companyThreshold : storyTuning.threshold;
  let nearest: NearestStory | null = null;
  let most = -Infinity;
  for (const story of candidates) {
    const measures = measuresOf(story, asked);
    if (measures === null) continue;
    const odds = oddsOf(measures, weights);
    const preference = odds + storyTuning.preferKnown * measures.logArticles;
    if (odds < threshold || preference <= most) continue;
    nearest = { storyId: story.storyId, odds };
    most = preference;
  }
  return nearest;
}

const measureNames = Object.keys(storyWeights.measures) as (keyof Measures)[];

export function oddsOf(measures: Measures, { constant, measures: weights }: StoryWeights): number {
  let odds = constant;
  for (const name of measureNames) odds += weights[name] * measures[name];
  return odds;
}
