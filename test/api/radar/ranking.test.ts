/** The rows of a page of Radar and their order. A ranking is cached when all rows of its snapshot are stored. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRadarBook } from '#api/radar/book.ts';
import { createRanking, radarSorts, type RadarFilter } from '#api/radar/ranking.ts';
import type { RankedTicker } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import { radarMarkets, type RadarHead } from '#schemas/radar.ts';

const value = fc.option(fc.constantFrom(-0.5, -0.2, -0.1, 0, 0.1, 0.2, 0.5, 3));
const ranked = fc.record({
  ticker: fc.constantFrom('A', 'AB', 'BRK-B', 'BTC-USD', 'C', 'D', 'DD', 'E'),
  market: fc.constantFrom(...radarMarkets),
  score: fc.option(fc.constantFrom(0, 0.1, 2, 8)),
  stories: fc.integer({ min: 0, max: 3 }),
  model_stories: fc.integer({ min: 0, max: 3 }),
  sentiment: value,
  sentiment_change: value,
});
const filters: fc.Arbitrary<RadarFilter> = fc.record({
  market: fc.option(fc.constantFrom(...radarMarkets)),
  tickers: fc.option(fc.subarray(['A', 'C', 'DD', 'ZZ'])),
  search: fc.option(fc.constantFrom('B', 'D', '-')),
  minZ: fc.option(fc.constantFrom(0, 0.1, 8)),
  tone: fc.constantFrom('all', 'positive', 'negative', 'mixed'),
});
const everyRow: RadarFilter = { market: null, tickers: null, search: null, minZ: null, tone: 'all' };

test('a page has the matching rows by value, rows without a value last in either order, ties by ticker', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(ranked, { selector: ({ ticker }) => ticker }),
      fc.array(fc.tuple(filters, fc.constantFrom(...radarSorts), fc.constantFrom('asc', 'desc')), { minLength: 1, maxLength: 6 }),
      (rows, questions) => {
        const ranking = createRanking(rows);
        const of = (ticker: string): RankedTicker => rows.find((row) => row.ticker === ticker)!;
        for (const [filter, sort, order] of questions) {
          const shown = ranking.tickers(filter, { sort, order }).map(of);
          const left = rows.filter((row) => !shown.includes(row));
          const { market, tickers, search, minZ, tone } = filter;
          const fails = ({ ticker, market: own, score, sentiment: says, sentiment_change: change }: RankedTicker): boolean =>
            (market !== null && own !== market) ||
            (tickers !== null && !tickers.includes(ticker)) ||
            (search !== null && ticker.split(search).length === 1) ||
            (minZ !== null && !(score !== null && score >= minZ)) ||
            (tone === 'positive' && !(says !== null && says >= 0.2)) ||
            (tone === 'negative' && !((says !== null && says <= -0.2) || (change !== null && change <= -0.2))) ||
            (tone === 'mixed' && !(says !== null && says > -0.2 && says < 0.2));
          expect([shown.filter(fails), left.filter((row) => !fails(row))]).toEqual([[], []]);
          for (const [at, row] of shown.slice(1).entries()) {
            const [former, latter] = [shown[at]![sort], row[sort]];
            if (former === latter) expect(shown[at]!.ticker < row.ticker).toBe(true);
            else if (former === null) expect.fail(`${shown[at]!.ticker} without a value comes before ${row.ticker}`);
            else if (latter !== null) expect(order === 'asc' ? former < latter : former > latter).toBe(true);
          }
        }
      },
    ),
  );
});

test('a ranking that lacks rows of its snapshot is read again, a complete one is cached', async () => {
  let isWhole = false;
  let reads = 0;
  const rows = [
    ['A', 'us_equity', 1, 1, 1, null, null],
    ['B', 'us_equity', 2, 1, 1, null, null],
  ];
  const query = (_: unknown, __: unknown, schema: { parse: (row: unknown) => unknown }): Promise<unknown[]> => {
    reads += 1;
    return Promise.resolve([schema.parse({ rows: isWhole ? rows : rows.slice(1) })]);
  };
  const store = { query } as unknown as Store;
  const book = createRadarBook({ ask: (question) => question(store), nowMs: () => 0, steadyMs: () => 0 });
  const head = { snapshot_id: 'one', universe: 3, quiet_tickers: 'C' } as RadarHead;
  const shown = async (): Promise<string[]> => (await book.ranking(head)).tickers(everyRow, { sort: 'score', order: 'desc' });
  expect(await shown()).toEqual(['B']);
  isWhole = true;
  expect(await shown()).toEqual(['B', 'A']);
  expect(await shown()).toEqual(['B', 'A']);
  expect(reads).toBe(2);
});
