/**
 * Keeps what dedup and stories need of the log's last 72 hours. It follows from the log alone: applying every record in log order rebuilds
 * the same state. The log's time (recent/window-clock.ts) decides which articles are in the window, the time of publication which are
 * compared: after a first start weeks of news arrive in a minute.
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
  /** Evicts what is older than the window at this instant. A decision at that instant must call it first. */
  readonly advanceTo: (at: string) => void;
  /** Returns at most `max` articles that share the rarest of these keys and were published around this instant, most similar first. */
  readonly sharing: (keys: readonly number[], publishedAtMs: number, max: number) => RecentArticle[];
  /** Returns at most `max` stories of similar articles, published within a story's time of this instant; the most similar first. */
  readonly storiesSharing: (keys: readonly number[], publishedAtMs: number, max: number) => OpenStory[];
  /**
   * Returns the article of this uid in its newest form; null: the window lacks it. Slow, since it compares every article; only edits need
   * it.
   */
  readonly find: (uid: string) => RecentArticle | null;
  /** Whether the row of this article is withdrawn. Nothing is a duplicate of it. */
  readonly isWithdrawn: (uid: string) => boolean;
  /** Returns the uid of the row that represents this story; where that is withdrawn, the story has no row, and nothing joins it. */
  readonly rootOf: (storyId: string) => string;
  /**
   * Returns the first article that would be left in the story which this article represents; null: it represents none, or no other is left.
   * Slow, since it compares every article; only withdrawals need it.
   */
  readonly nextRoot: (uid: string) => RecentArticle | null;
  /** Returns the number of articles in the window. */
  readonly size: () => number;
  /** Returns the window for the state file, as it is now. */
  readonly saved: () => SavedWindow;
}

export interface SavedWindow {
  readonly clock: SavedClock;
  /** The first page may begin with entries from before the window. */
  readonly pages: readonly IntPage[];
}

export interface RecentSettings {
  readonly windowMs: number;
  /** Maximum number of entries; with more, the oldest are evicted early. It bounds memory, not behaviour. */
  readonly articlesMax?: number;
  /** The window from the state file. */
  readonly saved?: SavedWindow;
}

/** An article of the window with its story's slot and the place where it is packed. */
type ArticleEntry = RecentArticle & ListPlace & { readonly storySlot: number };
/** The withdrawal of the article with this uid, or that it represents its story. */
type MarkEntry = Pick<RecentArticle, 'uid' | 'storyId' | 'atMs'> & ListPlace & { readonly features: null };
type Entry = ArticleEntry | MarkEntry;

export const ARTICLES_MAX = 250_000;
/** Evicted entries from which their array may be shortened. */
const SHORTENED_FROM = 1_024;
const TEXTS_REMEMBERED = 60_000;
/** Bounds on one look-up, so that its cost does not depend on the size of the window. */
const ARTICLE_BOUNDS = { read: 72, readOfKey: 16 };
const STORY_BOUNDS = { read: 80, readOfKey: 8 };
/** Articles with less than this share of the greatest weight are left out. */
const SHARE_MIN = 0.5;

/** Returns the window of recent articles, empty or as a state file saved it. */
export function createRecentArticles({ windowMs, articlesMax = ARTICLES_MAX, saved }: RecentSettings): RecentArticles {
  const postings = createPostings();
  const stories = createOpenStories();
  const pages = createPages(saved?.pages);
  const clock = createWindowClock(saved?.clock);
  /** In the order of the log, each with its number. Those before `head` are evicted; `start` is the number of the entry at place 0. */
  let entries: Entry[] = [];
  let [head, start] = [0, 0];
  /** Withdrawn articles, each with the number of the entry that withdrew it last. */
  const withdrawn = new Map<string, number>();
  /** Stories that another than their first article represents: its uid, and the number of the entry that says so. */
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
    // One object serves window and story.
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
      if (entries.length - head <= articlesMax && oldest.atMs >= nowMs - windowMs) return;
      shift(oldest);
    }
  }

  for (const page of saved?.pages ?? []) for (const place of placesOf(page)) push(place);
  nowMs = saved?.clock.last?.windowMs ?? 0;
  evict();

  /**
   * Sums the weights of these keys over the articles near this instant, grouped by what `of` returns, the rarest key first, within the
   * bounds of one look-up. With `isOnce` a key counts once per group. Groups are in the order of their first weight.
   */
  function votesOf<T>(keys: readonly number[], publishedAtMs: number, { read, readOfKey, spanMs, of, isOnce }: LookUp<T>): [T, number][] {
    const present = keys.flatMap((key) => {
      const holders = postings.count(key);
      return holders > 0 ? [{ key, holders }] : [];
    });
    const votes = new Map<T, number>();
    let toRead = read;
    for (const { key, holders } of present.sort((a, b) => a.holders - b.holders || a.key - b.key)) {
      if (toRead <= 0) break;
      const weight = Math.log(1 + articles / holders);
      const counted = new Set<T>();
      toRead -= postings.visit(key, Math.min(toRead, readOfKey), (number) => {
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
      const votes = votesOf(keys, publishedAtMs, { ...ARTICLE_BOUNDS, spanMs: windowMs, of: (article) => article, isOnce: false });
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

interface LookUp<T> {
  /** Maximum number of articles that are read, in all and of one key. */
  readonly read: number;
  readonly readOfKey: number;
  /** Articles that were published further apart do not count. */
  readonly spanMs: number;
  readonly of: (article: ArticleEntry) => T;
  readonly isOnce: boolean;
}

/** Returns a function that gives equal texts as one string: all articles of a domain or ticker share it. */
function shareTexts(): (text: string) => string {
  let texts = new Map<string, string>();
  return (text) => {
    if (texts.size > TEXTS_REMEMBERED) texts = new Map();
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}
