/**
 * The stories that recent articles have opened: of each the sum of its newest articles' terms, its tickers
 * and how many articles it has. Adding and removing are exact inverses, so the sums follow from the articles
 * alone, in whatever order they came and went.
 */
import { termAt, weightAt, type StoryFeatures } from './features.ts';

export interface OpenStory {
  readonly storyId: string;
  readonly articles: readonly StoryArticle[];
  /** Null for a story of one article: its sums are that article's. */
  readonly weights: ReadonlyMap<number, number> | null;
  readonly tickers: readonly string[];
  readonly categories: readonly string[];
}

export interface StoryArticle {
  readonly number: number;
  readonly atMs: number;
  readonly features: StoryFeatures;
}

export interface OpenStories {
  readonly add: (storyId: string, article: StoryArticle) => void;
  /** Takes an article out that left the window; they leave in the order they came. */
  readonly remove: (storyId: string, number: number) => void;
  readonly get: (storyId: string) => OpenStory | undefined;
}

/** A story is known by its newest articles: bounds what comparing with it costs. */
const ARTICLES_KEPT = 60;

interface MutableStory {
  readonly storyId: string;
  readonly articles: StoryArticle[];
  weights: Map<number, number> | null;
  tickers: readonly string[];
  categories: readonly string[];
}

export function createOpenStories(): OpenStories {
  const stories = new Map<string, MutableStory>();
  const forget = (story: MutableStory): void => {
    const oldest = story.articles.shift();
    if (oldest !== undefined && story.weights !== null) weigh(story.weights, oldest.features, -1);
    if (story.articles.length === 0) stories.delete(story.storyId);
    else describe(story);
  };
  return {
    add: (storyId, article) => {
      const story = stories.get(storyId);
      if (story === undefined) {
        // Most stories stay at one article: they share that article's lists.
        const { tickers, category } = article.features;
        stories.set(storyId, { storyId, articles: [article], weights: null, tickers, categories: oneCategory(category ?? 'other') });
        return;
      }
      story.articles.push(article);
      if (story.articles.length > 1) {
        const newcomers = story.weights === null ? story.articles : [article];
        story.weights ??= new Map();
        for (const { features } of newcomers) weigh(story.weights, features, 1);
      }
      if (story.articles.length > ARTICLES_KEPT) forget(story);
      else describe(story);
    },
    remove: (storyId, number) => {
      const story = stories.get(storyId);
      if (story?.articles[0]?.number === number) forget(story);
    },
    get: (storyId) => stories.get(storyId),
  };
}

const listsOfOne = new Map<string, readonly string[]>();
function oneCategory(category: string): readonly string[] {
  let list = listsOfOne.get(category);
  if (list === undefined) {
    list = [category];
    listsOfOne.set(category, list);
  }
  return list;
}

function describe(story: MutableStory): void {
  story.tickers = [...new Set(story.articles.flatMap(({ features }) => features.tickers))];
  story.categories = [...new Set(story.articles.map(({ features }) => features.category ?? 'other'))];
  if (story.articles.length === 1) story.weights = null;
}

function weigh(weights: Map<number, number>, features: StoryFeatures, sign: 1 | -1): void {
  for (let at = 0; at < features.size; at += 1) {
    const term = termAt(features, at);
    const sum = (weights.get(term) ?? 0) + sign * weightAt(features, at);
    if (sum === 0) weights.delete(term);
    else weights.set(term, sum);
  }
}
