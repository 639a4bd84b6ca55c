import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorOf, leftOutOf } from '#api/mcp/left-out.ts';
import { createCursors } from '#schemas/cursor.ts';
import { worthiest, type Worth } from '#api/mcp/worth.ts';

const callOf = (name: string, given: Readonly<Record<string, string>>) => ({ name, arguments: given, deps: { cursors: createCursors('a secret') } });

const plain: Worth = { score: 5, novelty: 5, isWatched: false, publishedAt: '2026-11-20T00:00:00.000Z' };
const better: readonly Worth[] = [
  { ...plain, publishedAt: '2026-11-21T00:00:00.000Z' },
  { ...plain, isWatched: true },
  { ...plain, novelty: 6 },
  { ...plain, score: 6, novelty: 1 },
];

test('rows are valued by score, then novelty, then the watchlist, then recency; their order is unchanged', () => {
  const rows = [plain, ...better];
  for (let count = 0; count <= rows.length; count += 1) {
    const { kept, left } = worthiest(rows, (row) => row, count);
    expect(kept).toEqual(rows.slice(rows.length - count));
    expect(left).toEqual(rows.slice(0, rows.length - count));
  }
  expect(worthiest([better[3]!, plain, better[2]!], (row) => row, 2).kept).toEqual([better[3], better[2]]);
});

test('a cursor names the omitted rows and the next page, and a damaged cursor is refused', () => {
  const uid = fc.stringMatching(/^[0-9a-f]{16}$/);
  fc.assert(
    fc.property(fc.array(uid, { minLength: 1, maxLength: 50 }), fc.option(fc.stringMatching(/^[\w.-]{1,80}$/)), (uids, next) => {
      const call = callOf('svc_macro', { category: 'ipo', page_size: '5' });
      const cursor = cursorOf({ uids, next }, call)!;
      expect(leftOutOf(callOf('svc_macro', { page_size: '9', category: 'ipo', cursor }))).toEqual({ uids, next });
      const foreign = [callOf('svc_macro', { category: 'crypto', cursor }), callOf('svc_trending', { category: 'ipo', cursor })];
      const changed = callOf('svc_macro', { category: 'ipo', cursor: cursor.replace(/(?<=^left2\.)./, (letter) => (letter === 'A' ? 'B' : 'A')) });
      for (const wrong of [...foreign, changed]) expect(() => leftOutOf(wrong)).toThrow(/damaged/);
    }),
  );
  expect(cursorOf({ uids: [], next: 'next' }, callOf('svc_macro', {}))).toBe('next');
  expect(leftOutOf(callOf('svc_macro', { cursor: 'next' }))).toBeNull();
  for (const cursor of ['left2.', 'left2..', 'left2.AAAA.next', 'left2.AAAAAAAAAAA'])
    expect(() => leftOutOf(callOf('svc_macro', { cursor })), cursor).toThrow(/damaged/);
});
