import { expect, test } from 'vitest';
import { dateOrDatetime, refuseReversed } from '#api/request/parameters.ts';

const at = (text: string): number => Date.parse(text);

test.each([
  ['2026-07-01T09:30:00Z', '2026-07-01T09:30:00.000Z', '2026-07-01T09:30:00.000Z'],
  ['2026-07-01T09:30:00.000001Z', '2026-07-01T09:30:00.001Z', '2026-07-01T09:30:00.000Z'],
  ['2026-07-01T09:30:00.999999999', '2026-07-01T09:30:01.000Z', '2026-07-01T09:30:00.999Z'],
  ['2026-07-01 11:30:00.0004+02:00', '2026-07-01T09:30:00.001Z', '2026-07-01T09:30:00.000Z'],
  ['2026-07-01', '2026-07-01T00:00:00.000Z', '2026-07-01T23:59:59.999Z'],
])('a time finer than a millisecond includes no earlier row: %s', (text, first, last) => {
  expect(dateOrDatetime().parse(text)).toEqual({ firstMs: at(first), lastMs: at(last) });
});

test('a window that ends before it begins is refused with both ends', () => {
  const [first, last] = [Date.UTC(2026, 10, 10), Date.UTC(2026, 10, 20)];
  expect(() => refuseReversed(last, first)).toThrow(
    'from_date must not be after to_date: 2026-11-20T00:00:00.000Z is after 2026-11-10T00:00:00.000Z',
  );
  for (const [from, to] of [[first, last], [first, first], [null, first], [last, null]] as const) expect(() => refuseReversed(from, to)).not.toThrow(); // prettier-ignore
});
