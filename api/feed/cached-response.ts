/**
 * Caches computed responses for a minute: one computation per key at a time, shared between processes through Redis, and served stale while
 * the store is down.
 */
import { pageFor, type CachedPage, type Page } from '../cache/page-cache.ts';
import { createContent } from '../reply/content.ts';
import { renderPage, type PageRow, type OutletsByStory } from './page.ts';
import type { FeedDeps } from './feed-request.ts';

export interface Answer {
  readonly value: object;
  readonly rowsCount: number;
}

export type RenderedAnswer = Pick<Page, 'content' | 'rowsCount'>;

/** Returns the answer of `load`, cached. `key` must contain all values that the answer depends on except `deps.version()`. */
export const cachedResponse = (deps: FeedDeps, key: string, load: () => Promise<Answer>): CachedPage | Promise<CachedPage> =>
  cachedContent(deps, key, async () => renderedAnswer(await load()));

export const renderedAnswer = ({ value, rowsCount }: Answer): RenderedAnswer => ({ content: createContent(JSON.stringify(value)), rowsCount });

export const renderedRows = (rows: readonly PageRow[], outlets: OutletsByStory | null = null): RenderedAnswer => ({
  content: renderPage({ rows, nextCursor: null, symbolNote: null, horizonMs: null }, outlets),
  rowsCount: rows.length,
});

/** Returns what `load` rendered, cached as by `cachedResponse`. */
export function cachedContent(deps: FeedDeps, key: string, load: () => Promise<RenderedAnswer>): CachedPage | Promise<CachedPage> {
  const { cache, version, isRevisionStored, steadyMs } = deps;
  return cache.get(`${key} ${version()}`, () => ({
    isShared: true,
    load: async () => {
      // The answer is cached only if the store has the last correction that the tail has read.
      const isLasting = await isRevisionStored();
      return pageFor({ ...(await load()), readAtMs: steadyMs(), isLasting, isShared: true });
    },
  }));
}
