import { expect, test } from 'vitest';
import type { Page } from '#api/cache/page.ts';
import { isCurrent } from '#api/feed/is-current.ts';
import { createTail } from '#api/feed/tail.ts';
import { createContent } from '#api/reply/content.ts';
import { everything } from '#schemas/feed-filter.ts';

const final: Page = {
  content: createContent('{}'),
  rowsCount: 1,
  firstCreatedAtMs: null,
  readAtMs: 1_000,
  freshUntilMs: 3_601_000,
  staleUntilMs: 3_601_000,
  watch: null,
  isShared: true,
};
const watched: Page = { ...final, watch: { seenSeq: 0, filter: everything, storyIds: null } };

test.each([
  ['a page that no new row changes', final, 60_000],
  ['a page of the newest rows', watched, 1_000],
])('%s lasts while the tail follows the log, and else for a bounded time', (_, page, unfollowedMs) => {
  const tail = createTail(1_000_000);
  const isServed = (isFollowing: boolean, ageMs: number): boolean =>
    isCurrent(page, { tail, isFollowing: () => isFollowing, steadyMs: () => page.readAtMs + ageMs });
  expect(isServed(true, 3_599_999)).toBe(true);
  expect([isServed(false, unfollowedMs - 1), isServed(false, unfollowedMs)]).toEqual([true, false]);
});
