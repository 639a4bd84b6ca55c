/**
 * Answers with a short list of rows chosen from many. Where the tail has all candidates, the list comes from it and is valid until a record
 * changes it; otherwise it comes from the store and is cached for a minute.
 */
import { storedPage, type RenderedAnswer } from '../cache/cached-response.ts';
import { cacheMs, staleMs } from '../cache/lifetimes.ts';
import type { Page } from '../cache/page.ts';
import type { ContentResult } from '../reply/result.ts';
import { isCurrent } from './is-current.ts';
import type { FeedDeps, PageWatch } from './read.ts';
import { isTailWhole } from './tail-reach.ts';

export interface CachedList extends RenderedAnswer {
  /** The rows and stories whose changes make the list outdated. */
  readonly changedBy: Omit<PageWatch, 'seenSeq'>;
}

/** Returns the list. `key` identifies the query. `held` returns null where the tail does not have all candidates. */
export async function cachedList(
  deps: FeedDeps,
  key: string,
  { held, stored }: { readonly held: () => CachedList | null; readonly stored: () => Promise<RenderedAnswer> },
): Promise<ContentResult> {
  const { cache, tail, generations } = deps;
  const { page, source } = await cache.get(`${key} revised ${tail.revisedSeq()} in ${generations.newest()}`, {
    isCurrent: (kept) => isCurrent(kept, deps),
    onMiss: () => {
      const found = isTailWhole(deps) ? held() : null;
      return found === null ? { isShared: true, load: () => storedPage(deps, stored) } : { isShared: false, load: () => heldPage(found, deps) };
    },
  });
  return { content: page.content, rowsCount: page.rowsCount, source };
}

function heldPage({ content, rowsCount, changedBy }: CachedList, { tail, steadyMs }: FeedDeps): Page<PageWatch> {
  const freshUntilMs = steadyMs() + cacheMs;
  return {
    content,
    rowsCount,
    firstCreatedAtMs: null,
    freshUntilMs,
    staleUntilMs: freshUntilMs + staleMs,
    watch: { ...changedBy, seenSeq: tail.lastSeq() },
    isShared: false,
  };
}
