/**
 * Read-through page cache: the memory of this process (an LRU bounded in bytes), then Redis, then the store, with one
 * load per key however many requests wait for it. When a load fails in an outage the page is served stale up to its
 * limit. Without Redis only the sharing between processes is lost.
 */
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import { keepContent, weightOf } from '../reply/content.ts';
import type { Page } from './page.ts';
import type { SharedCache } from './shared-cache.ts';

export type CacheSource = 'memory' | 'redis' | 'load' | 'flight' | 'stale' | 'tail' | 'past';
export interface CachedPage {
  readonly page: Page;
  readonly source: CacheSource;
}

/** Describes how to load a page that is not in memory. */
export interface Miss {
  /** Whether another process may have stored it in Redis. */
  readonly isShared: boolean;
  readonly load: () => Page | Promise<Page>;
}

export interface PageCache {
  /** Returns the page of this key. `onMiss` is called where memory lacks it. */
  readonly get: (key: string, onMiss: () => Miss) => CachedPage | Promise<CachedPage>;
  readonly size: () => { readonly pages: number; readonly bytes: number };
}

/** Creates the cache. `bytesMax` bounds the pages in memory; one page takes at most an eighth of it. */
export function createPageCache(options: {
  readonly bytesMax: number;
  readonly shared: SharedCache;
  /** Returns whether a page still equals the result of a load. */
  readonly isCurrent: (page: Page) => boolean;
  readonly steadyMs: () => number;
}): PageCache {
  const { bytesMax, shared, isCurrent, steadyMs } = options;
  const memory = new LRUCache<string, Page>({
    maxSize: bytesMax,
    maxEntrySize: Math.ceil(bytesMax / 8),
    sizeCalculation: (page) => weightOf(page.content),
  });
  const keep = (key: string, page: Page): void => {
    keepContent(page.content);
    memory.set(key, page);
  };
  const isUsable = (page: Page): boolean => steadyMs() < page.freshUntilMs && isCurrent(page);
  const flights = new Map<string, Promise<CachedPage>>();

  const find = async (key: string, isShared: boolean, load: () => Page | Promise<Page>): Promise<CachedPage> => {
    const fromRedis = isShared ? await shared.get(key) : null;
    if (fromRedis !== null && isUsable(fromRedis)) {
      keep(key, fromRedis);
      return { page: fromRedis, source: 'redis' };
    }
    try {
      const page = await load();
      keep(key, page);
      if (page.isShared) shared.set(key, page);
      return { page, source: 'load' };
    } catch (error) {
      const stale = memory.peek(key) ?? fromRedis;
      if (stale !== null && stale !== undefined && error instanceof ApiError && error.code === 'unavailable' && steadyMs() < stale.staleUntilMs)
        return { page: stale, source: 'stale' };
      throw error;
    }
  };

  return {
    get: (key, onMiss) => {
      const cached = memory.get(key);
      if (cached !== undefined && isUsable(cached)) return { page: cached, source: 'memory' };
      const flying = flights.get(key);
      if (flying !== undefined) return flying.then(({ page }) => ({ page, source: 'flight' }));
      const { isShared, load } = onMiss();
      if (!isShared) {
        // The tail answers synchronously, so no flight and no promise is needed.
        const loaded = load();
        if (!(loaded instanceof Promise)) {
          keep(key, loaded);
          return { page: loaded, source: 'load' };
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
