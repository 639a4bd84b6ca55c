import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorOf, leftOutOf } from '#api/mcp/left-out.ts';
import { worthiest, type Worth } from '#api/mcp/worth.ts';

const plain: Worth = { score: 5, novelty: 5, isWatched: false, publishedAt: '2026-11-20T00:00:00.000Z' };
const better: readonly Worth[] = [
  { ...plain, publishedAt: '2026-11-21T00:00:00.000Z' },
  { ...plain, isWatched: true },
  { ...plain, novelty: 6 },
  { ...plain, score: 6, novelty: 1 },
];

test('score counts before novelty, novelty before the watchlist, the watchlist before recency; the order of the rows stays', () => {
  const rows = [plain, ...better];
  for (let count = 0; count <= rows.length; count += 1) {
    const { kept, left } = worthiest(rows, (row) => row, count);
    expect(kept).toEqual(rows.slice(rows.length - count));
    expect(left).toEqual(rows.slice(0, rows.length - count));
  }
  expect(worthiest([better[3]!, plain, better[2]!], (row) => row, 2).kept).toEqual([better[3], better[2]]);
});

test('a cursor names the rows left out and what follows, and a damaged one is refused', () => {
  const uid = fc.stringMatching(/^[0-9a-f]{16}$/);
  fc.assert(
    fc.property(fc.array(uid, { minLength: 1, maxLength: 50 }), fc.option(fc.stringMatching(/^[\w.-]{1,80}$/)), (uids, next) => {
      expect(leftOutOf(cursorOf({ uids, next })!)).toEqual({ uids, next });
    }),
  );
  expect(cursorOf({ uids: [], next: 'next' })).toBe('next');
  expect(leftOutOf('next')).toBeNull();
  for (const wrong of ['left1.', 'left1..', 'left1.AAAA.next', 'left1.AAAAAAAAAAA']) expect(() => leftOutOf(wrong), wrong).toThrow(/damaged/);
});
