/**
 * Keeps what dedup and stories need of the log's last 72 hours. It follows from the log alone: applying every record in log
 * order rebuilds the same state. The log's time (recent/window-clock.ts) decides what is in the window, the time of
 * publication what belongs together: a first start and a feed that catches up bring the news of weeks in a minute.
 */
import type { FeedDrop, FeedRecord, FeedRevision, FeedRow } from '#schemas/feed-log.ts';
import { listedIdentity } from '#schemas/identity.ts';
import { servedOf, type Fingerprint } from '../dedup/fingerprint.ts';
import { allKeys } from './keys.ts';
import { companyNames } from '../tickers/names/company-names.ts';
import { keyCountAt, keysAt, noStory, packArticle, packCopy, unpackEntry, type EntryText } from './packed.ts';
import { createPages, placesOf, type IntPage, type ListPlace } from '../pages.ts';
import { createPostings } from './postings.ts';
import { createStoryVotes } from './story-votes.ts';
import { createVotes } from './votes.ts';
import { createWindowClock, type KeptClock } from './window-clock.ts';
import { storyFeaturesOf, type StoryFeatures } from '../story/features.ts';
import { createOpenStories, STORY_SPAN_MS, type OpenStory } from '../story/open-stories.ts';

export interface RecentArticle {
  /** Position among all entries ever applied: a later article has a greater one. */
  readonly number: number;
  readonly uid: string;
  readonly storyId: string;
  readonly sourceDomain: string;
  /** Milliseconds in the window's time. */
  readonly atMs: number;
  readonly publishedAtMs: number;
  /** When its row was decided (`created_at`), milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Whether it is an aggregator's entry, not the publisher's own article. */
  readonly isListing: boolean;
  readonly fingerprint: Fingerprint;
  readonly features: StoryFeatures;
}

export interface RecentArticles {
  readonly apply: (record: FeedRecord) => void;
  /** Evicts what is older than the window at this instant. A decision at that instant must call it first. */
  readonly advanceTo: (at: string) => void;
  /** Returns at most `max` articles that share the rarest of these keys and were published around this instant, most similar first. */
  readonly sharing: (keys: readonly number[], publishedAtMs: number, max: number) => RecentArticle[];
  /** Returns the stories of the newest such articles within a story's time of this instant, most similar first, at most `max`. */
  readonly storiesSharing: (keys: readonly number[], publishedAtMs: number, max: number) => OpenStory[];
  /** Returns the article of this uid in its newest form; null: the window lacks it. It looks at every article, for the few that are edited. */
  readonly find: (uid: string) => RecentArticle | null;
  /** Whether the row of this article is withdrawn. Nothing is a duplicate of it, and nothing joins its story. */
  readonly isWithdrawn: (uid: string) => boolean;
  /** Returns how many distinct domains carry this story in the window, copies included. */
  readonly sourcesOf: (storyId: string) => number;
  /** Returns the number of articles in the window. */
  readonly size: () => number;
  /** Returns the window for the state file, as it is now. */
  readonly kept: () => KeptWindow;
}

export interface KeptWindow {
  readonly clock: KeptClock;
  /** The first page may begin with entries from before the window. */
  readonly pages: readonly IntPage[];
}

export interface RecentSettings {
  readonly windowMs: number;
  /** Most entries, above which the oldest are evicted early: bounds memory, not behaviour. */
  readonly articlesMax?: number;
  /** The window from the state file. */
  readonly kept?: KeptWindow;
}

export const ARTICLES_MAX = 250_000;
const TEXTS_REMEMBERED = 60_000;
/** Bounds on one look-up, so that its cost does not depend on the size of the window. */
const POSTINGS_READ = 72;
const POSTINGS_READ_OF_KEY = 16;
const STORY_POSTINGS_READ = 80;
const STORY_POSTINGS_READ_OF_KEY = 8;

const ENTRIES_START = 1 << 12;

/** An article of the window with the place where it is packed. */
type FiledArticle = RecentArticle & ListPlace;
/** A dropped near-duplicate: only its story and domain are needed. */
type Copy = Pick<RecentArticle, 'uid' | 'storyId' | 'sourceDomain' | 'atMs'> & ListPlace & { readonly features: null };
type Entry = FiledArticle | Copy;

export function createRecentArticles({ windowMs, articlesMax = ARTICLES_MAX, kept }: RecentSettings): RecentArticles {
  const postings = createPostings();
  const stories = createOpenStories();
  const pages = createPages(kept?.pages);
  const clock = createWindowClock(kept?.clock);
  const sources = new Map<string, StoryDomains>();
  /** Withdrawn articles, each with the number of the entry that withdrew it last. */
  const withdrawn = new Map<string, number>();
  /** One string per domain or ticker, which all articles share. */
  let texts = new Map<string, string>();
  let entries: Entry[] = [];
  /** Entries before this index are evicted; the first of the array has the number `firstNumber`. */
  let head = 0;
  let firstNumber = 0;
  let articles = 0;
  let nowMs = 0;
  const votes = createVotes(() => firstNumber);
  const storyVotes = createStoryVotes();
  /** Story slot and publication time of each of `entries`, which look-ups read without the entry. */
  let storySlots = new Int32Array(ENTRIES_START);
  let publishedMs = new Float64Array(ENTRIES_START);
  let askedAtMs = 0;
  const isWithin = (number: number, apartMs: number): boolean => Math.abs((publishedMs[number - firstNumber] ?? 0) - askedAtMs) <= apartMs;
  const vote = (number: number): boolean => {
    const isNear = isWithin(number, windowMs);
    if (isNear) votes.add(number);
    return isNear;
  };
  const voteForStory = (number: number): boolean => {
    const isNear = isWithin(number, STORY_SPAN_MS);
    if (isNear) storyVotes.add(storySlots[number - firstNumber] ?? 0);
    return isNear;
  };

  function push(place: ListPlace): void {
    const number = firstNumber + entries.length;
    const { page, at: placedAt } = place;
    const { atMs, publishedAtMs, createdAtMs, uid, storyId, sourceDomain, isListing, features } = unpackEntry(place, oneText);
    if (features === null) {
      const copy = { page, at: placedAt, atMs, uid, storyId, sourceDomain, features };
      entries.push(copy);
      if (storyId === noStory) withdrawn.set(uid, number);
      else carry(sources, copy, 1);
      return;
    }
    withdrawn.delete(uid);
    const { fingerprint } = features;
    const article = { page, at: placedAt, number, uid, storyId, sourceDomain, atMs, publishedAtMs, createdAtMs, isListing, fingerprint, features };
    entries.push(article);
    carry(sources, article, 1);
    articles += 1;
    if (entries.length > storySlots.length) makeRoom();
    storySlots[entries.length - 1] = stories.add(storyId, article);
    publishedMs[entries.length - 1] = publishedAtMs;
    const from = keysAt(place);
    for (let at = from; at < from + keyCountAt(place); at += 1) postings.add(page[at] ?? 0, number);
  }

  function makeRoom(): void {
    const [slots, published] = [storySlots, publishedMs];
    storySlots = new Int32Array(2 * entries.length);
    storySlots.set(slots);
    publishedMs = new Float64Array(2 * entries.length);
    publishedMs.set(published);
  }

  /** Packs a row from what is served, so that the state follows from the log alone. */
  function pack(row: ServedArticle, atMs: number): ListPlace {
    const { original, enrichment } = row.item;
    const { words, fingerprint } = servedOf(original.title, row.extract ?? original.summary);
    const features = storyFeaturesOf(words, fingerprint, {
      tickers: enrichment.tickers,
      companies: companyNames(row.key_entities),
      category: row.is_category_unsure === true ? null : enrichment.category,
    });
    const entry = {
      atMs,
      publishedAtMs: Date.parse(original.time_published),
      createdAtMs: Date.parse(original.created_at),
      uid: original.uid,
      storyId: row.story_id,
      sourceDomain: original.source_domain,
      isListing: listedIdentity(row.identity) !== null,
    };
    return packArticle(pages, entry, features, allKeys(fingerprint, words, enrichment.tickers));
  }

  function oneText(text: string): string {
    if (texts.size > TEXTS_REMEMBERED) texts = new Map();
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  }

  function shift(): void {
    const entry = entries[head];
    if (entry === undefined) return;
    if (entry.storyId !== noStory) carry(sources, entry, -1);
    else if (entry.features === null && withdrawn.get(entry.uid) === firstNumber + head) withdrawn.delete(entry.uid);
    head += 1;
    if (entry.features !== null) {
      articles -= 1;
      stories.remove(entry.storyId, entry.number);
      const from = keysAt(entry);
      for (let at = from; at < from + keyCountAt(entry); at += 1) postings.removeOldest(entry.page[at] ?? 0);
    }
    const next = entries[head];
    if (next?.page !== entry.page) pages.forgetBefore(next?.page ?? null);
    if (head > 1_024 && head * 2 > entries.length) {
      entries = entries.slice(head);
      storySlots.copyWithin(0, head);
      publishedMs.copyWithin(0, head);
      firstNumber += head;
      head = 0;
    }
  }

  function evict(): void {
    while (head < entries.length && (entries.length - head > articlesMax || (entries[head]?.atMs ?? 0) < nowMs - windowMs)) shift();
  }

  for (const page of kept?.pages ?? []) for (const place of placesOf(page)) push(place);
  nowMs = kept?.clock.last?.windowMs ?? 0;
  evict();

  /** Returns the keys that recent articles have, the rarest first. */
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
      const atMs = clock.atRecord(Date.parse(record.instants.refined_at));
      nowMs = Math.max(nowMs, atMs);
      if (record.type === 'row' && record.item.original.source_type === 'publisher') push(pack(record, atMs));
      else if (record.type === 'revision' && isEdited(record)) push(pack(record, atMs));
      else if (record.type === 'revision' && record.withdrawn !== undefined) push(packCopy(pages, withdrawalOf(record, atMs)));
      else if (record.type === 'drop' && record.reason === 'near_duplicate' && record.story_id !== null)
        push(packCopy(pages, copyOf(record, record.story_id, atMs)));
      evict();
    },
    advanceTo: (at) => {
      nowMs = Math.max(nowMs, clock.at(Date.parse(at)));
      evict();
    },
    sharing: (keys, publishedAtMs, max) => {
      votes.clear(entries.length);
      askedAtMs = publishedAtMs;
      let toRead = POSTINGS_READ;
      for (const { key, holders } of heldKeys(keys)) {
        if (toRead <= 0) break;
        votes.weight = Math.log(1 + articles / holders);
        toRead -= postings.visit(key, Math.min(toRead, POSTINGS_READ_OF_KEY), vote);
      }
      return votes.greatest(max).flatMap((at) => {
        const entry = entries[at];
        return entry === undefined || entry.features === null || withdrawn.has(entry.uid) ? [] : [entry];
      });
    },
    storiesSharing: (keys, publishedAtMs, max) => {
      storyVotes.clear();
      askedAtMs = publishedAtMs;
      let toRead = STORY_POSTINGS_READ;
      for (const { key, holders } of heldKeys(keys)) {
        if (toRead <= 0) break;
        storyVotes.beginKey(Math.log(1 + articles / holders));
        toRead -= postings.visit(key, Math.min(toRead, STORY_POSTINGS_READ_OF_KEY), voteForStory);
      }
      return storyVotes
        .greatest(max)
        .map(stories.inSlot)
        .filter((story): story is OpenStory => story !== undefined && !withdrawn.has(story.storyId));
    },
    find: (uid) => {
      for (let at = entries.length - 1; at >= head; at -= 1) {
        const entry = entries[at]!;
        if (entry.features !== null && entry.uid === uid) return entry;
      }
      return null;
    },
    isWithdrawn: (uid) => withdrawn.has(uid),
    sourcesOf: (storyId) => sourceCount(sources.get(storyId)),
    size: () => articles,
    kept: () => ({ clock: clock.kept(), pages: pages.kept() }),
  };
}

/** The fields of a row, or of the correction of an edited article, that the window needs. */
type ServedArticle = Pick<FeedRow, 'item' | 'key_entities' | 'story_id' | 'identity' | 'extract' | 'is_category_unsure'>;

const isEdited = (record: FeedRevision): record is FeedRevision & ServedArticle => record.item !== null && record.story_id !== undefined;

const copyOf = ({ uid, instants, source_domain }: FeedDrop, storyId: string, atMs: number): EntryText => ({
  atMs,
  publishedAtMs: Date.parse(instants.published_at ?? instants.seen_at),
  createdAtMs: Date.parse(instants.refined_at),
  uid,
  storyId,
  sourceDomain: source_domain ?? '',
  isListing: false,
});

const withdrawalOf = ({ revises, instants }: FeedRevision, atMs: number): EntryText => ({
  atMs,
  publishedAtMs: Date.parse(instants.refined_at),
  createdAtMs: Date.parse(instants.refined_at),
  uid: revises,
  storyId: noStory,
  sourceDomain: '',
  isListing: false,
});

/** Domains of a story with the number of their articles; a string for the usual story of one article. */
type StoryDomains = string | Map<string, number>;

const sourceCount = (carried: StoryDomains | undefined): number => (carried === undefined ? 0 : typeof carried === 'string' ? 1 : carried.size);

/** Counts a domain in its story, or removes it again. */
function carry(sources: Map<string, StoryDomains>, { storyId, sourceDomain }: Pick<Entry, 'storyId' | 'sourceDomain'>, by: 1 | -1): void {
  const carried = sources.get(storyId);
  if (carried === undefined) {
    if (by > 0) sources.set(storyId, sourceDomain);
    return;
  }
  if (typeof carried === 'string') {
    if (by > 0)
      sources.set(
        storyId,
        carried === sourceDomain
          ? new Map([[carried, 2]])
          : new Map([
              [carried, 1],
              [sourceDomain, 1],
            ]),
      );
    else if (carried === sourceDomain) sources.delete(storyId);
    return;
  }
  const times = (carried.get(sourceDomain) ?? 0) + by;
  if (times > 0) carried.set(sourceDomain, times);
  else carried.delete(sourceDomain);
  const [only] = carried;
  if (carried.size === 0) sources.delete(storyId);
  else if (carried.size === 1 && only !== undefined && only[1] === 1) sources.set(storyId, only[0]);
}
