import { expect, test } from 'vitest';
import { lastDueAt, majorStocks, tickersDue } from '#pipeline/ingest/earnings-dates/choose.ts';
import { listedEntry } from '../symbols/entry.ts';

test.each([
  ['2026-01-10T05:29:59.999Z', '2026-01-09T05:30:00.000Z'],
  ['2026-01-10T05:30:00.000Z', '2026-01-10T05:30:00.000Z'],
  ['2026-01-10T23:59:59.999Z', '2026-01-10T05:30:00.000Z'],
])('at %s the last run was due at %s', (now, due) => {
  expect(lastDueAt(new Date(now))).toBe(due);
});

test('tickers are due 55 days after they last reported, and when no report of theirs is held', () => {
  const now = new Date('2026-03-01T05:30:00.000Z');
  const last = new Map([
    ['NEW', Date.parse('2026-01-05T05:30:00.001Z')],
    ['OLD', Date.parse('2026-01-05T05:30:00.000Z')],
  ]);
  expect(tickersDue(['OLD', 'NEW', 'NONE'], last, now)).toEqual(['NONE', 'OLD']);
});

test('only active stocks of the major set are asked for', () => {
  const directory = [
    listedEntry('AAA', { rank: 0 }),
    listedEntry('ETF', { rank: 1, asset_type: 'ETF' }),
    listedEntry('BBB', { rank: 2 }),
    listedEntry('OUT', { rank: 3, status: 'delisted' }),
    listedEntry('SMALL', { rank: 9 }),
    listedEntry('BTC-USD', { rank: null, asset_type: 'Crypto' }),
  ];
  expect(majorStocks(directory, { kind: 'top', count: 5 })).toEqual(['AAA', 'BBB']);
  expect(majorStocks(directory, { kind: 'list', tickers: ['SMALL', 'OUT'] })).toEqual(['SMALL']);
  expect(majorStocks(directory, { kind: 'all' })).toEqual(['AAA', 'BBB', 'SMALL']);
});
