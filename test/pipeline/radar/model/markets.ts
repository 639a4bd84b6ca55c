/** Markets made by rule, for tests of the model. */
import type { MarketExposure, TickerCounts } from '#pipeline/radar/model/model.ts';
import type { RadarMarket } from '#schemas/radar.ts';

export const tickerOf = (ticker: string, modelStories: readonly number[], market: RadarMarket = 'us_equity'): TickerCounts => ({
  ticker,
  market,
  modelStories,
  activeDays: Math.min(modelStories.slice(1).filter((stories) => stories > 0).length, 30),
  firstSeenSeconds: null,
});

export function exposureOf(tickers: readonly TickerCounts[]): MarketExposure[] {
  return Array.from(
    Map.groupBy(tickers, ({ market }) => market),
    ([market, members]) => {
      const cells = Math.max(...members.map(({ modelStories }) => modelStories.length));
      return {
        market,
        modelStories: Array.from({ length: cells }, (_, cell) => members.reduce((sum, { modelStories }) => sum + (modelStories[cell] ?? 0), 0)),
      };
    },
  );
}

/** Returns 31 days of tickers S00, S01, ... with about four stories a day. */
export const flatMarket = (tickers: number): TickerCounts[] =>
  Array.from({ length: tickers }, (_, at) =>
    tickerOf(
      `S${String(at).padStart(2, '0')}`,
      Array.from({ length: 31 }, (_unused, cell) => 4 + (((at * 7 + cell * 3) % 5) - 2)),
    ),
  );
