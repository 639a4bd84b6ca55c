/** Keeps the open stories. Adding and removing are exact inverses, so that sums depend on the articles present, not on their order. */
import { informationAt, kindAt, presenceAt, termAt, termKinds, type StoryFeatures } from './features.ts';
import { bothScopes, type Scope } from './scope.ts';

export interface OpenStory {
  readonly storyId: string;
  /** Index among the open stories, which is reused after the story closes. */
  readonly slot: number;
  /** At most `ARTICLES_MAX`, newest last. */
  readonly articles: readonly StoryArticle[];
  /** Sum of the presence of each term in tenths, without names of companies. Null for a story of one article, which has the sums itself. */
  readonly sums: ReadonlyMap<number, number> | null;
  /** Squared length of the vector: the sum over terms of (information in steps times presence in tenths) squared. */
  readonly squares: number;
  readonly tickers: readonly string[];
  readonly categories: readonly string[];
  readonly scope: Scope;
  /** First publication among all articles of the story in the window. */
  readonly firstMs: number;
  /** Last publication among all articles of the story in the window. */
  readonly lastMs: number;
}

interface StoryArticle {
  readonly number: number;
  readonly publishedAtMs: number;
  /** Whether an aggregator listed the article, not its publisher. */
  readonly isAggregatorEntry?: boolean;
  readonly features: StoryFeatures;
}

interface OpenStories {
  /** Adds an article and returns the slot of its story. */
  readonly add: (storyId: string, article: StoryArticle) => number;
  /** Removes an article that left the window. Articles must leave in the order in which they came. */
  readonly remove: (storyId: string, number: number) => void;
  readonly inSlot: (slot: number) => OpenStory | undefined;
}

/** Greatest time between articles on one event. Shorter than the window, so that the window shows the length of a long story. */
export const STORY_SPAN_MS = 48 * 3_600_000;

/** Number of articles that represent a story, which bounds the cost of a comparison. */
const ARTICLES_MAX = 60;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
interface MutableStory extends Mutable<Omit<OpenStory, 'articles' | 'sums'>> {
  readonly articles: StoryArticle[];
  sums: Map<number, number> | null;
  /** Publication times of articles in the window that are no longer in `articles`, in the order in which they came. */
  earlierMs: number[] | null;
}

export function createOpenStories(): OpenStories {
  const stories = new Map<string, MutableStory>();
  const slots: (MutableStory | undefined)[] = [];
  const freeSlots: number[] = [];
  const removeOldest = (story: MutableStory): StoryArticle | undefined => {
    const oldest = story.articles.shift();
    if (oldest !== undefined) count(story, oldest.features, -1);
    if (story.articles.length > 0) updateFacts(story);
    return oldest;
  };
  const close = (story: MutableStory): void => {
    stories.delete(story.storyId);
    slots[story.slot] = undefined;
    freeSlots.push(story.slot);
  };
  return {
    add: (storyId, article) => {
      const story = stories.get(storyId);
      if (story === undefined) {
        // Most stories stay at one article, so they share its lists.
        const { tickers, category, scope } = article.features;
        const slot = freeSlots.pop() ?? slots.length;
        const { publishedAtMs } = article;
        const newStory: MutableStory = {
          storyId,
          slot,
          articles: [article],
          sums: null,
          squares: 0,
          tickers,
          categories: oneCategory(category ?? 'other'),
          scope,
          firstMs: publishedAtMs,
          lastMs: publishedAtMs,
          earlierMs: null,
        };
        count(newStory, article.features, 1);
        stories.set(storyId, newStory);
        slots[slot] = newStory;
        return slot;
      }
      if (story.sums === null) {
        story.sums = new Map();
        story.squares = 0;
        for (const { features } of story.articles) count(story, features, 1);
      }
      story.articles.push(article);
      count(story, article.features, 1);
      story.firstMs = Math.min(story.firstMs, article.publishedAtMs);
      story.lastMs = Math.max(story.lastMs, article.publishedAtMs);
      if (story.articles.length > ARTICLES_MAX) (story.earlierMs ??= []).push(removeOldest(story)?.publishedAtMs ?? story.firstMs);
      else updateFacts(story);
      return story.slot;
    },
    remove: (storyId, number) => {
      const story = stories.get(storyId);
      if (story === undefined) return;
      const leftMs = story.articles[0]?.number === number ? removeOldest(story)?.publishedAtMs : story.earlierMs?.shift();
      if (story.articles.length === 0) close(story);
      else if (leftMs === story.firstMs || leftMs === story.lastMs) updateTimes(story);
    },
    inSlot: (slot) => slots[slot],
  };
}

const listsOfOne = new Map<string, readonly string[]>();
const oneCategory = (category: string): readonly string[] => listsOfOne.getOrInsertComputed(category, () => [category]);

function updateTimes(story: MutableStory): void {
  const times = [...(story.earlierMs ?? []), ...story.articles.map(({ publishedAtMs }) => publishedAtMs)];
  story.firstMs = times.reduce((first, time) => Math.min(first, time), Infinity);
  story.lastMs = times.reduce((last, time) => Math.max(last, time), -Infinity);
}

function updateFacts(story: MutableStory): void {
  story.tickers = [...new Set(story.articles.flatMap(({ features }) => features.tickers))];
  story.categories = [...new Set(story.articles.map(({ features }) => features.category ?? 'other'))];
  story.scope = story.articles.map(({ features }) => features.scope).reduce(bothScopes);
  if (story.articles.length === 1) story.sums = null;
}

function count(story: MutableStory, features: StoryFeatures, sign: 1 | -1): void {
  const { sums } = story;
  for (let at = 0; at < features.size; at += 1) {
    if (kindAt(features, at) === termKinds.company) continue;
    const term = termAt(features, at);
    const before = sums?.get(term) ?? 0;
    const after = before + sign * presenceAt(features, at);
    const information = informationAt(features, at);
    story.squares += information * information * (after * after - before * before);
    if (sums === null) continue;
    if (after === 0) sums.delete(term);
    else sums.set(term, after);
  }
}
