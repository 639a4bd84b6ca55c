/**
 * A list of few rows chosen from many: out of the tail where it holds all that may be chosen, current until a record
 * changes it; else out of the store, kept for a minute.
 */
import { storedPage, type RenderedAnswer } from '../cache/cached-response.ts';
import { cacheMs, staleMs } from '../cache/lifetimes.ts';
import type { Page } from '../cache/page.ts';
import type { ContentResult } from '../reply/result.ts';
import { isCurrent } from './is-current.ts';
import type { FeedDeps, PageWatch } from './read.ts';
import { isTailWhole } from './tail-reach.ts';

export interface HeldList extends RenderedAnswer {
  /** Rows that may come in, stories of which more may be told. */
  readonly changedBy: Omit<PageWatch, 'seenSeq'>;
}

/** `key` names the question. `held` answers null where the tail cannot tell. */
export async function heldList(
  deps: FeedDeps,
  key: string,
  { held, stored }: { readonly held: () => HeldList | null; readonly stored: () => Promise<RenderedAnswer> },
): Promise<ContentResult> {
  const { cache, tail, generations } = deps;
  let found: HeldList | null = null;
  const { page, source } = await cache.get(`${key} revised ${tail.revisedSeq()} in ${generations.newest()}`, {
    isCurrent: (kept) => isCurrent(kept, deps),
    isShared: () => {
      found = isTailWhole(deps) ? held() : null;
      return found === null;
    },
    load: () => (found === null ? storedPage(deps, stored) : heldPage(found, deps)),
  });
  return { content: page.content, rowsCount: page.rowsCount, source };
}

function heldPage({ content, rowsCount, changedBy }: HeldList, { tail, steadyMs }: FeedDeps): Page<PageWatch> {
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
