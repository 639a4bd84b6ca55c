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
export interface CachedPage<Watch = unknown> {
  readonly page: Page<Watch>;
  readonly source: CacheSource;
}

/** Says where a page comes from that memory lacks. */
export interface Miss<Watch = unknown> {
  /** Whether another process may have stored it in Redis. */
  readonly isShared: boolean;
  readonly load: () => Page<Watch> | Promise<Page<Watch>>;
}

export interface PageCache<Watch = unknown> {
  readonly get: (
    key: string,
    options: {
      /** Whether a page in memory still equals the result of a load. */
      readonly isCurrent: (page: Page<Watch>) => boolean;
      /** Called on a miss in memory. */
      readonly onMiss: () => Miss<Watch>;
    },
  ) => CachedPage<Watch> | Promise<CachedPage<Watch>>;
  readonly size: () => { readonly pages: number; readonly bytes: number };
}

export function createPageCache<Watch>(options: {
  readonly bytesMax: number;
  readonly shared: SharedCache;
  readonly steadyMs: () => number;
}): PageCache<Watch> {
  const { bytesMax, shared, steadyMs } = options;
  const memory = new LRUCache<string, Page<Watch>>({
    maxSize: bytesMax,
    maxEntrySize: Math.ceil(bytesMax / 8),
    sizeCalculation: (page) => weightOf(page.content),
  });
  const keep = (key: string, page: Page<Watch>): void => {
    keepContent(page.content);
    memory.set(key, page);
  };
  const flights = new Map<string, Promise<CachedPage<Watch>>>();

  const find = async (key: string, isShared: boolean, load: () => Page<Watch> | Promise<Page<Watch>>): Promise<CachedPage<Watch>> => {
    const found = isShared ? await shared.get(key) : null;
    if (found !== null && steadyMs() < found.freshUntilMs) {
      keep(key, found);
      return { page: found, source: 'redis' };
    }
    try {
      const page = await load();
      keep(key, page);
      if (page.isShared) shared.set(key, page);
      return { page, source: 'load' };
    } catch (error) {
      const stale = memory.peek(key) ?? found;
      if (stale !== null && stale !== undefined && error instanceof ApiError && error.code === 'unavailable' && steadyMs() < stale.staleUntilMs)
        return { page: stale, source: 'stale' };
      throw error;
    }
  };

  return {
    get: (key, { isCurrent, onMiss }) => {
      const held = memory.get(key);
      if (held !== undefined && steadyMs() < held.freshUntilMs && isCurrent(held)) return { page: held, source: 'memory' };
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

  function fly(key: string, start: () => Promise<CachedPage<Watch>>): Promise<CachedPage<Watch>> {
    const flight = start().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }
}
