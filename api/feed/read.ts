/** The parsed query of a news list, and the dependencies that both reading modes need. */
import type { FeedFilter } from '#schemas/feed-filter.ts';
import type { Cursors } from '#schemas/cursor.ts';
import type { Caller } from '../auth/caller.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ResponseBuffer } from '../reply/response-buffer.ts';
import type { QueryStore } from '../store-access.ts';
import type { GenerationBook } from './generation-book.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { PageRow } from './page.ts';
import type { PastRanges } from './past-ranges.ts';
import type { Tail } from './tail.ts';

export interface FeedRequest {
  /** Path of the route; a cursor is valid for its own route only. */
  readonly endpoint: string;
  readonly filter: FeedFilter;
  /** Filters in a fixed spelling: equal text, equal filter. */
  readonly filterText: string;
  /** Hash of `endpoint` and `filterText`, for cursors and cache keys. */
  readonly binding: string;
  readonly cursor: string | null;
  readonly pageSize: number;
  readonly symbolNote: string | null;
  readonly isCollapsed: boolean;
  /** Whether the caller keeps a copy and wants corrections and withdrawals as rows (include=revisions). */
  readonly withRevisions: boolean;
  readonly window: FeedWindow;
  readonly caller: Caller;
}

/** A time window: both ends inclusive, in milliseconds; null: open. `by` is the instant of a row that it bounds. */
export interface FeedWindow {
  readonly by: 'published' | 'created';
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Describes a page that a new record may change: the last sequence it reflects, and the filter and stories to look for. */
export interface PageWatch {
  readonly seenSeq: number;
  readonly filter: FeedFilter;
  readonly storyIds: ReadonlySet<string> | null;
}

export interface FeedDeps {
  readonly ask: QueryStore;
  readonly tail: Tail;
  readonly isFollowing: () => boolean;
  /** Tells the tail what lies before it, where the tail does not know. */
  readonly learnReach: () => Promise<void>;
  readonly generations: Pick<GenerationBook, 'put' | 'resolve' | 'generationAt' | 'newest'>;
  /** Returns whether the store has the last correction of a row that the tail has read. */
  readonly isRevisionStored: () => Promise<boolean>;
  readonly cache: PageCache<PageWatch>;
  readonly past: PastRanges;
  /** Returns whether a page after this cursor was requested recently; records the request. */
  readonly wasAsked: (cursor: string) => boolean;
  readonly responseBuffer: ResponseBuffer;
  readonly cursors: Cursors;
  readonly pricingUrl: string;
  /** The wall clock, for days and horizons. */
  readonly nowMs: () => number;
  /** A steady clock in milliseconds for cache lifetimes; setting the machine's clock does not change it. */
  readonly steadyMs: () => number;
}

/** Rows in log order; everything up to `position` was examined. */
export interface DeltaRows {
  readonly rows: readonly PageRow[];
  readonly position: LogPosition;
  /** Whether the store may lack the last correction of a row; the page is then served but not cached. */
  readonly isPassing?: boolean;
}
