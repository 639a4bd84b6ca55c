/**
 * Caches a computed response: one computation per key at a time, shared between processes through Redis, served stale while the store is
 * down. It is valid for a minute, or until a record changes it where the tail has everything that it is computed from.
 */
import { pageFor, type CachedPage, type Page, type PageWatch } from '../cache/page-cache.ts';
import { createContent } from '../reply/content.ts';
import type { FeedDeps } from './read.ts';

export interface Answer {
  readonly value: object;
  readonly rowsCount: number;
}

export type RenderedAnswer = Pick<Page, 'content' | 'rowsCount'>;

export interface TailAnswer extends RenderedAnswer {
  /** The rows and stories whose changes make the answer outdated. */
  readonly changedBy: Omit<PageWatch, 'seenSeq'>;
}

/** Returns a cached response. `key` must contain all values that the answer depends on; the version is added here. */
export const cachedResponse = (deps: FeedDeps, key: string, load: () => Promise<Answer>): CachedPage | Promise<CachedPage> =>
  cachedContent(deps, key, async () => renderedAnswer(await load()));

/** Renders an answer as JSON. */
export const renderedAnswer = ({ value, rowsCount }: Answer): RenderedAnswer => ({ content: createContent(JSON.stringify(value)), rowsCount });

/** Does the same for an answer that is rendered already. `ofTail` computes it from the tail, or returns null where that lacks a part. */
export function cachedContent(
  deps: FeedDeps,
  key: string,
  load: () => Promise<RenderedAnswer>,
  ofTail: (() => TailAnswer | null) | null = null,
): CachedPage | Promise<CachedPage> {
  const { cache, tail, version, isRevisionStored, isTailWhole, steadyMs } = deps;
  return cache.get(`${key} ${version()}`, () => {
    const inTail = ofTail !== null && isTailWhole() ? ofTail() : null;
    if (inTail !== null) {
      const { changedBy, ...rendered } = inTail;
      const watch = { ...changedBy, seenSeq: tail.lastSeq() };
      return { isShared: false, load: () => pageFor({ ...rendered, readAtMs: steadyMs(), watch, isShared: false }) };
    }
    return {
      isShared: true,
      load: async () => {
        // Kept unless the store lacks a correction of a row.
        const isLasting = await isRevisionStored();
        return pageFor({ ...(await load()), readAtMs: steadyMs(), isLasting, isShared: true });
      },
    };
  });
}
