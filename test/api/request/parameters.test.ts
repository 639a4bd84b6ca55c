import { expect, test } from 'vitest';
import { dateOrDatetime } from '#api/request/parameters.ts';

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
