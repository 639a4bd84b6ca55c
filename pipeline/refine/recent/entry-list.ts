/** The entries of the window in the order of the log: appended at its end, evicted at its beginning. */
import type { RecentArticle } from './recent-article.ts';
import type { ListPlace } from '../pages.ts';

/** An article of the window with the place where it is packed. */
export type ArticleEntry = RecentArticle & ListPlace;
/** A dropped near-duplicate, or a withdrawal: only its story and domain are needed. */
export type CopyEntry = Pick<RecentArticle, 'uid' | 'storyId' | 'sourceDomain' | 'atMs'> & ListPlace & { readonly features: null };
export type Entry = ArticleEntry | CopyEntry;

export interface EntryList {
  /** Number of the entry at place 0; some entries from there on may be evicted. */
  readonly firstNumber: () => number;
  /** Number of the next entry. */
  readonly nextNumber: () => number;
  /** Number of places, evicted entries included. */
  readonly places: () => number;
  /** Number of entries that are not evicted. */
  readonly length: () => number;
  /** `storySlot`: the slot of an article's story. */
  readonly append: (entry: Entry, storySlot: number) => void;
  /** Returns the oldest entry that is not evicted. */
  readonly oldest: () => Entry | undefined;
  readonly evictOldest: () => void;
  /** Returns the entry at a place; undefined where it is evicted. */
  readonly at: (place: number) => Entry | undefined;
  /** Returns the publication time of the article of a number, without touching the entry. */
  readonly publishedMs: (number: number) => number;
  readonly storySlot: (number: number) => number;
  /** Returns the newest article of which `test` holds. It looks at every entry. */
  readonly findNewest: (test: (article: ArticleEntry) => boolean) => ArticleEntry | null;
}

const START = 1 << 12;
/** Evicted entries from which the array may be shortened. */
const SHORTENED_FROM = 1_024;

export function createEntryList(): EntryList {
  let entries: Entry[] = [];
  /** Entries before this place are evicted. */
  let head = 0;
  let firstNumber = 0;
  /** Story slot and publication time of each of `entries`, which look-ups read without the entry. */
  let storySlots = new Int32Array(START);
  let publishedMs = new Float64Array(START);

  function makeRoom(): void {
    const [slots, published] = [storySlots, publishedMs];
    storySlots = new Int32Array(2 * entries.length);
    storySlots.set(slots);
    publishedMs = new Float64Array(2 * entries.length);
    publishedMs.set(published);
  }

  return {
    firstNumber: () => firstNumber,
    nextNumber: () => firstNumber + entries.length,
    places: () => entries.length,
    length: () => entries.length - head,
    append: (entry, storySlot) => {
      entries.push(entry);
      if (entry.features === null) return;
      if (entries.length > storySlots.length) makeRoom();
      storySlots[entries.length - 1] = storySlot;
      publishedMs[entries.length - 1] = entry.publishedAtMs;
    },
    oldest: () => entries[head],
    evictOldest: () => {
      head += 1;
      if (head <= SHORTENED_FROM || head * 2 <= entries.length) return;
      entries = entries.slice(head);
      storySlots.copyWithin(0, head);
      publishedMs.copyWithin(0, head);
      firstNumber += head;
      head = 0;
    },
    at: (place) => (place < head ? undefined : entries[place]),
    publishedMs: (number) => publishedMs[number - firstNumber] ?? 0,
    storySlot: (number) => storySlots[number - firstNumber] ?? 0,
    findNewest: (test) => {
      for (let place = entries.length - 1; place >= head; place -= 1) {
        const entry = entries[place]!;
        if (entry.features !== null && test(entry)) return entry;
      }
      return null;
    },
  };
}
