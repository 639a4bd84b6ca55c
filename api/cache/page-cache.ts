/**
 * Key in, page out: from this process's memory (bounded in bytes, least recently used leaves first), else from Redis,
 * else loaded, once however many ask at the same time. A page whose load fails in an outage is served stale as long
 * as it may be. Redis being away costs nothing but its share.
 */
import { LRUCache } from 'lru-cache';
import type { FeedFilter } from '#clickhouse/feed-filter.ts';
import { ApiError } from '../errors.ts';
import { keepContent, weightOf, type Content } from '../reply/content.ts';
import type { SharedCache } from './shared-cache.ts';

export interface Page {
  readonly content: Content;
  readonly rowsCount: number;
  /** The oldest instant of arrival in it, for the archive horizon of whoever asks; null when it holds no row. */
  readonly firstCreatedAtMs: number | null;
  /** In the steady milliseconds of this process (`steadyMs`). */
  readonly freshUntilMs: number;
  /** Until then it is better than no answer. */
  readonly staleUntilMs: number;
  /** For a page that a new record may change: up to where the log was looked at, and what to look for. */
  readonly watch: PageWatch | null;
  /** Whether other processes may have it through Redis. */
  readonly isShared: boolean;
}

export interface PageWatch {
  readonly seenSeq: number;
  readonly filter: FeedFilter;
  readonly storyIds: ReadonlySet<string> | null;
}

export type CacheSource = 'memory' | 'redis' | 'load' | 'flight' | 'stale' | 'tail';
export interface CachedPage {
  readonly page: Page;
  readonly source: CacheSource;
}

export interface PageCache {
  readonly get: (
    key: string,
    options: {
      /** Whether a page found in memory still says what a load would say. */
      readonly isCurrent: (page: Page) => boolean;
      /** Whether another process may have left it in Redis; asked before `load`, and only where memory has nothing. */
      readonly isShared: () => boolean;
      readonly load: () => Page | Promise<Page>;
    },
  ) => CachedPage | Promise<CachedPage>;
  readonly size: () => { readonly pages: number; readonly bytes: number };
}

export function createPageCache(options: { readonly bytesMax: number; readonly shared: SharedCache; readonly steadyMs: () => number }): PageCache {
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
  const flights = new Map<string, Promise<CachedPage>>();

  const find = async (key: string, isShared: boolean, load: () => Page | Promise<Page>): Promise<CachedPage> => {
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
    get: (key, { isCurrent, isShared, load }) => {
      const held = memory.get(key);
      if (held !== undefined && steadyMs() < held.freshUntilMs && isCurrent(held)) return { page: held, source: 'memory' };
      const flying = flights.get(key);
      if (flying !== undefined) return flying.then(({ page }) => ({ page, source: 'flight' }));
      if (!isShared()) {
        // What the tail answers is there at once: no flight, no promise.
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
