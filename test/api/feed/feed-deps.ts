/** The dependencies and requests of the feed's reading modes, for tests with a tail and tables of their own. Redis has no pages. */
import { createPageCache, type SharedCache } from '#api/cache/page-cache.ts';
import type { FeedDeps, FeedRequest } from '#api/feed/feed-request.ts';
import { createGenerationBook } from '#api/feed/generation-book.ts';
import { createResponseBuffer } from '#api/reply/response-buffer.ts';
import { createCursors, cursorBinding } from '#schemas/cursor.ts';
import { everything } from '#schemas/feed-filter.ts';

export const noRanges: FeedDeps['past'] = { find: () => null, learn: () => Promise.resolve(), bytes: () => 0 };

export function feedDeps(
  given: Pick<FeedDeps, 'ask' | 'tail'> & Partial<FeedDeps>,
  {
    bytesMax = 1e7,
    shared = { get: () => Promise.resolve(null), set: () => undefined },
  }: { readonly bytesMax?: number; readonly shared?: SharedCache } = {},
): FeedDeps {
  const { tail, isFollowing = () => true, steadyMs = () => 0 } = given;
  return {
    isFollowing,
    isTailWhole: () => true,
    version: () => String(tail.revisedSeq()),
    generations: createGenerationBook(() => Promise.resolve([])),
    isRevisionStored: () => Promise.resolve(true),
    cache: createPageCache({ bytesMax, shared, tail, isFollowing, steadyMs }),
    past: noRanges,
    wasRequested: () => false,
    responseBuffer: createResponseBuffer(),
    cursors: createCursors('a secret of this test'),
    pricingUrl: 'https://example.com/pricing',
    nowMs: () => Date.UTC(2026, 0, 3),
    steadyMs,
    ...given,
  };
}

/** Returns a request for five rows of the whole feed, by a caller with an archive of decades. */
export const feedRequest = (changes: Partial<FeedRequest>): FeedRequest =>
  ({
    cursor: null,
    filter: everything,
    binding: cursorBinding('/api/news/', ''),
    pageSize: 5,
    symbolNote: null,
    asOfMs: null,
    isCollapsed: false,
    caller: { plan: { archiveDays: 9_999 } },
    ...changes,
  }) as FeedRequest;
