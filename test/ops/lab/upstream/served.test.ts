import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServedList } from '#ops/lab/upstream/served.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickerwire-served-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a document is listed once, in the order of first showing, lanes apart', () => {
  const list = openServedList(join(folder, 'served'));
  list.mark(
    [
      { lane: 0, index: 7 },
      { lane: 1, index: 7 },
    ],
    100,
  );
  list.mark(
    [
      { lane: 0, index: 7 },
      { lane: 0, index: 3 },
    ],
    200,
  );
  expect(list.page(0, 10)).toEqual([
    { n: 1, lane: 0, index: 7, servedAt: 100 },
    { n: 2, lane: 1, index: 7, servedAt: 100 },
    { n: 3, lane: 0, index: 3, servedAt: 200 },
  ]);
  expect(list.page(2, 10).map(({ n }) => n)).toEqual([3]);
  expect([list.count(), list.end(0), list.end(1)]).toEqual([3, 8, 8]);
  list.close();
});

test('a list opened again knows all it held, also after a record that was cut short', () => {
  const path = join(folder, 'served');
  const first = openServedList(path);
  first.mark(
    Array.from({ length: 1_000 }, (_, index) => ({ lane: 0 as const, index })),
    5,
  );
  first.close();
  appendFileSync(path, Buffer.alloc(9));
  const second = openServedList(path);
  second.mark(
    [
      { lane: 0, index: 999 },
      { lane: 0, index: 1_000 },
    ],
    6,
  );
  expect(second.count()).toBe(1_001);
  expect(second.page(1_000, 5)).toEqual([{ n: 1_001, lane: 0, index: 1_000, servedAt: 6 }]);
  second.close();
});
