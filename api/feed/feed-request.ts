/** A feed query with its caller, and the dependencies of both reading modes. */
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

/** A query whose symbols are resolved: its filter has their tickers. */
export interface FeedRequest extends ReadQuery {
  readonly caller: Caller;
  /** A sentence about the symbols for the answer; null if there is nothing to say. */
  readonly symbolNote: string | null;
}

export interface FeedDeps {
  readonly ask: QueryStore;
  readonly tail: Tail;
  readonly isFollowing: () => boolean;
  /** Returns whether the tail follows the log and knows `Tail.reach`. */
  readonly isTailWhole: () => boolean;
  /** Returns a part of every cache key, which changes with every correction of a row and every generation of the log. */
  readonly version: () => string;
  readonly generations: GenerationBook;
  /** Returns whether the store has the last correction of a row that the tail has read. */
  readonly isRevisionStored: () => Promise<boolean>;
  readonly cache: PageCache;
  readonly past: PastRanges;
  /** Records a request for the page of this cursor, and returns whether the page was requested recently. */
  readonly wasRequested: (cursor: string) => boolean;
  readonly responseBuffer: ResponseBuffer;
  readonly cursors: Cursors;
  readonly pricingUrl: string;
  readonly nowMs: () => number;
  /** Returns the milliseconds of a monotonic clock, for cache lifetimes. */
  readonly steadyMs: () => number;
}

/** Rows in log order; every record up to `position` was examined. */
export interface DeltaRows {
  readonly rows: readonly PageRow[];
  readonly position: LogPosition;
  /** Whether the store may lack the last correction of a row; the page is then served but not cached. */
  readonly mayLackRevision?: boolean;
}
