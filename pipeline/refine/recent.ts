/**
 * What the log held in the last 72 hours, as far as dedup and story ask: a fold of the log and nothing
 * else. Applying every record in log order rebuilds the same state; time is the log's (`refined_at`).
 */
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import { listedIdentity } from '#schemas/identity.ts';
import { intsOf, servedOf, type Fingerprint } from './dedup/fingerprint.ts';
import { allKeys } from './recent/keys.ts';
import { companyNames } from './entities.ts';
import { createPages, type Place } from './recent/pages.ts';
import { createPostings } from './recent/postings.ts';
import { createStoryVotes } from './recent/story-votes.ts';
import { createVotes } from './recent/votes.ts';
import { storyFeaturesOf, type StoryFeatures } from './story/features.ts';
import { createOpenStories, type OpenStory } from './story/open-stories.ts';

export interface RecentArticle {
  /** Position among all ever applied: a later article has a greater one. */
  readonly number: number;
  readonly uid: string;
  readonly storyId: string;
  readonly sourceDomain: string;
  readonly atMs: number;
  /** An aggregator lists it: no publisher's own word. */
  readonly isListing: boolean;
  readonly fingerprint: Fingerprint;
  readonly features: StoryFeatures;
}

export interface RecentArticles {
  readonly apply: (record: FeedRecord) => void;
  /** Forgets what is older than the window at this instant; what a decision at that instant must do first. */
  readonly advanceTo: (at: string) => void;
  /** Articles that share the rarest of these keys, most alike first, at most `max`. */
  readonly sharing: (keys: readonly number[], max: number) => RecentArticle[];
  /** Stories whose newest articles share the rarest of these keys, most alike first, at most `max`. */
  readonly storiesSharing: (keys: readonly number[], max: number) => OpenStory[];
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
const DOMAINS_REMEMBERED = 20_000;
/** Bounds on one look-up, which make its cost the same at any size of the window. */
const POSTINGS_READ = 72;
const POSTINGS_READ_OF_KEY = 16;
const STORY_POSTINGS_READ = 80;
const STORY_POSTINGS_READ_OF_KEY = 8;

const ENTRIES_START = 1 << 12;

function grown(slots: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * slots.length);
  larger.set(slots);
  return larger;
}

/** One record of the window; a copy (dropped near-duplicate) has no article, only its story and domain. */
interface Entry {
  readonly atMs: number;
  readonly storyId: string;
  readonly sourceDomain: string;
  readonly article: RecentArticle | null;
  /** What the article is filed under: its keys and how many there are. */
  readonly keys: Place | null;
  readonly keyCount: number;
}

export function createRecentArticles({ windowMs, articlesMax = ARTICLES_MAX }: RecentSettings): RecentArticles {
  const postings = createPostings();
  const stories = createOpenStories();
  const pages = createPages();
  const sources = new Map<string, Carried>();
  /** One string for all of a domain's articles. */
  let domains = new Map<string, string>();
  let entries: Entry[] = [];
  /** Entries before this one of the array are gone; the first of the array has this number. */
  let head = 0;
  let firstNumber = 0;
  let articles = 0;
  let nowMs = 0;
  const votes = createVotes(() => firstNumber);
  const storyVotes = createStoryVotes();
  /** Of each of `entries` its story's slot: read without touching the entry. */
  let storySlots = new Int32Array(ENTRIES_START);
  const voteForStory = (number: number): void => storyVotes.add(storySlots[number - firstNumber] ?? 0);

  function push(entry: Entry): void {
    const number = firstNumber + entries.length;
    entries.push(entry);
    carry(sources, entry, 1);
    if (entry.keys === null || entry.article === null) return;
    articles += 1;
    if (entries.length > storySlots.length) storySlots = grown(storySlots);
    storySlots[entries.length - 1] = stories.add(entry.storyId, entry.article);
    const { page, at } = entry.keys;
    for (let i = 0; i < entry.keyCount; i += 1) postings.add(page[at + i] ?? 0, number);
  }

  /** Rebuilt from what is served, so that the log alone makes the state. */
  function entryOfRow(row: FeedRow, atMs: number): Entry {
    const { original, enrichment } = row.item;
    const { words, fingerprint: newFingerprint } = servedOf(original.title, row.extract ?? original.summary);
    const newFeatures = storyFeaturesOf(words, newFingerprint, {
      tickers: enrichment.tickers,
      companies: companyNames(row.key_entities),
      category: enrichment.category,
    });
    const { page: ints, at } = pages.keep(intsOf(newFingerprint));
    const fingerprint = { ints, at };
    const terms = pages.keep(newFeatures.ints);
    const features: StoryFeatures = { ...newFeatures, ints: terms.page, at: terms.at, fingerprint };
    const storyId = row.story_id === row.uid ? row.uid : row.story_id;
    const sourceDomain = oneDomain(original.source_domain);
    const keys = allKeys(newFingerprint, words, enrichment.tickers);
    const isListing = listedIdentity(row.identity) !== null;
    const article = { number: firstNumber + entries.length, uid: row.uid, storyId, sourceDomain, atMs, isListing, fingerprint, features };
    return { atMs, storyId, sourceDomain, article, keys: pages.keep(keys), keyCount: keys.length };
  }

  function oneDomain(domain: string): string {
    if (domains.size > DOMAINS_REMEMBERED) domains = new Map();
    const known = domains.get(domain);
    if (known === undefined) domains.set(domain, domain);
    return known ?? domain;
  }

  function shift(): void {
    const entry = entries[head];
    if (entry === undefined) return;
    head += 1;
    carry(sources, entry, -1);
    if (entry.keys !== null && entry.article !== null) {
      articles -= 1;
      stories.remove(entry.storyId, entry.article.number);
      const { page, at } = entry.keys;
      for (let i = 0; i < entry.keyCount; i += 1) postings.removeOldest(page[at + i] ?? 0);
    }
    if (head > 1_024 && head * 2 > entries.length) {
      entries = entries.slice(head);
      storySlots.copyWithin(0, head);
      firstNumber += head;
      head = 0;
    }
  }

  function evict(): void {
    // Time in the log may step back by a clock's correction; the window's end never does.
    while (head < entries.length && (entries.length - head > articlesMax || (entries[head]?.atMs ?? 0) < nowMs - windowMs)) shift();
  }

  /** Those that recent articles hold, the rarest first. */
  function heldKeys(keys: readonly number[]): { readonly key: number; readonly holders: number }[] {
    const held: { key: number; holders: number }[] = [];
    for (const key of keys) {
      const holders = postings.count(key);
      if (holders > 0) held.push({ key, holders });
    }
    return held.sort((a, b) => a.holders - b.holders || a.key - b.key);
  }

  return {
    apply: (record) => {
      if (record.type === 'gap') return;
      const atMs = Date.parse(record.instants.refined_at);
      nowMs = Math.max(nowMs, atMs);
      if (record.type === 'row' && record.item.original.source_type === 'publisher') push(entryOfRow(record, atMs));
      else if (record.type === 'drop' && record.reason === 'near_duplicate' && record.story_id !== null)
        push({ atMs, storyId: record.story_id, sourceDomain: record.source_domain ?? '', article: null, keys: null, keyCount: 0 });
      evict();
    },
    advanceTo: (at) => {
      nowMs = Math.max(nowMs, Date.parse(at));
      evict();
    },
    sharing: (keys, max) => {
      votes.clear(entries.length);
      let toRead = POSTINGS_READ;
      for (const { key, holders } of heldKeys(keys)) {
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
    storiesSharing: (keys, max) => {
      storyVotes.clear();
      let toRead = STORY_POSTINGS_READ;
      for (const { key, holders } of heldKeys(keys)) {
        if (toRead <= 0) break;
        const read = Math.min(toRead, STORY_POSTINGS_READ_OF_KEY, holders);
        toRead -= read;
        storyVotes.beginKey(Math.log(1 + articles / holders));
        postings.visit(key, read, voteForStory);
      }
      return storyVotes
        .greatest(max)
        .map(stories.inSlot)
        .filter((story) => story !== undefined);
    },
    sourcesOf: (storyId) => sourceCount(sources.get(storyId)),
    size: () => articles,
  };
}

/** Domains of a story with the number of their articles; most stories have one domain, which needs no map. */
type Carried = { readonly domain: string; readonly times: number } | Map<string, number>;

const sourceCount = (carried: Carried | undefined): number => (carried === undefined ? 0 : carried instanceof Map ? carried.size : 1);

/** Counts a domain in its story, or takes it out again. */
function carry(sources: Map<string, Carried>, { storyId, sourceDomain }: Entry, by: 1 | -1): void {
  let carried = sources.get(storyId);
  if (carried === undefined || (!(carried instanceof Map) && carried.domain === sourceDomain)) {
    const times = (carried?.times ?? 0) + by;
    if (times > 0) sources.set(storyId, { domain: sourceDomain, times });
    else sources.delete(storyId);
    return;
  }
  if (!(carried instanceof Map)) {
    carried = new Map([[carried.domain, carried.times]]);
    sources.set(storyId, carried);
  }
  const times = (carried.get(sourceDomain) ?? 0) + by;
  if (times > 0) carried.set(sourceDomain, times);
  else carried.delete(sourceDomain);
  if (carried.size === 0) sources.delete(storyId);
}
