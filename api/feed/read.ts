/** The parsed query of a news list, and the dependencies that both reading modes need. */
import type { FeedFilter } from '#schemas/feed-filter.ts';
import type { Cursors } from '#schemas/cursor.ts';
import type { Caller } from '../auth/caller.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ResponseBuffer } from '../reply/response-buffer.ts';
import type { AskStore } from '../store-access.ts';
import type { GenerationBook } from './generation-book.ts';
import type { PastStretches } from './past-stretches.ts';
import type { Tail } from './tail.ts';

export interface FeedRequest {
  /** Path of the route: a cursor of one is not one of another. */
  readonly endpoint: string;
  readonly filter: FeedFilter;
  /** Filters in a fixed spelling: equal text, equal filter. */
  readonly filterText: string;
  /** `endpoint` and `filterText` in short, for cursors and keys of caches. */
  readonly binding: string;
  readonly cursor: string | null;
  readonly pageSize: number;
  readonly symbolNote: string | null;
  readonly isCollapsed: boolean;
  readonly window: FeedWindow;
  readonly caller: Caller;
}

/** Both ends inclusive, in milliseconds; null: open. `by`: which instant of a row it bounds. */
export interface FeedWindow {
  readonly by: 'published' | 'created';
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** For a page that a new record may change: up to where the log was looked at, and what to look for. */
export interface PageWatch {
  readonly seenSeq: number;
  readonly filter: FeedFilter;
  readonly storyIds: ReadonlySet<string> | null;
}

export interface FeedDeps {
  readonly ask: AskStore;
  readonly tail: Tail;
  readonly isFollowing: () => boolean;
  /** Has the tail told what lies before it, where it does not know. */
  readonly learnReach: () => Promise<void>;
  readonly generations: Pick<GenerationBook, 'put' | 'resolve' | 'generationAt' | 'newest'>;
  /** Whether the store holds the last correction of a row that the tail has seen. */
  readonly isRevisionStored: () => Promise<boolean>;
  readonly cache: PageCache<PageWatch>;
  readonly past: PastStretches;
  /** Whether a page behind this cursor was requested recently; records the request. */
  readonly wasAsked: (cursor: string) => boolean;
  readonly responseBuffer: ResponseBuffer;
  readonly cursors: Cursors;
  readonly pricingUrl: string;
  /** The wall clock: days, horizons. */
  readonly nowMs: () => number;
  /** How long answers are kept: milliseconds that no clock which is set makes jump. */
  readonly steadyMs: () => number;
}
