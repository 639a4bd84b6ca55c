/** Filters and sorts the rows of a snapshot. */
import type { RankedTicker } from '#clickhouse/radar.ts';
import { toneThreshold, type RadarMarket } from '#schemas/radar.ts';

export const radarSorts = ['score', 'stories', 'model_stories', 'sentiment', 'sentiment_change'] as const;
export type RadarSort = (typeof radarSorts)[number];
type RadarTonesShown = 'all' | 'positive' | 'negative' | 'mixed';

export interface RadarFilter {
  readonly market: RadarMarket | null;
  readonly tickers: readonly string[] | null;
  readonly search: string | null;
  readonly minZ: number | null;
  readonly tone: RadarTonesShown;
}

interface RadarOrder {
  readonly sort: RadarSort;
  readonly order: 'asc' | 'desc';
}

export interface Ranking {
  readonly has: (ticker: string) => boolean;
  /** Returns the matching tickers in order; those without a value come last, ties sort by ticker. */
  readonly tickers: (filter: RadarFilter, order: RadarOrder) => string[];
}

type Passes = (ranked: RankedTicker) => boolean;

const tones: Readonly<Record<RadarTonesShown, Passes>> = {
  all: () => true,
  positive: ({ sentiment }) => sentiment !== null && sentiment >= toneThreshold,
  negative: ({ sentiment, sentiment_change: change }) =>
    (sentiment !== null && sentiment <= -toneThreshold) || (change !== null && change <= -toneThreshold),
  mixed: ({ sentiment }) => sentiment !== null && Math.abs(sentiment) < toneThreshold,
};

export function createRanking(rows: readonly RankedTicker[]): Ranking {
  const known = new Set(rows.map(({ ticker }) => ticker));
  const sorted = new Map<string, readonly RankedTicker[]>();
  const inOrder = ({ sort, order }: RadarOrder): readonly RankedTicker[] => {
    const name = `${sort} ${order}`;
    const rowsInOrder = sorted.get(name) ?? rows.toSorted(comparing(sort, order === 'asc' ? 1 : -1));
    sorted.set(name, rowsInOrder);
    return rowsInOrder;
  };
  return {
    has: (ticker) => known.has(ticker),
    tickers: ({ market, tickers, search, minZ, tone }, order) => {
      const wanted = tickers === null ? null : new Set(tickers);
      const passes: Passes = (ranked) =>
        (market === null || ranked.market === market) &&
        (wanted === null || wanted.has(ranked.ticker)) &&
        (search === null || ranked.ticker.includes(search)) &&
        (minZ === null || (ranked.score !== null && ranked.score >= minZ)) &&
        tones[tone](ranked);
      return inOrder(order).flatMap((ranked) => (passes(ranked) ? [ranked.ticker] : []));
    },
  };
}

function comparing(sort: RadarSort, sign: 1 | -1): (one: RankedTicker, other: RankedTicker) => number {
  return (one, other) => {
    const [value, otherValue] = [one[sort], other[sort]];
    if (value === otherValue) return one.ticker < other.ticker ? -1 : 1;
    if (value === null) return 1;
    return otherValue === null ? -1 : (value - otherValue) * sign;
  };
}
