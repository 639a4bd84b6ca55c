/**
 * Keeps the articles of the log's last 72 hours for dedup and stories. The window's time (window-clock.ts) decides which articles are in it;
 * the time of publication decides which are compared, because a first start loads weeks of news within a minute.
 */
import type { FeedRecord } from '#schemas/feed-log.ts';
import { createPages, placesOf, type IntPage, type ListPlace } from '../state/int-pages.ts';
import { createOpenStories, STORY_SPAN_MS, type OpenStory } from '../story/open-stories.ts';
import { packRecord } from './pack-record.ts';
import { keysOf, unpackEntry } from './packed.ts';
import { createPostings } from './postings.ts';
import type { RecentArticle } from './recent-article.ts';
import { createWindowClock, type SavedClock } from './window-clock.ts';

export interface RecentArticles {
  readonly apply: (record: FeedRecord) => void;
  /** Evicts articles that are older than the window at this time. A decision must call it first. */
  readonly advanceTo: (at: string) => void;
  /** Returns at most `max` articles that share the rarest of these keys and were published around this time, most similar first. */
  readonly sharing: (keys: readonly number[], publishedAtMs: number, max: number) => RecentArticle[];
  /** Returns at most `max` stories of similar articles that were published near this time, most similar first. */
  readonly storiesSharing: (keys: readonly number[], publishedAtMs: number, max: number) => OpenStory[];
  /** Returns the newest version of an article, or null. It compares every article; only edits need it. */
  readonly find: (uid: string) => RecentArticle | null;
  /** Whether the article's row is withdrawn, so that nothing is a duplicate of it. */
  readonly isWithdrawn: (uid: string) => boolean;
  /** Returns the uid of a story's root. A withdrawn root was the story's last row (story/root-before.ts), so nothing joins it. */
  readonly rootOf: (storyId: string) => string;
  /** Returns the article that becomes the root when this one is withdrawn, or null. It compares every article; only withdrawals need it. */
  readonly nextRoot: (uid: string) => RecentArticle | null;
  readonly size: () => number;
  readonly saved: () => SavedWindow;
}

export interface SavedWindow {
  readonly clock: SavedClock;
  /** The first page may begin with evicted entries. */
  readonly pages: readonly IntPage[];
}

interface RecentSettings {
  /** Maximum number of entries, to bound memory; with more, the oldest are evicted early. */
  readonly articlesMax?: number;
  readonly saved?: SavedWindow;
}

/** An article with the place where it is packed and its story's slot (story/open-stories.ts). */
type ArticleEntry = RecentArticle & ListPlace & { readonly storySlot: number };
/** An entry that withdraws an article or makes it the root of its story. */
type ChangeEntry = Pick<RecentArticle, 'uid' | 'storyId' | 'atMs'> & ListPlace & { readonly features: null };
type Entry = ArticleEntry | ChangeEntry;

/** Time for which the window keeps an article. */
export const recentWindowMs = 72 * 3_600_000;
export const ARTICLES_MAX = 250_000;
/** Number of evicted entries from which their array may be shortened. */
const SHORTENED_FROM = 1_024;
const TEXTS_CACHED = 60_000;
/** Bounds of one look-up, so that its cost does not depend on the size of the window. */
const ARTICLE_BOUNDS = { articlesReadMax: 72, readOfKeyMax: 16 };
const STORY_BOUNDS = { articlesReadMax: 80, readOfKeyMax: 8 };
/** Articles with less than this fraction of the greatest weight are left out. */
const SHARE_MIN = 0.5;

/** Returns the window, empty or as a state file saved it. */
export function createRecentArticles({ articlesMax = ARTICLES_MAX, saved }: RecentSettings = {}): RecentArticles {
  const postings = createPostings();
  const stories = createOpenStories();
  const pages = createPages(saved?.pages);
  const clock = createWindowClock(saved?.clock);
  /** Entries in log order. Those before index `head` are evicted; `start` is the number of the entry at index 0. */
  let entries: Entry[] = [];
  let [head, start] = [0, 0];
  /** Withdrawn articles by uid, each with the number of the entry that withdrew it last. */
  const withdrawn = new Map<string, number>();
  /** Stories whose root is not their first article: the root's uid, and the number of the entry that set it. */
  const roots = new Map<string, { readonly uid: string; readonly number: number }>();
  const rootOf = (storyId: string): string => roots.get(storyId)?.uid ?? storyId;
  const oneText = shareTexts();
  let articles = 0;
  let nowMs = 0;
  const isArticle = (entry: Entry, place: number): entry is ArticleEntry => place >= head && entry.features !== null;
  const newestOf = (uid: string): ArticleEntry | null =>
    entries.findLast((entry, place): entry is ArticleEntry => isArticle(entry, place) && entry.uid === uid) ?? null;

  function push(place: ListPlace): void {
    const number = start + entries.length;
    const { page, at } = place;
    const { atMs, publishedAtMs, createdAtMs, uid, storyId, sourceDomain, isAggregatorEntry, makesRoot, features } = unpackEntry(place, oneText);
    if (makesRoot) roots.set(storyId, { uid, number });
    if (features === null) {
      if (!makesRoot) withdrawn.set(uid, number);
      return void entries.push({ page, at, atMs, uid, storyId, features });
    }
    withdrawn.delete(uid);
    const { fingerprint } = features;
    const article = { page, at, number, uid, storyId, sourceDomain, atMs, publishedAtMs, createdAtMs, isAggregatorEntry, fingerprint, features };
    entries.push(Object.assign(article, { storySlot: stories.add(storyId, article) }));
    articles += 1;
    for (const key of keysOf(place)) postings.add(key, number);
  }

  function shift(entry: Entry): void {
    if (roots.get(entry.storyId)?.number === start + head) roots.delete(entry.storyId);
    if (entry.features === null) {
      if (withdrawn.get(entry.uid) === start + head) withdrawn.delete(entry.uid);
    } else {
      articles -= 1;
      stories.remove(entry.storyId, entry.number);
      for (const key of keysOf(entry)) postings.removeOldest(key);
    }
    head += 1;
    if (head > SHORTENED_FROM && head * 2 > entries.length) {
      entries = entries.slice(head);
      [head, start] = [0, start + head];
    }
    const next = entries[head];
    if (next?.page !== entry.page) pages.forgetBefore(next?.page ?? null);
  }

  function evict(): void {
    for (let oldest = entries[head]; oldest !== undefined; oldest = entries[head]) {
      if (entries.length - head <= articlesMax && oldest.atMs >= nowMs - recentWindowMs) return;
      shift(oldest);
    }
  }

  for (const page of saved?.pages ?? []) for (const place of placesOf(page)) push(place);
  nowMs = saved?.clock.last?.windowMs ?? 0;
  evict();

  /**
   * Sums the weights of these keys over the articles near this time, grouped by `of`, rarest key first. With `isOnce` a key counts once for
   * each group. Groups are in the order of their first weight.
   */
  function votesOf<T>(
    keys: readonly number[],
    publishedAtMs: number,
    { articlesReadMax, readOfKeyMax, spanMs, of, isOnce }: Lookup<T>,
  ): [T, number][] {
    const present = keys.flatMap((key) => {
      const holders = postings.count(key);
      return holders > 0 ? [{ key, holders }] : [];
    });
    const votes = new Map<T, number>();
    let toRead = articlesReadMax;
    for (const { key, holders } of present.sort((a, b) => a.holders - b.holders || a.key - b.key)) {
      if (toRead <= 0) break;
      const weight = Math.log(1 + articles / holders);
      const counted = new Set<T>();
      toRead -= postings.visit(key, Math.min(toRead, readOfKeyMax), (number) => {
        const article = entries[number - start] as ArticleEntry;
        if (Math.abs(article.publishedAtMs - publishedAtMs) > spanMs) return false;
        const one = of(article);
        if (!isOnce || !counted.has(one)) votes.set(one, (votes.get(one) ?? 0) + weight);
        counted.add(one);
        return true;
      });
    }
    return [...votes];
  }

  return {
    apply: (record) => {
      if (record.type === 'gap') return;
      const atMs = clock.atRecord(Date.parse(record.instants.refined_at));
      nowMs = Math.max(nowMs, atMs);
      const place = packRecord(pages, record, atMs);
      if (place !== null) push(place);
      evict();
    },
    advanceTo: (at) => {
      nowMs = Math.max(nowMs, clock.at(Date.parse(at)));
      evict();
    },
    sharing: (keys, publishedAtMs, max) => {
      const votes = votesOf(keys, publishedAtMs, { ...ARTICLE_BOUNDS, spanMs: recentWindowMs, of: (article) => article, isOnce: false });
      const best = votes.sort((a, b) => b[1] - a[1] || b[0].number - a[0].number).slice(0, max);
      const least = SHARE_MIN * (best[0]?.[1] ?? 0);
      return best.flatMap(([article, weight]) => (weight < least || withdrawn.has(article.uid) ? [] : [article]));
    },
    storiesSharing: (keys, publishedAtMs, max) => {
      const votes = votesOf(keys, publishedAtMs, { ...STORY_BOUNDS, spanMs: STORY_SPAN_MS, of: ({ storySlot }) => storySlot, isOnce: true });
      return votes
        .sort((a, b) => b[1] - a[1])
        .slice(0, max)
        .map(([slot]) => stories.inSlot(slot))
        .filter((story): story is OpenStory => story !== undefined && !withdrawn.has(rootOf(story.storyId)));
    },
    find: newestOf,
    isWithdrawn: (uid) => withdrawn.has(uid),
    rootOf,
    nextRoot: (uid) => {
      const storyId = newestOf(uid)?.storyId ?? uid;
      if (rootOf(storyId) !== uid) return null;
      const isLeft = (one: Entry, place: number): one is ArticleEntry =>
        isArticle(one, place) && one.storyId === storyId && one.uid !== uid && !withdrawn.has(one.uid);
      return entries.find(isLeft) ?? null;
    },
    size: () => articles,
    saved: () => ({ clock: clock.saved(), pages: pages.saved() }),
  };
}

interface Lookup<T> {
  readonly articlesReadMax: number;
  readonly readOfKeyMax: number;
  /** Articles whose publication is further away do not count. */
  readonly spanMs: number;
  readonly of: (article: ArticleEntry) => T;
  readonly isOnce: boolean;
}

/** Returns a function that returns one string for all equal ones, because many articles share a domain or ticker. */
function shareTexts(): (text: string) => string {
  let texts = new Map<string, string>();
  return (text) => {
    if (texts.size > TEXTS_CACHED) texts = new Map();
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}
