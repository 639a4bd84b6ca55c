/** The query of a caller, and the dependencies of both reading modes. */
import type { Cursors } from '#schemas/cursor.ts';
import type { Caller } from '../auth/caller.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ResponseBuffer } from '../reply/response-buffer.ts';
import type { QueryStore } from '../store-access.ts';
import type { GenerationBook } from './generation-book.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { PageRow } from './page.ts';
import type { ReadQuery } from './parameters.ts';
import type { PastRanges } from './past-ranges.ts';
import type { Tail } from './tail.ts';

/** A query of a caller, with its symbols resolved to the filter's tickers. */
export interface FeedRequest extends ReadQuery {
  readonly caller: Caller;
  readonly symbolNote: string | null;
}

export interface FeedDeps {
  readonly ask: QueryStore;
  readonly tail: Tail;
  readonly isFollowing: () => boolean;
  /** Returns whether the tail is at the end of the log and knows the reach of rows that it lacks. */
  readonly isTailWhole: () => boolean;
  /** Part of every key of a cached answer: changes with every correction of a row and every generation of the log. */
  readonly version: () => string;
  readonly generations: Pick<GenerationBook, 'put' | 'resolve' | 'generationAt' | 'newest'>;
  /** Returns whether the store has the last correction of a row that the tail has read. */
  readonly isRevisionStored: () => Promise<boolean>;
  readonly cache: PageCache;
  readonly past: PastRanges;
  /** Records the request for a page after this cursor, and returns whether one was requested recently. */
  readonly wasRequested: (cursor: string) => boolean;
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
  readonly mayLackRevision?: boolean;
}
