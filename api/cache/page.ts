/** A cached page: its bytes, when it expires, and which records invalidate it. */
import type { FeedFilter } from '#schemas/feed-filter.ts';
import type { Content } from '../reply/content.ts';
import { cacheMs, staleMs } from './lifetimes.ts';

/** The new records that change a page: those after the last sequence that it reflects, of this filter or of these stories. */
export interface PageWatch {
  readonly seenSeq: number;
  readonly filter: FeedFilter;
  readonly storyIds: ReadonlySet<string> | null;
}

export interface Page {
  readonly content: Content;
  readonly rowsCount: number;
  /** The oldest `created_at` in the page, compared with the archive horizon of each caller; null without rows. */
  readonly firstCreatedAtMs: number | null;
  /** When its rows were read, on the steady clock. */
  readonly readAtMs: number;
  /** End of freshness, on the steady clock of this process (`steadyMs`). */
  readonly freshUntilMs: number;
  /** Until then it is served where there is no other answer. */
  readonly staleUntilMs: number;
  /** Null: no new record changes it. */
  readonly watch: PageWatch | null;
  /** Whether other processes may get it through Redis. */
  readonly isShared: boolean;
}

/** The contents of a page, and what decides its two times. */
interface PageParts extends Pick<Page, 'content' | 'rowsCount' | 'readAtMs' | 'isShared'>, Partial<Pick<Page, 'watch' | 'firstCreatedAtMs'>> {
  /** False: the store may lack a correction of a row, so only the requests that wait for the page get it. */
  readonly isLasting?: boolean;
  readonly freshForMs?: number;
  readonly staleForMs?: number;
}

/** Returns the page with its two ends, in steady milliseconds. Default: fresh for a minute, then stale for ten. */
export function pageFor({
  content,
  rowsCount,
  isShared,
  readAtMs,
  isLasting = true,
  freshForMs = cacheMs,
  staleForMs = staleMs,
  watch = null,
  firstCreatedAtMs = null,
}: PageParts): Page {
  const freshUntilMs = isLasting ? readAtMs + freshForMs : readAtMs;
  const staleUntilMs = isLasting ? freshUntilMs + staleForMs : readAtMs;
  return { content, rowsCount, firstCreatedAtMs, readAtMs, freshUntilMs, staleUntilMs, watch, isShared: isShared && isLasting };
}
