/**
 * The stories that recent articles have opened: of each the sum of its newest articles' terms, its tickers
 * and how many articles it has. Adding and removing are exact inverses, so the sums follow from the articles
 * alone, in whatever order they came and went.
 */
import type { StoryFeatures } from './features.ts';

export interface OpenStory {
  readonly storyId: string;
  readonly weights: ReadonlyMap<number, number>;
  readonly articlesByTicker: ReadonlyMap<string, number>;
  readonly articlesByCategory: ReadonlyMap<string, number>;
  readonly articles: readonly StoryArticle[];
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

interface MutableStory extends OpenStory {
  readonly weights: Map<number, number>;
  readonly articlesByTicker: Map<string, number>;
  readonly articlesByCategory: Map<string, number>;
  readonly articles: StoryArticle[];
}

export function createOpenStories(): OpenStories {
  const stories = new Map<string, MutableStory>();
  const forget = (story: MutableStory): void => {
    const oldest = story.articles.shift();
    if (oldest !== undefined) weigh(story, oldest.features, -1);
    if (story.articles.length === 0) stories.delete(story.storyId);
  };
  return {
    add: (storyId, article) => {
      let story = stories.get(storyId);
      if (story === undefined) {
        story = { storyId, weights: new Map(), articlesByTicker: new Map(), articlesByCategory: new Map(), articles: [] };
        stories.set(storyId, story);
      }
      story.articles.push(article);
      weigh(story, article.features, 1);
      if (story.articles.length > ARTICLES_KEPT) forget(story);
    },
    remove: (storyId, number) => {
      const story = stories.get(storyId);
      if (story?.articles[0]?.number === number) forget(story);
    },
    get: (storyId) => stories.get(storyId),
  };
}

function weigh({ weights, articlesByTicker, articlesByCategory }: MutableStory, features: StoryFeatures, sign: 1 | -1): void {
  features.terms.forEach((term, at) => addTo(weights, term, sign * (features.weights[at] ?? 0)));
  for (const ticker of features.tickers) addTo(articlesByTicker, ticker, sign);
  if (features.category !== null) addTo(articlesByCategory, features.category, sign);
}

function addTo<K>(sums: Map<K, number>, key: K, by: number): void {
  const sum = (sums.get(key) ?? 0) + by;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
}
