/**
 * Read-through page cache: the memory of this process (an LRU bounded in bytes), then Redis, then the store, with one
 * load per key however many requests wait for it. When a load fails in an outage the page is served stale up to its
 * limit. Without Redis only the sharing between processes is lost.
 */
import { LRUCache } from 'lru-cache';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { ApiError } from '../errors.ts';
import { keepContent, weightOf, type Content } from '../reply/content.ts';

/** Longest that an answer may come from a cache, in milliseconds as all these times. */
export const cacheMs = 60_000;
/** Time for which a page that will never change is kept. */
export const finalPageMs = 3_600_000;
/** Time past its freshness for which a page is served while the store is unavailable. */
export const staleMs = 600_000;
/** Time that a page of the tail lives while the tail does not follow the log, because changes are then not detected. */
const unwatchedMs = 1_000;

/** The new records that change a page: those after the last sequence that it reflects, of this filter or of these stories. */
export interface PageWatch {
  readonly seenSeq: number;
  readonly filter: FeedFilter;
  readonly storyIds: ReadonlySet<string> | null;
}

/** A page with its bytes, when it expires, and which records invalidate it. */
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

/** The newest part of the feed log, by which `isCurrent` judges a page. */
export interface TailState {
  readonly tail: { readonly changesAfter: (filter: FeedFilter, storyIds: ReadonlySet<string> | null, afterSeq: number) => boolean };
  readonly isFollowing: () => boolean;
  readonly steadyMs: () => number;
}

/** Returns whether no record since has changed the page, as far as the tail knows. */
export function isCurrent({ watch, readAtMs }: Page, { tail, isFollowing, steadyMs }: TailState): boolean {
  // A page that no new row changes may be changed by a correction. It changes the keys of pages once the tail has read it.
  if (!isFollowing()) return steadyMs() < readAtMs + (watch === null ? cacheMs : unwatchedMs);
  return watch === null || !tail.changesAfter(watch.filter, watch.storyIds, watch.seenSeq);
}

export type CacheSource = 'memory' | 'redis' | 'load' | 'flight' | 'stale' | 'tail' | 'past';

/** The part of a page that answers a request, and where it came from. */
export interface CachedPage extends Pick<Page, 'content' | 'rowsCount' | 'firstCreatedAtMs'> {
  readonly source: CacheSource;
}

const answered = ({ content, rowsCount, firstCreatedAtMs }: Page, source: CacheSource): CachedPage => ({
  content,
  rowsCount,
  firstCreatedAtMs,
  source,
});

/** Describes how to load a page that is not in memory. */
interface Miss {
  /** Whether another process may have stored it in Redis. */
  readonly isShared: boolean;
  readonly load: () => Page | Promise<Page>;
}

export interface PageCache {
  /** Returns the page of this key. `onMiss` is called where memory lacks it. */
  readonly get: (key: string, onMiss: () => Miss) => CachedPage | Promise<CachedPage>;
  readonly size: () => { readonly pages: number; readonly bytes: number };
}

/** Pages that API processes share. */
export interface SharedCache {
  readonly get: (key: string) => Promise<Page | null>;
  /** Not awaited; a failure becomes a later miss. */
  readonly set: (key: string, page: Page) => void;
}

/** Creates the cache. `bytesMax` bounds the pages in memory; one page takes at most an eighth of it. */
export function createPageCache(options: TailState & { readonly bytesMax: number; readonly shared: SharedCache }): PageCache {
  const { bytesMax, shared, steadyMs } = options;
  const memory = new LRUCache<string, Page>({
    maxSize: bytesMax,
    maxEntrySize: Math.ceil(bytesMax / 8),
    sizeCalculation: (page) => weightOf(page.content),
  });
  const keep = (key: string, page: Page): void => {
    keepContent(page.content);
    memory.set(key, page);
  };
  const isUsable = (page: Page): boolean => steadyMs() < page.freshUntilMs && isCurrent(page, options);
  const flights = new Map<string, Promise<CachedPage>>();

  const find = async (key: string, isShared: boolean, load: () => Page | Promise<Page>): Promise<CachedPage> => {
    const fromRedis = isShared ? await shared.get(key) : null;
    if (fromRedis !== null && isUsable(fromRedis)) {
      keep(key, fromRedis);
      return answered(fromRedis, 'redis');
    }
    try {
      const page = await load();
      keep(key, page);
      if (page.isShared) shared.set(key, page);
      return answered(page, 'load');
    } catch (error) {
      const stale = memory.peek(key) ?? fromRedis;
      if (stale !== null && stale !== undefined && error instanceof ApiError && error.code === 'unavailable' && steadyMs() < stale.staleUntilMs)
        return answered(stale, 'stale');
      throw error;
    }
  };

  return {
    get: (key, onMiss) => {
      const cached = memory.get(key);
      if (cached !== undefined && isUsable(cached)) return answered(cached, 'memory');
      const flying = flights.get(key);
      if (flying !== undefined) return flying.then((page) => ({ ...page, source: 'flight' }));
      const { isShared, load } = onMiss();
      if (!isShared) {
        // The tail answers synchronously, so no flight and no promise is needed.
        const loaded = load();
        if (!(loaded instanceof Promise)) {
          keep(key, loaded);
          return answered(loaded, 'tail');
        }
        return fly(key, () => find(key, false, () => loaded));
      }
      return fly(key, () => find(key, true, load));
    },
    size: () => ({ pages: memory.size, bytes: memory.calculatedSize }),
  };

  function fly(key: string, start: () => Promise<CachedPage>): Promise<CachedPage> {
    const flight = start().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }
}
