/**
 * What the log held in the last 72 hours, as far as dedup and story ask: a fold of the log and nothing
 * else. Applying every record in log order rebuilds the same state; time is the log's (`refined_at`).
 */
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import { servedOf, type Fingerprint } from './dedup/fingerprint.ts';
import { allKeys } from './recent/keys.ts';
import { companyNames } from './entities.ts';
import { createPostings } from './recent/postings.ts';
import { createVotes } from './recent/votes.ts';
import { storyFeaturesOf, type StoryFeatures } from './story/features.ts';
import { createOpenStories, type OpenStory } from './story/open-stories.ts';
import { rarityOf } from './story/rarity.ts';

export interface RecentArticle {
  /** Position among all ever applied: a later article has a greater one. */
  readonly number: number;
  readonly uid: string;
  readonly storyId: string;
  readonly sourceDomain: string;
  readonly atMs: number;
  readonly fingerprint: Fingerprint;
  readonly features: StoryFeatures;
}

export interface RecentArticles {
  readonly apply: (record: FeedRecord) => void;
  /** Forgets what is older than the window at this instant; what a decision at that instant must do first. */
  readonly advanceTo: (at: string) => void;
  /** Articles that share the rarest of these keys, most alike first, at most `max`. */
  readonly sharing: (keys: readonly number[], max: number) => RecentArticle[];
  /** How much an article's term says, by how many recent articles hold it. */
  readonly rarity: (term: number) => number;
  /** A story with articles in the window. */
  readonly story: (storyId: string) => OpenStory | undefined;
  /** Distinct domains that carry this story in the window, copies included. */
  readonly sourcesOf: (storyId: string) => number;
  /** Articles in the window. */
  readonly size: () => number;
}

export interface RecentSettings {
  readonly windowMs: number;
  /** Beyond this many the oldest leave before their time: bounds memory, not behaviour. */
  readonly articlesMax?: number;
}

const ARTICLES_MAX = 250_000;
/** Bounds on one look-up, which make its cost the same at any size of the window. */
const POSTINGS_READ = 72;
const POSTINGS_READ_OF_KEY = 16;

/** One record of the window; a copy (dropped near-duplicate) has no article, only its story and domain. */
interface Entry {
  readonly atMs: number;
  readonly storyId: string;
  readonly sourceDomain: string;
  readonly article: RecentArticle | null;
  readonly keys: Int32Array | null;
}

export function createRecentArticles({ windowMs, articlesMax = ARTICLES_MAX }: RecentSettings): RecentArticles {
  const postings = createPostings();
  const stories = createOpenStories();
  const sources = new Map<string, Map<string, number>>();
  let entries: Entry[] = [];
  /** Entries before this one of the array are gone; the first of the array has this number. */
  let head = 0;
  let firstNumber = 0;
  let articles = 0;
  let nowMs = 0;
  const votes = createVotes(() => firstNumber);

  function push(entry: Entry): void {
    const number = firstNumber + entries.length;
    entries.push(entry);
    count(sources, entry, 1);
    if (entry.keys === null || entry.article === null) return;
    articles += 1;
    stories.add(entry.storyId, entry.article);
    for (const key of entry.keys) postings.add(key, number);
  }

  function shift(): void {
    const entry = entries[head];
    if (entry === undefined) return;
    head += 1;
    count(sources, entry, -1);
    if (entry.keys !== null && entry.article !== null) {
      articles -= 1;
      stories.remove(entry.storyId, entry.article.number);
      for (const key of entry.keys) postings.removeOldest(key);
    }
    if (head > 1_024 && head * 2 > entries.length) {
      entries = entries.slice(head);
      firstNumber += head;
      head = 0;
    }
  }

  function evict(): void {
    // Time in the log may step back by a clock's correction; the window's end never does.
    while (head < entries.length && (entries.length - head > articlesMax || (entries[head]?.atMs ?? 0) < nowMs - windowMs)) shift();
  }

  return {
    apply: (record) => {
      if (record.type === 'gap') return;
      const atMs = Date.parse(record.instants.refined_at);
      nowMs = Math.max(nowMs, atMs);
      if (record.type === 'row' && record.item.original.source_type === 'publisher') push(entryOfRow(record, atMs, firstNumber + entries.length));
      else if (record.type === 'drop' && record.reason === 'near_duplicate' && record.story_id !== null)
        push({ atMs, storyId: record.story_id, sourceDomain: record.source_domain ?? '', article: null, keys: null });
      evict();
    },
    advanceTo: (at) => {
      nowMs = Math.max(nowMs, Date.parse(at));
      evict();
    },
    sharing: (keys, max) => {
      const held: { key: number; holders: number }[] = [];
      for (const key of keys) {
        const holders = postings.count(key);
        if (holders > 0) held.push({ key, holders });
      }
      held.sort((a, b) => a.holders - b.holders || a.key - b.key);
      votes.clear(entries.length);
      let toRead = POSTINGS_READ;
      for (const { key, holders } of held) {
        if (toRead <= 0) break;
        const read = Math.min(toRead, POSTINGS_READ_OF_KEY, holders);
        toRead -= read;
        votes.weight = Math.log(1 + articles / holders);
        postings.visit(key, read, votes.add);
      }
      return votes
        .greatest(max)
        .map((at) => entries[at]?.article ?? null)
        .filter((article) => article !== null);
    },
    rarity: (term) => rarityOf(term, postings.count(term), articles),
    story: stories.get,
    sourcesOf: (storyId) => sources.get(storyId)?.size ?? 0,
    size: () => articles,
  };
}

/** Rebuilt from what is served, so that the log alone makes the state. */
function entryOfRow(row: FeedRow, atMs: number, number: number): Entry {
  const { original, enrichment } = row.item;
  const { words, fingerprint } = servedOf(original.title, original.summary);
  const features = storyFeaturesOf(words, fingerprint, {
    tickers: enrichment.tickers,
    companies: companyNames(row.key_entities),
    category: enrichment.category,
  });
  const article = { number, uid: row.uid, storyId: row.story_id, sourceDomain: original.source_domain, atMs, fingerprint, features };
  return { atMs, storyId: row.story_id, sourceDomain: original.source_domain, article, keys: allKeys(fingerprint, words, enrichment.tickers) };
}

/** Counts a domain in its story, or takes it out again. */
function count(sources: Map<string, Map<string, number>>, { storyId, sourceDomain }: Entry, by: 1 | -1): void {
  const domains = sources.get(storyId) ?? new Map<string, number>();
  const times = (domains.get(sourceDomain) ?? 0) + by;
  if (times > 0) domains.set(sourceDomain, times);
  else domains.delete(sourceDomain);
  if (domains.size > 0) sources.set(storyId, domains);
  else sources.delete(storyId);
}
