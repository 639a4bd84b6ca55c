/**
 * Read-through cache of pages: first the memory of this process (an LRU with a limit in bytes), then Redis, then the store. Concurrent
 * requests for a key share one load. If a load fails in an outage, a stale page is served.
 */
import { LRUCache } from 'lru-cache';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { ApiError } from '../errors.ts';
import { keepContent, weightOf, type Content } from '../reply/content.ts';

/** How long a page is fresh. */
export const cacheMs = 60_000;
/** How long a page that never changes is fresh. */
export const finalPageMs = 3_600_000;
/** How long after its freshness a page is served while the store is unavailable. */
export const staleMs = 600_000;
/** How long a page that new records change is used while the tail does not follow the log and so cannot detect changes. */
const unwatchedMs = 1_000;

/** The records that change a page: those after `seenSeq` that match the filter or belong to one of the stories. */
export interface PageWatch {
  readonly seenSeq: number;
  readonly filter: FeedFilter;
  readonly storyIds: ReadonlySet<string> | null;
}

export interface Page {
  readonly content: Content;
  readonly rowsCount: number;
  /** The oldest `created_at` in the page, which is compared with the horizon of each caller; null without rows. */
  readonly firstCreatedAtMs: number | null;
  /** When the rows were read. This time and the next two are of the steady clock. */
  readonly readAtMs: number;
  readonly freshUntilMs: number;
  /** Until then the page is served if the store is unavailable. */
  readonly staleUntilMs: number;
  /** Null if no new record changes the page. */
  readonly watch: PageWatch | null;
  readonly isShared: boolean;
}

interface PageParts extends Pick<Page, 'content' | 'rowsCount' | 'readAtMs' | 'isShared'>, Partial<Pick<Page, 'watch' | 'firstCreatedAtMs'>> {
  /** False if the store may lack a correction of a row. Then only the requests that wait for the page get it. */
  readonly isLasting?: boolean;
  readonly freshForMs?: number;
  readonly staleForMs?: number;
}

export function pageFor({ isLasting = true, freshForMs = cacheMs, staleForMs = staleMs, ...parts }: PageParts): Page {
  const freshUntilMs = parts.readAtMs + (isLasting ? freshForMs : 0);
  const staleUntilMs = freshUntilMs + (isLasting ? staleForMs : 0);
  return { watch: null, firstCreatedAtMs: null, ...parts, freshUntilMs, staleUntilMs, isShared: parts.isShared && isLasting };
}

/** The state of the tail, with which `isCurrent` detects changes of a page. */
interface TailState {
  readonly tail: { readonly changesAfter: (filter: FeedFilter, storyIds: ReadonlySet<string> | null, afterSeq: number) => boolean };
  readonly isFollowing: () => boolean;
  readonly steadyMs: () => number;
}

/** Returns whether no record has changed the page since it was read. While the tail does not follow the log, a page counts as current for a time. */
export function isCurrent({ watch, readAtMs }: Page, { tail, isFollowing, steadyMs }: TailState): boolean {
  // A page without a watch can only be changed by a correction, which changes the cache keys when the tail has read it.
  if (!isFollowing()) return steadyMs() < readAtMs + (watch === null ? cacheMs : unwatchedMs);
  return watch === null || !tail.changesAfter(watch.filter, watch.storyIds, watch.seenSeq);
}

export type CacheSource = 'memory' | 'redis' | 'load' | 'flight' | 'stale' | 'tail' | 'past';

export interface CachedPage extends Pick<Page, 'content' | 'rowsCount' | 'firstCreatedAtMs'> {
  readonly source: CacheSource;
}

const answered = (page: Page, source: CacheSource): CachedPage => ({ ...page, source });

interface Miss {
  readonly isShared: boolean;
  readonly load: () => Page | Promise<Page>;
}

export interface PageCache {
  readonly get: (key: string, onMiss: () => Miss) => CachedPage | Promise<CachedPage>;
  readonly size: () => { readonly pages: number; readonly bytes: number };
}

export interface SharedCache {
  readonly get: (key: string) => Promise<Page | null>;
  /** Does not wait for Redis and ignores its errors. */
  readonly set: (key: string, page: Page) => void;
}

/** Creates the cache. `bytesMax` limits the pages in memory; a page that is larger than an eighth of the limit is not cached. */
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
      const loaded = isShared ? null : load();
      // The tail loads pages synchronously, so concurrent requests cannot occur.
      if (loaded !== null && !(loaded instanceof Promise)) {
        keep(key, loaded);
        return answered(loaded, 'tail');
      }
      const flight = find(key, isShared, loaded === null ? load : () => loaded).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
    size: () => ({ pages: memory.size, bytes: memory.calculatedSize }),
  };
}
