/**
 * Caches a computed response: one computation per key at a time, shared between processes through Redis, served stale while the store is
 * down. It is valid for a minute.
 */
import { pageFor, type CachedPage, type Page } from '../cache/page-cache.ts';
import { createContent } from '../reply/content.ts';
import { renderPage, type PageRow, type Stories } from './page.ts';
import type { FeedDeps } from './feed-request.ts';

export interface Answer {
  readonly value: object;
  readonly rowsCount: number;
}

export type RenderedAnswer = Pick<Page, 'content' | 'rowsCount'>;

/** Returns a cached response. `key` must contain all values that the answer depends on; the version is added here. */
export const cachedResponse = (deps: FeedDeps, key: string, load: () => Promise<Answer>): CachedPage | Promise<CachedPage> =>
  cachedContent(deps, key, async () => renderedAnswer(await load()));

/** Renders an answer as JSON. */
export const renderedAnswer = ({ value, rowsCount }: Answer): RenderedAnswer => ({ content: createContent(JSON.stringify(value)), rowsCount });

/** Renders the only page of a list of rows; with `stories`, each row with its sources. */
export const renderedRows = (rows: readonly PageRow[], stories: Stories | null = null): RenderedAnswer => ({
  content: renderPage({ rows, nextCursor: null, symbolNote: null, horizonMs: null }, stories),
  rowsCount: rows.length,
});

/** Does the same for an answer that is rendered already. */
export function cachedContent(deps: FeedDeps, key: string, load: () => Promise<RenderedAnswer>): CachedPage | Promise<CachedPage> {
  const { cache, version, isRevisionStored, steadyMs } = deps;
  return cache.get(`${key} ${version()}`, () => ({
    isShared: true,
    load: async () => {
      // Kept unless the store lacks a correction of a row.
      const isLasting = await isRevisionStored();
      return pageFor({ ...(await load()), readAtMs: steadyMs(), isLasting, isShared: true });
    },
  }));
}
