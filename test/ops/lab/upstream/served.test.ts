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
