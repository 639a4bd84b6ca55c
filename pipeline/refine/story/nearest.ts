/**
 * Selects the open story of an article. Measures of shared terms propose stories, and the reader judges each by its first headline. Larger
 * stories are preferred, so that two stories of one event merge over time.
 */
import { preparedArticle, measuresOf, type Measures, type Placing } from './measures.ts';
import type { OpenStory } from './open-stories.ts';
import { chanceOfOneEvent } from '../reader/reader.ts';
import { storyTuning, storyWeights, type StoryWeights } from './weights.ts';

type Judge = (story: OpenStory, title: string) => number;

/** Returns the probability that an article reports the event of the story's first article, 0-1. */
const byReader: Judge = ({ articles }, title) => chanceOfOneEvent(articles[0]!.features.title, title);

/** Returns the id of the story to which the article belongs, or null when it belongs to none. Throws an UnreadError when the reader must judge first. */
export function nearestStory(
  placing: Placing,
  candidates: Iterable<OpenStory>,
  { weights = storyWeights, judge = byReader }: { readonly weights?: StoryWeights; readonly judge?: Judge } = {},
): string | null {
  const { title, tickers } = placing.features;
  const prepared = preparedArticle(placing);
  const threshold = tickers.length > 0 ? storyTuning.companyThreshold : storyTuning.threshold;
  const proposed: { readonly story: OpenStory; readonly odds: number; readonly preference: number }[] = [];
  for (const story of candidates) {
    const measures = measuresOf(story, prepared);
    if (measures === null) continue;
    const odds = oddsOf(measures, weights) - threshold;
    if (odds >= -storyTuning.judgedBelow) proposed.push({ story, odds, preference: odds + storyTuning.preferKnown * measures.logArticles });
  }
  const joined = proposed
    .sort((a, b) => b.preference - a.preference)
    .slice(0, storyTuning.judgedMax)
    .find(({ story, odds }) => judge(story, title) >= (odds < 0 ? storyTuning.sureChance : storyTuning.leastChance));
  return joined?.story.storyId ?? null;
}

const names = Object.keys(storyWeights.measures) as (keyof Measures)[];

export const oddsOf = (measures: Measures, { constant, measures: weights }: StoryWeights): number =>
  names.reduce((odds, name) => odds + weights[name] * measures[name], constant);
