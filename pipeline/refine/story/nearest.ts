/**
 * An article's features in, the open story it belongs to out, or null: the story whose articles' common
 * vector is nearest by cosine (weight times rarity), helped or hindered by tickers, numbers and age.
 */
import type { Category } from '#schemas/vocabulary.ts';
import type { RecentArticles } from '../recent.ts';
import { isKindTerm, type StoryFeatures } from './features.ts';
import type { OpenStory } from './open-stories.ts';

export interface Placing {
  readonly features: StoryFeatures;
  readonly keys: Uint32Array;
  readonly atMs: number;
}

export interface NearestStory {
  readonly storyId: string;
  readonly score: number;
}

/** Tuned on the UCI News Aggregator sample (CC BY 4.0), and by eye on one company's news over days. */
export const storyTuning = {
  candidatesMax: 64,
  /** Least score to join: of an article that names no listed company, and of one that does. */
  threshold: 0.15,
  companyThreshold: 0.2,
  /** A story of one article is known badly: it takes this much more to join it, shared out as it grows. */
  smallStoryPenalty: 0.08,
  sharedTickerBonus: 0.04,
  /** One company's results, its takeover or its listing within three days: hardly ever two events. */
  sameEventBonus: 0.12,
  otherTickerPenalty: 0.25,
  /** One names a listed company, the other none. */
  oneSidedTickerPenalty: 0.06,
  otherNumberPenalty: 0.04,
  otherDatePenalty: 0.2,
  /** Both name something, and nothing that both name. */
  otherNamesPenalty: 0.05,
  agePenaltyPerDay: 0.02,
};

/** `Q3` and `EPS` of one company are one event without another word in common. */
const SHARED_KIND_MIN = 2;

/** From this many articles on, one word in common with a story is a word that it is about. */
const KNOWN_ARTICLES_MIN = 3;

type Rarity = (term: number) => number;

export function nearestStory(placing: Placing, recent: RecentArticles): NearestStory | null {
  const candidates = recent.sharing(placing.keys, storyTuning.candidatesMax);
  if (candidates.length === 0) return null;
  const rarity = remembered(recent.rarity);
  const vector = placing.features.terms.reduce((values, term, at) => values.set(term, (placing.features.weights[at] ?? 0) * rarity(term)), new Map<number, number>());
  const length = Math.sqrt(sumOfSquares(vector.values()));
  const threshold = placing.features.tickers.length > 0 ? storyTuning.companyThreshold : storyTuning.threshold;
  let nearest: NearestStory | null = null;
  for (const storyId of new Set(candidates.map((article) => article.storyId))) {
    const story = recent.story(storyId);
    if (story === undefined) continue;
    const score = scoreOf(story, placing, { vector, length, rarity, best: nearest?.score ?? threshold });
    if (score !== null && score >= threshold && (nearest === null || score > nearest.score)) nearest = { storyId, score };
  }
  return nearest;
}

interface Asked {
  readonly vector: ReadonlyMap<number, number>;
  readonly length: number;
  readonly rarity: Rarity;
  /** A score that is no better than this is not asked for. */
  readonly best: number;
}

function scoreOf(story: OpenStory, { features, atMs }: Placing, { vector, length, rarity, best }: Asked): number | null {
  let dot = 0;
  let sharedSquares = 0;
  let sharedContent = 0;
  let sharedKind = 0;
  let sharedNames = 0;
  for (const [term, value] of vector) {
    const weight = story.weights.get(term);
    if (weight === undefined) continue;
    const other = weight * rarity(term);
    dot += value * other;
    sharedSquares += other * other;
    if (features.names.has(term)) sharedNames += 1;
    if (features.companyTerms.has(term)) continue;
    if (isKindTerm(term)) sharedKind += 1;
    else sharedContent += 1;
  }
  // One company, and nothing else in common: two events.
  if (sharedContent === 0 && (features.tickers.length === 0 || sharedKind < SHARED_KIND_MIN)) return null;
  if (sharedContent + sharedKind < (story.articles.length < KNOWN_ARTICLES_MIN ? 2 : 1)) return null;
  const isOther = features.names.size > 0 && sharedNames === 0 && !features.tickers.some((ticker) => story.articlesByTicker.has(ticker)) && story.articles.some((article) => article.features.names.size > 0);
  const evidence = evidenceFor(story, features, atMs) - (isOther ? storyTuning.otherNamesPenalty : 0);
  // The story's length is at least that of its shared part: where even that is too little, the rest need not be summed.
  if (dot / (length * Math.sqrt(sharedSquares)) + evidence < best) return null;
  let squares = 0;
  for (const [term, weight] of story.weights) {
    const value = weight * rarity(term);
    squares += value * value;
  }
  return dot / (length * Math.sqrt(squares)) + evidence;
}

const ONCE: ReadonlySet<Category> = new Set(['earnings', 'mergers_acquisitions', 'ipo']);

function evidenceFor(story: OpenStory, { tickers, numbers, calendar, category }: StoryFeatures, atMs: number): number {
  let evidence = -storyTuning.smallStoryPenalty / story.articles.length;
  if (tickers.length > 0 && story.articlesByTicker.size > 0) {
    const isShared = tickers.some((ticker) => story.articlesByTicker.has(ticker));
    evidence += isShared ? storyTuning.sharedTickerBonus : -storyTuning.otherTickerPenalty;
    // The first ticker is the subject.
    if (category !== null && ONCE.has(category) && story.articlesByCategory.has(category) && story.articlesByTicker.has(tickers[0] ?? '')) evidence += storyTuning.sameEventBonus;
  }
  if (tickers.length > 0 !== story.articlesByTicker.size > 0) evidence -= storyTuning.oneSidedTickerPenalty;
  const newest = story.articles.at(-1);
  if (numbers.size > 0 && story.articles.length < 4 && story.articles.every(({ features }) => features.numbers.size > 0 && numbers.isDisjointFrom(features.numbers))) {
    evidence -= storyTuning.otherNumberPenalty;
  }
  if (newest !== undefined && calendar.size > 0 && newest.features.calendar.size > 0 && calendar.isDisjointFrom(newest.features.calendar)) evidence -= storyTuning.otherDatePenalty;
  return evidence - (storyTuning.agePenaltyPerDay * Math.max(0, atMs - (newest?.atMs ?? atMs))) / 86_400_000;
}

function sumOfSquares(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

function remembered(rarity: Rarity): Rarity {
  const known = new Map<number, number>();
  return (term) => {
    let value = known.get(term);
    if (value === undefined) {
      value = rarity(term);
      known.set(term, value);
    }
    return value;
  };
}
