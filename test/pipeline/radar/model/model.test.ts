import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parametersOf, scoreAnomalies, type Anomaly, type MarketExposure, type TickerCounts } from '#pipeline/radar/model/model.ts';
import type { RadarMarket } from '#schemas/radar.ts';
import { exposureOf, flatMarket, tickerOf } from './markets.ts';

const day = parametersOf('24h');
const quarter = parametersOf('4h');

const scored = (tickers: readonly TickerCounts[], exposure = exposureOf(tickers), parameters = day): Map<string, Anomaly> =>
  scoreAnomalies(tickers, exposure, parameters);
const withCurrent = (entry: TickerCounts, stories: number): TickerCounts => ({ ...entry, modelStories: [stories, ...entry.modelStories.slice(1)] });

/** Small markets of any shape, which are the hard cases. */
const count = fc.oneof(fc.nat(3), fc.nat(40), fc.nat(1_000_000));
const markets = (cellsMax: number): fc.Arbitrary<TickerCounts[]> =>
  fc
    .array(
      fc.record({
        market: fc.constantFrom<RadarMarket>('us_equity', 'crypto'),
        modelStories: fc.array(count, { minLength: 1, maxLength: cellsMax }),
        activeDays: fc.nat(30),
        firstSeenSeconds: fc.oneof(fc.constant(null), fc.nat(40 * 86_400)),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((rows) => rows.map((row, at) => ({ ticker: `T${at}`, ...row })));
const windows = fc.constantFrom(day, quarter);

describe('whatever the counts', () => {
  test('every figure is a number in its range, or null with a reason', () => {
    fc.assert(
      fc.property(markets(190), windows, (tickers, parameters) => {
        for (const anomaly of scored(tickers, exposureOf(tickers), parameters).values()) {
          for (const value of Object.values(anomaly)) if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
          const { stories_expected, tail_probability, news_z, anomaly_reason, candidate_news_spike } = anomaly;
          expect([stories_expected === null, tail_probability === null, news_z === null]).toEqual(Array(3).fill(anomaly_reason !== null));
          if (stories_expected === null || tail_probability === null || news_z === null) {
            expect(candidate_news_spike).toBe(false);
            continue;
          }
          expect(stories_expected).toBeGreaterThanOrEqual(0);
          expect(tail_probability).toBeGreaterThanOrEqual(1e-300);
          expect(tail_probability).toBeLessThanOrEqual(1);
          expect(news_z).toBeGreaterThanOrEqual(0);
          expect(news_z).toBeLessThanOrEqual(8);
          expect(candidate_news_spike).toBe(tail_probability <= parameters.spike_tail);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the order of tickers and markets changes nothing, to the last bit', () => {
    fc.assert(
      fc.property(markets(60), windows, (tickers, parameters) => {
        const exposure = exposureOf(tickers);
        const turned = scored(tickers.toReversed(), exposure.toReversed(), parameters);
        expect(turned).toEqual(scored(tickers, exposure, parameters));
      }),
    );
  });

  test('more stories are never less unusual, and raise nothing that is expected of their ticker', () => {
    fc.assert(
      fc.property(markets(60), windows, fc.nat(7), fc.integer({ min: 1, max: 1_000 }), (tickers, parameters, which, more) => {
        const at = which % tickers.length;
        const before = tickers[at]!;
        const raised = tickers.with(at, withCurrent(before, before.modelStories[0]! + more));
        const one = scored(tickers, exposureOf(tickers), parameters).get(before.ticker)!;
        const other = scored(raised, exposureOf(raised), parameters).get(before.ticker)!;
        expect(other.stories_expected).toBe(one.stories_expected);
        if (one.tail_probability === null || one.news_z === null) return;
        expect(other.tail_probability).toBeLessThanOrEqual(one.tail_probability);
        expect(other.news_z).toBeGreaterThanOrEqual(one.news_z);
      }),
      { numRuns: 300 },
    );
  });

  test('what is older than the baseline, and what another market does, changes nothing', () => {
    fc.assert(
      fc.property(markets(31), fc.array(count, { maxLength: 9 }), (tickers, older) => {
        const full = tickers.map((entry) => ({ ...entry, modelStories: Array.from({ length: 31 }, (_, cell) => entry.modelStories[cell] ?? 0) }));
        const longer = full.map((entry) => ({ ...entry, modelStories: [...entry.modelStories, ...older] }));
        expect(scored(longer)).toEqual(scored(full));
        const alone = full.filter(({ market }) => market === 'crypto');
        for (const [ticker, anomaly] of scored(alone)) expect(scored(full).get(ticker)).toEqual(anomaly);
      }),
    );
  });
});

describe('a thin ticker', () => {
  const market = flatMarket(20);
  const reasonOf = (entry: TickerCounts): string | null => scored([...market, entry]).get(entry.ticker)!.anomaly_reason;
  const thin = (stories: number, activeDays: number): TickerCounts => ({
    ...tickerOf('THIN', [9, ...Array.from({ length: 30 }, (_, cell) => (cell < stories ? 1 : 0))]),
    activeDays,
  });

  test('is null with the reason, whatever it has now', () => {
    expect(reasonOf(thin(4, 4))).toBe('few_baseline_stories');
    expect(reasonOf(thin(5, 2))).toBe('few_baseline_days');
    expect(reasonOf(thin(5, 3))).toBeNull();
  });

  test('is described all the same', () => {
    expect(scored([...market, thin(3, 3)]).get('THIN')).toMatchObject({
      baseline_stories: 3,
      baseline_active_days: 3,
      stories_per_window_unadjusted: 0.1,
      candidate_news_spike: false,
    });
  });

  test('without any earlier window has no mean either', () => {
    expect(scored([tickerOf('NEW', [3])]).get('NEW')).toMatchObject({ stories_per_window_unadjusted: null, anomaly_reason: 'few_baseline_stories' });
  });
});

test('a ticker that is new is told of the exposure of its market, as the others are', () => {
  const market = [...flatMarket(60), { ...tickerOf('NEW', [3]), firstSeenSeconds: 3_600 }];
  const [one, other] = [scored(market).get('NEW')!, scored(market).get('S03')!];
  expect(one.anomaly_reason).not.toBeNull();
  for (const figure of ['market_exposure_baseline', 'market_exposure_current'] as const) expect(one[figure] / other[figure]).toBeCloseTo(1, 1);
});

describe('what is expected', () => {
  const usual = (tickers: readonly TickerCounts[], ticker: string): number => scored(tickers).get(ticker)!.stories_expected!;

  test('is the own rate on a day like the others', () => {
    expect(usual(flatMarket(60), 'S03')).toBeCloseTo(4, 0);
  });

  test('rises with the market, so that a busy day of all tickers is no spike of one', () => {
    const busy = flatMarket(60).map((entry) => withCurrent(entry, entry.modelStories[0]! * 3));
    expect(usual(busy, 'S03')).toBeGreaterThan(10);
    for (const { candidate_news_spike } of scored(busy).values()) expect(candidate_news_spike).toBe(false);
  });

  test('of the others in a small market is not raised by one burst', () => {
    const small = flatMarket(5);
    const burst = [withCurrent(small[0]!, 400), ...small.slice(1)];
    expect(usual(burst, 'S03') / usual(small, 'S03')).toBeLessThan(1.6);
    expect(scored(burst).get('S00')!.news_z).toBe(8);
  });

  test('goes with a small market in hours that are usually dead, and not with one burst in them', () => {
    // Five coins over 30 days of six windows, with five stories in all at these hours.
    const coins = (now: readonly number[]): TickerCounts[] =>
      now.map((stories, at) => {
        const past = (cell: number): number => (cell % 6 === 0 ? Number(cell === 6 * (3 + at * 4)) : Number((at * 7 + cell * 5) % 11 === 0));
        return tickerOf(`C${at}`, [stories, ...Array.from({ length: 180 }, (_, cell) => past(cell + 1))], 'crypto');
      });
    const spikes = (now: readonly number[]): string[] => {
      const market = coins(now);
      const anomalies = scored(market, exposureOf(market), quarter);
      return [...anomalies].flatMap(([ticker, { candidate_news_spike }]) => (candidate_news_spike ? [ticker] : []));
    };
    expect(spikes([12, 8, 10, 8, 7])).toEqual([]);
    expect(spikes([1, 2, 1, 1, 2])).toEqual([]);
    expect(spikes([8, 0, 0, 0, 0])).toEqual(['C0']);
    expect(spikes([8, 0, 0, 9, 0])).toEqual(['C0', 'C3']);
  });

  test('is not raised by a burst of yesterday, so that today’s is seen', () => {
    const market = flatMarket(60);
    const stories = (yesterday: number): TickerCounts[] => market.with(3, tickerOf('S03', [30, yesterday, ...market[3]!.modelStories.slice(2)]));
    const [one, other] = [scored(stories(4)).get('S03')!, scored(stories(60)).get('S03')!];
    expect(other.stories_expected! / one.stories_expected!).toBeLessThan(1.1);
    expect(other.candidate_news_spike).toBe(true);
  });

  test('knows the hours in which a ticker has its news', () => {
    // Eastern tickers have their news in the hours of cell 0, western ones twelve hours apart.
    const cells = 181;
    const at = (peak: number): number[] => Array.from({ length: cells }, (_, cell) => (cell % 6 === peak ? 4 : cell % 6 === (peak + 3) % 6 ? 0 : 1));
    const tickers = Array.from({ length: 60 }, (_, index) => tickerOf(`E${index}`, at(index % 2 === 0 ? 0 : 3), 'international'));
    const result = scoreAnomalies(tickers, exposureOf(tickers), quarter);
    expect(result.get('E0')!.stories_expected! / result.get('E1')!.stories_expected!).toBeGreaterThan(4);
  });

  test('follows a source that covers half of the tickers, after a day', () => {
    const stories = (index: number, cell: number): number => (index % 2 === 0 && cell <= 1 ? 40 : 20) + (((index * 7 + cell * 3) % 5) - 2);
    const tickers = Array.from({ length: 80 }, (_, index) =>
      tickerOf(
        `S${index}`,
        Array.from({ length: 31 }, (_unused, cell) => stories(index, cell)),
      ),
    );
    const [covered, other] = [usual(tickers, 'S10'), usual(tickers, 'S11')];
    expect(covered / other).toBeGreaterThan(1.3);
  });

  test('of a new ticker is taken from the days since it is known', () => {
    const market = flatMarket(60);
    const fresh = tickerOf('NEW', [4, ...Array.from({ length: 30 }, (_, cell) => (cell < 5 ? 4 : 0))]);
    const known = { ...fresh, firstSeenSeconds: 5 * 86_400 };
    expect(usual([...market, known], 'NEW')).toBeGreaterThan(2 * usual([...market, fresh], 'NEW'));
  });

  test('of a thin ticker is not raised because a story is where its baseline begins', () => {
    const days = new Set([24, 18, 12, 6, 2]);
    const thin = tickerOf('THIN', [0, ...Array.from({ length: 30 }, (_, at) => (days.has(at + 1) ? 1 : 0))]);
    const known = { ...thin, firstSeenSeconds: 24.5 * 86_400 };
    const market = flatMarket(60);
    expect(usual([...market, known], 'THIN') / usual([...market, thin], 'THIN')).toBeLessThan(1.15);
  });
});

test('a tail too small for a floating-point number becomes the least one served, with a score of 8', () => {
  const market = flatMarket(60);
  const extreme = scored(market.with(3, withCurrent(market[3]!, 1_000_000))).get('S03')!;
  expect(extreme).toMatchObject({ tail_probability: 1e-300, news_z: 8, candidate_news_spike: true });
});

test('a market with one ticker goes by its own past', () => {
  const only = tickerOf('ONLY', [12, ...Array.from({ length: 30 }, (_, cell) => 1 + (cell % 3))], 'crypto');
  const { stories_expected, candidate_news_spike, market_exposure_current } = scored([only]).get('ONLY')!;
  expect(stories_expected).toBeCloseTo(2, 0);
  expect(candidate_news_spike).toBe(true);
  expect(market_exposure_current).toBe(1);
});

test('stories of tickers that are not given count in their market', () => {
  const tickers = flatMarket(20);
  const more: MarketExposure[] = exposureOf(tickers).map(({ market, modelStories }) => ({
    market,
    modelStories: modelStories.map((stories, cell) => stories + (cell === 0 ? 3_000 : 1_000)),
  }));
  expect(scored(tickers, more).get('S03')!.stories_expected!).toBeGreaterThan(2 * scored(tickers).get('S03')!.stories_expected!);
});
