import { expect, test } from 'vitest';
import type { Cell } from '#pipeline/ingest/sec/documents/reduced-text.ts';
import { agree, isPlaceholder, isYear, readFigure } from '#pipeline/ingest/sec/earnings/tables/figure.ts';

const cell = (text: string, prefix = ''): Cell => ({
  text,
  bare: text,
  prefix,
  start: 100,
  end: 100 + text.length,
  from: 1,
  to: 2,
  anchorFrom: 1,
  anchorTo: 2,
});

test.each([
  ['245,365', '245365', 0],
  ['(10,643)', '-10643', 0],
  ['$(0.41)', '-0.41', 2],
  ['.47', '0.47', 2],
  ['−12', '-12', 0],
  ['RMB193,304', '193304', 0],
])('%s prints %s', (text, value, decimals) => {
  expect(readFigure(cell(text))).toMatchObject({ printed: text, value, decimals, start: 100, end: 100 + text.length });
});

test.each(['(10,643', '12,34', '—', '1,234 to 2,345'])('%s is not a figure', (text) => {
  expect(readFigure(cell(text))).toBeNull();
});

test('a footnote mark behind a figure is not part of it', () => {
  expect(readFigure(cell('119,575 (1)'))).toMatchObject({ printed: '119,575', value: '119575' });
});

test('a percent sign is told, a currency sign of its own cell is kept', () => {
  expect(readFigure(cell('(4.1)%'))).toMatchObject({ isPercent: true, value: '-4.1' });
  expect(readFigure(cell('4,956', '$'))).toMatchObject({ currency: '$', printed: '4,956' });
});

test('a dash or n/a stands for a figure, and four digits from 1900 on are a year', () => {
  expect(['—', 'n/a', 'NM', '**', '–%'].every(isPlaceholder)).toBe(true);
  expect(isPlaceholder('1.0')).toBe(false);
  expect([isYear('2020'), isYear('FY2019'), isYear('2,020'), isYear('1850')]).toEqual([true, true, false, false]);
});

test('two figures agree when one is the other rounded', () => {
  expect(agree(245_365_000, 1_000, 245_400_000, 100_000)).toBe(true);
  expect(agree(245_365_000, 1_000, 245_300_000, 100_000)).toBe(false);
});
