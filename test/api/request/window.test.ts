import { expect, test } from 'vitest';
import { refuseReversed } from '#api/request/window.ts';

test('a window that ends before it begins is refused with both ends', () => {
  const [first, last] = [Date.UTC(2026, 10, 10), Date.UTC(2026, 10, 20)];
  expect(() => refuseReversed(last, first)).toThrow(
    'from_date must not be after to_date: 2026-11-20T00:00:00.000Z is after 2026-11-10T00:00:00.000Z',
  );
  for (const [from, to] of [[first, last], [first, first], [null, first], [last, null]] as const) expect(() => refuseReversed(from, to)).not.toThrow(); // prettier-ignore
});
