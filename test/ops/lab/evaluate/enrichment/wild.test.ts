import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wildFigures, type WildRow } from '#ops/lab/evaluate/enrichment/wild.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const folder = scratchFolder();

const directory = createDirectory([
  symbolEntry('UMBR', { name: 'Umbra Motors Inc', exchange: 'NYSE' }),
  symbolEntry('ZEPH', { name: 'Zephyr Foods Inc', exchange: 'NYSE' }),
]);

const row = (title: string, changes: Partial<WildRow> = {}): WildRow => ({
  title,
  lead: '',
  serve: 'yes',
  tickers: [],
  allowed: [],
  direction: {},
  category: null,
  ...changes,
});

function figuresOf(...rows: readonly WildRow[]): Readonly<Record<string, unknown>> | null {
  mkdirSync(join(folder, 'gold'), { recursive: true });
  writeFileSync(join(folder, 'gold/wild.jsonl'), rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return wildFigures(folder, directory)?.figures ?? null;
}

const plunge = 'Umbra Motors (NYSE: UMBR) shares plunge 19% after profit warning';

test('every figure by its name, and how many rows there are', () => {
  const found = figuresOf(row(plunge, { tickers: ['UMBR'], direction: { UMBR: 'negative' }, category: 'earnings' }));
  expect(found).toMatchObject({ served_precision: 1, kept_recall: 1, ticker_precision: 1, ticker_recall: 1, direction: 1, n: 1 });
  expect(found).toMatchObject({ direction_macro_precision: 1, direction_macro_recall: 1, direction_n: 1, category_n: 1 });
});

describe('what is served and kept', () => {
  test('a served row that no desk wants costs precision; one about which the readers differ does not count', () => {
    const wanted = row(plunge, { tickers: ['UMBR'] });
    expect(figuresOf(wanted, row(plunge, { serve: 'no' }))).toMatchObject({ served_precision: 0.5 });
    expect(figuresOf(wanted, row(plunge, { serve: 'maybe' }))).toMatchObject({ served_precision: 1 });
  });

  test('a wanted item that is dropped costs recall, unless it has neither a ticker nor a market-wide category', () => {
    const nothing = 'How to grow tomatoes on a small balcony';
    const wanted = row(plunge, { tickers: ['UMBR'] });
    expect(figuresOf(wanted, row(nothing, { tickers: ['ZEPH'] }))).toMatchObject({ kept_recall: 0.5, ticker_recall: 0.5 });
    expect(figuresOf(wanted, row(nothing, { category: 'macro_economy' }))).toMatchObject({ kept_recall: 0.5, ticker_recall: 1 });
    expect(figuresOf(wanted, row(nothing, { category: 'other' }))).toMatchObject({ kept_recall: 1 });
    expect(figuresOf(wanted, row(nothing, { serve: 'no', tickers: ['ZEPH'] }))).toMatchObject({ kept_recall: 1, ticker_recall: 1 });
  });
});

describe('tickers and directions', () => {
  test('a ticker that is allowed is not an error and no hit', () => {
    expect(figuresOf(row(plunge, { allowed: ['UMBR'] }))).toMatchObject({ ticker_precision: 1, ticker_recall: 0 });
    expect(figuresOf(row(plunge, { tickers: ['ZEPH'] }))).toMatchObject({ ticker_precision: 0, ticker_recall: 0 });
  });

  test('only directions that the readers agree on are compared', () => {
    expect(figuresOf(row(plunge, { tickers: ['UMBR'], direction: { UMBR: 'positive' } }))).toMatchObject({ direction: 0 });
    expect(figuresOf(row(plunge, { direction: { UMBR: 'negative' } }), row(plunge), row(plunge, { direction: { ZEPH: 'positive' } }))).toMatchObject({
      direction: 1,
    });
  });

  test('the leading coins are in the directory, as in the service', () => {
    const coin = row('Bitcoin price tumbles 9% as exchange halts withdrawals', { tickers: ['BTC-USD'], direction: { 'BTC-USD': 'negative' } });
    expect(figuresOf(coin)).toMatchObject({ kept_recall: 1, ticker_recall: 1, direction: 1 });
  });
});

test('a category counts where the readers agree on it and one of them wants the row', () => {
  const told = (category: WildRow['category'], serve: WildRow['serve']): WildRow => row(plunge, { tickers: ['UMBR'], category, serve });
  const own = figuresOf(told('earnings', 'yes'))?.['category'] === 1 ? 'earnings' : 'market_movers';
  expect(figuresOf(told(own, 'maybe'), told('ipo', 'yes'), told('ipo', 'no'), told(null, 'yes'))).toMatchObject({ category: 0.5 });
});
