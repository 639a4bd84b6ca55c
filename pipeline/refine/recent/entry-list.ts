/** The entries of the window in the order of the log, each with its number: appended at the end, evicted at the beginning. */
import type { ListPlace } from '../pages.ts';
import type { RecentArticle } from './recent-article.ts';

/** An article of the window with its story's slot and the place where it is packed. */
export type ArticleEntry = RecentArticle & ListPlace & { readonly storySlot: number };
/** The withdrawal of the article with this uid. */
export type WithdrawalEntry = Pick<RecentArticle, 'uid' | 'atMs'> & ListPlace & { readonly features: null };
export type Entry = ArticleEntry | WithdrawalEntry;

export interface EntryList {
  /** Number of the oldest entry, and of the next one. */
  readonly firstNumber: () => number;
  readonly nextNumber: () => number;
  readonly append: (entry: Entry) => void;
  readonly oldest: () => Entry | undefined;
  readonly evictOldest: () => void;
  /** Returns the article of a number; undefined where that is no article of the window. */
  readonly article: (number: number) => ArticleEntry | undefined;
  /** Returns the newest article of a uid. It looks at every entry. */
  readonly newestOf: (uid: string) => ArticleEntry | null;
}

/** Evicted entries from which the array may be shortened. */
const SHORTENED_FROM = 1_024;

/** Returns an empty list. */
export function createEntryList(): EntryList {
  let entries: Entry[] = [];
  /** Entries before this place are evicted; `start` is the number of the entry at place 0. */
  let head = 0;
  let start = 0;
  const articleIn = (entry: Entry | undefined): ArticleEntry | undefined => (entry === undefined || entry.features === null ? undefined : entry);
  return {
    firstNumber: () => start + head,
    nextNumber: () => start + entries.length,
    append: (entry) => void entries.push(entry),
    oldest: () => entries[head],
    evictOldest: () => {
      head += 1;
      if (head <= SHORTENED_FROM || head * 2 <= entries.length) return;
      entries = entries.slice(head);
      start += head;
      head = 0;
    },
    article: (number) => (number - start < head ? undefined : articleIn(entries[number - start])),
    newestOf: (uid) => articleIn(entries.findLast((entry, place) => place >= head && entry.uid === uid && entry.features !== null)) ?? null,
  };
}
