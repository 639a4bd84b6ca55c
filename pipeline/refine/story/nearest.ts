/**
 * An article's features in, the open story it belongs to out, or null: the story whose articles' common
 * vector is nearest by cosine (weight times rarity), helped or hindered by tickers, numbers and age.
 */
import type { Category } from '#schemas/vocabulary.ts';
import type { RecentArticles } from '../recent.ts';
import { endOf, lengthOf as lengthOfPart, parts, startOf, type Fingerprint, type Part } from '../dedup/fingerprint.ts';
import { kindAt, termAt, termKinds, weightAt, type StoryFeatures } from './features.ts';
import type { OpenStory } from './open-stories.ts';

export interface Placing {
  readonly features: StoryFeatures;
  readonly atMs: number;
}

export interface NearestStory {
  readonly storyId: string;
  readonly score: number;
}

/** Tuned on the UCI News Aggregator sample (CC BY 4.0), and by eye on one company's news over days. */
export const storyTuning = {
  /** Least score to join: of an article that names no listed company, and of one that does. */
  threshold: 0.13,
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

/** `candidates`: ids of stories, the likeliest first. */
export function nearestStory(placing: Placing, candidates: Iterable<string>, recent: Pick<RecentArticles, 'story' | 'rarity'>): NearestStory | null {
  const { features } = placing;
  const rarity = remembered(recent.rarity);
  const rarities: number[] = [];
  let squares = 0;
  for (let at = 0; at < features.size; at += 1) {
    const value = rarity(termAt(features, at));
    rarities.push(value);
    squares += (value * weightAt(features, at)) ** 2;
  }
  const length = Math.sqrt(squares);
  const threshold = features.tickers.length > 0 ? storyTuning.companyThreshold : storyTuning.threshold;
  const bounded: { story: OpenStory; dot: number; evidence: number; bound: number }[] = [];
  for (const storyId of candidates) {
    const story = recent.story(storyId);
    const found = story === undefined ? null : boundOf(story, placing, { rarities, length });
    if (story !== undefined && found !== null && found.bound >= threshold) bounded.push({ story, ...found });
  }
  let nearest: NearestStory | null = null;
  for (const { story, dot, evidence, bound } of bounded.toSorted((a, b) => b.bound - a.bound)) {
    // None that follows can be nearer.
    if (nearest !== null && bound <= nearest.score) break;
    const score = dot / (length * lengthOf(story, rarity)) + evidence;
    if (score >= threshold && (nearest === null || score > nearest.score)) nearest = { storyId: story.storyId, score };
  }
  return nearest;
}

interface Asked {
  /** Of the article's terms, in their order. */
  readonly rarities: readonly number[];
  /** Of the article's vector. */
  readonly length: number;
}

interface Bound {
  readonly dot: number;
  readonly evidence: number;
  /** The most that the story can score: its vector is at least as long as the part that is shared. */
  readonly bound: number;
}

/** Null where the story is out of the question. */
function boundOf(story: OpenStory, { features, atMs }: Placing, { rarities, length }: Asked): Bound | null {
  const shared = sharedPart(story, features, rarities);
  // One company, and nothing else in common: two events.
  if (shared.content === 0 && (features.tickers.length === 0 || shared.kind < SHARED_KIND_MIN)) return null;
  if (shared.content + shared.kind < (story.articles.length < KNOWN_ARTICLES_MIN ? 2 : 1)) return null;
  const evidence = evidenceFor(story, features, { atMs, sharedNames: shared.names });
  return { dot: shared.dot, evidence, bound: shared.dot / (length * Math.sqrt(shared.squares)) + evidence };
}

interface SharedPart {
  dot: number;
  /** Of the story's part of the vector. */
  squares: number;
  content: number;
  kind: number;
  names: number;
}

function sharedPart({ weights, articles }: OpenStory, features: StoryFeatures, rarities: readonly number[]): SharedPart {
  const shared: SharedPart = { dot: 0, squares: 0, content: 0, kind: 0, names: 0 };
  const { ints, at: from, size } = features;
  const only = articles[0]?.features ?? features;
  const others = only.ints;
  let other = only.at;
  const otherEnd = only.at + only.size;
  for (let at = 0; at < size; at += 1) {
    const term = ints[from + at] ?? 0;
    let weight = 0;
    if (weights !== null) weight = weights.get(term) ?? 0;
    else {
      // Both ascend.
      while (other < otherEnd && (others[other] ?? 0) < term) other += 1;
      if (other < otherEnd && others[other] === term) weight = weightAt(only, other - only.at);
    }
    if (weight === 0) continue;
    const rarity = rarities[at] ?? 0;
    const value = weight * rarity;
    shared.dot += value * rarity * weightAt(features, at);
    shared.squares += value * value;
    const kind = kindAt(features, at);
    if (kind === termKinds.kind) shared.kind += 1;
    else if (kind !== termKinds.company) shared.content += 1;
    if (kind === termKinds.name) shared.names += 1;
  }
  return shared;
}

function lengthOf({ weights, articles }: OpenStory, rarity: Rarity): number {
  let squares = 0;
  if (weights !== null) {
    for (const [term, weight] of weights) squares += (weight * rarity(term)) ** 2;
    return Math.sqrt(squares);
  }
  for (const { features } of articles) {
    for (let at = 0; at < features.size; at += 1) squares += (weightAt(features, at) * rarity(termAt(features, at))) ** 2;
  }
  return Math.sqrt(squares);
}

const ONCE: ReadonlySet<Category> = new Set(['earnings', 'mergers_acquisitions', 'ipo']);

interface Circumstances {
  readonly atMs: number;
  readonly sharedNames: number;
}

function evidenceFor(story: OpenStory, { tickers, category, hasNames, fingerprint }: StoryFeatures, { atMs, sharedNames }: Circumstances): number {
  let evidence = -storyTuning.smallStoryPenalty / story.articles.length;
  const isShared = tickers.some((ticker) => story.tickers.includes(ticker));
  if (tickers.length > 0 && story.tickers.length > 0) evidence += isShared ? storyTuning.sharedTickerBonus : -storyTuning.otherTickerPenalty;
  else if (tickers.length + story.tickers.length > 0) evidence -= storyTuning.oneSidedTickerPenalty;
  // The first ticker is the subject.
  if (category !== null && ONCE.has(category) && story.categories.includes(category) && story.tickers.includes(tickers[0] ?? ''))
    evidence += storyTuning.sameEventBonus;
  if (hasNames && sharedNames === 0 && !isShared && story.articles.some(({ features }) => features.hasNames))
    evidence -= storyTuning.otherNamesPenalty;
  if (
    story.articles.length < KNOWN_ARTICLES_MIN &&
    story.articles.every(({ features }) => saysOther(fingerprint, features.fingerprint, parts.titleNumbers))
  ) {
    evidence -= storyTuning.otherNumberPenalty;
  }
  const newest = story.articles.at(-1);
  if (newest === undefined) return evidence;
  if (saysOther(fingerprint, newest.features.fingerprint, parts.titleCalendar)) evidence -= storyTuning.otherDatePenalty;
  return evidence - (storyTuning.agePenaltyPerDay * Math.max(0, atMs - newest.atMs)) / 86_400_000;
}

/** Both have such marks, and none that both have. */
function saysOther(a: Fingerprint, b: Fingerprint, part: Part): boolean {
  if (lengthOfPart(a, part) === 0 || lengthOfPart(b, part) === 0) return false;
  for (let i = startOf(a, part); i < endOf(a, part); i += 1)
    for (let j = startOf(b, part); j < endOf(b, part); j += 1) if (a.ints[i] === b.ints[j]) return false;
  return true;
}

/** Places of the memory for one article's look-ups, a power of two: what two terms share the later has. */
const REMEMBERED = 1 << 11;
const memory = { terms: new Int32Array(REMEMBERED), asked: new Float64Array(REMEMBERED), values: new Float64Array(REMEMBERED), articles: 0 };

/** For one article, in memory that is used again for the next: its stories have their terms in common. */
function remembered(rarity: Rarity): Rarity {
  const { terms, asked, values } = memory;
  memory.articles += 1;
  const article = memory.articles;
  return (term) => {
    const place = (term ^ (term >>> 15)) & (REMEMBERED - 1);
    if (asked[place] === article && terms[place] === term) return values[place] ?? 0;
    const value = rarity(term);
    asked[place] = article;
    terms[place] = term;
    values[place] = value;
    return value;
  };
}
