/**
 * Caches a computed response for a minute: one computation per key at a time, shared between processes through Redis,
 * served stale while the store is down.
 */
import { createContent, type Content } from '../reply/content.ts';
import type { ContentResult } from '../reply/result.ts';
import { cacheMs, staleMs } from './lifetimes.ts';
import type { Page } from './page.ts';
import type { PageCache } from './page-cache.ts';

export interface CachedResponseDeps<Watch> {
  readonly cache: PageCache<Watch>;
  /** `revisedSeq` changes with every correction of a row. */
  readonly tail: { readonly revisedSeq: () => number };
  /** Whether the store has the last of them. */
  readonly isRevisionStored: () => Promise<boolean>;
  readonly steadyMs: () => number;
}

export interface Answer {
  readonly value: object;
  readonly rowsCount: number;
}

export interface RenderedAnswer {
  readonly content: Content;
  readonly rowsCount: number;
}

/** Returns a cached response. `key` must contain all values that the answer depends on; corrections of rows are added here. */
export const cachedResponse = <Watch>(deps: CachedResponseDeps<Watch>, key: string, load: () => Promise<Answer>): Promise<ContentResult> =>
  cachedContent(deps, key, async () => {
    const { value, rowsCount } = await load();
    return { content: createContent(JSON.stringify(value)), rowsCount };
  });

/** Does the same for an answer that is rendered already. */
export async function cachedContent<Watch>(
  deps: CachedResponseDeps<Watch>,
  key: string,
  load: () => Promise<RenderedAnswer>,
): Promise<ContentResult> {
  const { page, source } = await deps.cache.get(`${key} revised ${deps.tail.revisedSeq()}`, {
    isCurrent: () => true,
    onMiss: () => ({ isShared: true, load: () => storedPage(deps, load) }),
  });
  return { content: page.content, rowsCount: page.rowsCount, source };
}

/** Returns an answer of the store as a page. It is kept unless the store lacks a correction of a row. */
export async function storedPage<Watch>(
  { isRevisionStored, steadyMs }: Pick<CachedResponseDeps<Watch>, 'isRevisionStored' | 'steadyMs'>,
  load: () => Promise<RenderedAnswer>,
): Promise<Page<Watch>> {
  const isLasting = await isRevisionStored();
  const rendered = await load();
  const keptFor = isLasting ? cacheMs : 0;
  const nowMs = steadyMs();
  return {
    ...rendered,
    firstCreatedAtMs: null,
    freshUntilMs: nowMs + keptFor,
    staleUntilMs: nowMs + keptFor + (isLasting ? staleMs : 0),
    watch: null,
    isShared: isLasting,
  };
}
