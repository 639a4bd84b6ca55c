/**
 * Aggregates one issuer's insider trades for the chart: totals per window, the most active insiders, weekly and monthly buckets. Amounts are
 * exact decimals in USD. A trade without a price is counted but adds no amount. A disposition to the issuer (code D) counts as a sell. `today`
 * is the date in New York.
 */
import Big from 'big.js';
import { z } from 'zod';
import type { TradeFacts } from '#clickhouse/insider-trades.ts';
import { Decimal, DateOnly } from '#schemas/primitives.ts';

const amount = Decimal.nullable().meta({ description: 'USD; null if this side has no priced trades' });

export const tradeCounts = {
  buy_count: z.int(),
  sell_count: z.int().meta({ description: 'Includes dispositions to the issuer (code D)' }),
  buy_priced_count: z.int().meta({ description: 'How many of `buy_count` have a price and are included in `buy_value_usd`' }),
  sell_priced_count: z.int().meta({ description: 'How many of `sell_count` have a price and are included in `sell_value_usd`' }),
};
export const Rollup = z
  .object({
    ...tradeCounts,
    buy_value_usd: amount,
    sell_value_usd: amount,
    unique_insiders: z.int(),
    pct_10b5_1: z.int().meta({ description: 'Percent of the trades under a 10b5-1 plan' }),
  })
  .meta({ id: 'InsiderRollup' });
export type Rollup = z.infer<typeof Rollup>;

const sum = Decimal.meta({ description: 'USD; "0" if this side has no priced trades' });
const Bucket = z.object({ ...tradeCounts, buy_value_usd: sum, sell_value_usd: sum });
export const MonthBucket = Bucket.extend({ month: z.string().meta({ description: '`2026-07`' }) });
export const WeekBucket = Bucket.extend({ week_start: DateOnly.meta({ description: 'A Monday' }) });

/** `title` is '' for a director without an office; `net_value_usd` is buys minus sells, or null if no trade has a price. */
export const ActiveInsider = z.object({ name: z.string(), title: z.string(), event_count: z.int(), net_value_usd: Decimal.nullable() });

export const isBuy = ({ code }: Pick<TradeFacts, 'code'>): boolean => code === 'P';
const zero = new Big(0);

function sumOf(trades: readonly TradeFacts[]): Big | null {
  const values = trades.flatMap(({ totalValueUsd }) => (totalValueUsd === null ? [] : [new Big(totalValueUsd)]));
  return values.length === 0 ? null : values.reduce((total, value) => total.plus(value), zero);
}

const sidesOf = (trades: readonly TradeFacts[]): { readonly buys: TradeFacts[]; readonly sells: TradeFacts[] } => ({
  buys: trades.filter(isBuy),
  sells: trades.filter((trade) => !isBuy(trade)),
});

const pricedCount = (trades: readonly TradeFacts[]): number => trades.filter(({ totalValueUsd }) => totalValueUsd !== null).length;

function sumsOf(trades: readonly TradeFacts[]) {
  const { buys, sells } = sidesOf(trades);
  return {
    buy_count: buys.length,
    sell_count: sells.length,
    buy_priced_count: pricedCount(buys),
    sell_priced_count: pricedCount(sells),
    buy_value_usd: sumOf(buys)?.toFixed(2) ?? null,
    sell_value_usd: sumOf(sells)?.toFixed(2) ?? null,
  };
}

export function rollUp(trades: readonly TradeFacts[]): Rollup {
  const planned = trades.filter(({ is10b5_1 }) => is10b5_1 === true).length;
  return {
    ...sumsOf(trades),
    unique_insiders: new Set(trades.map(({ ownerCik }) => ownerCik)).size,
    pct_10b5_1: trades.length === 0 ? 0 : Math.round((100 * planned) / trades.length),
  };
}

/** Returns the insiders with the most trades, then the most value. `trades` must be newest first, because names and titles are the latest. */
export function mostActive(trades: readonly TradeFacts[], count: number): z.infer<typeof ActiveInsider>[] {
  const byInsider = [...Map.groupBy(trades, ({ ownerCik }) => ownerCik).values()];
  const summed = byInsider.map((own) => {
    const { buys, sells } = sidesOf(own);
    const [bought, sold] = [sumOf(buys), sumOf(sells)];
    const net = bought === null && sold === null ? null : (bought ?? zero).minus(sold ?? zero);
    return { own, net, moved: (bought ?? zero).plus(sold ?? zero) };
  });
  return summed
    .sort((a, b) => b.own.length - a.own.length || b.moved.cmp(a.moved) || (a.own[0]!.ownerCik < b.own[0]!.ownerCik ? -1 : 1))
    .slice(0, count)
    .map(({ own, net }) => ({
      name: own[0]!.ownerName,
      title: own[0]!.ownerTitle,
      event_count: own.length,
      net_value_usd: net?.toFixed(2) ?? null,
    }));
}

const day = (date: string): Temporal.PlainDate => Temporal.PlainDate.from(date);
export const monthsBefore = (today: string, months: number): string => day(today).subtract({ months }).toString();
export const daysBefore = (today: string, days: number): string => day(today).subtract({ days }).toString();

/** Returns the trades without repeated reports of one trade by co-owners. */
export const countedOnce = (trades: readonly TradeFacts[]): TradeFacts[] => trades.filter(({ isJointDuplicate }) => !isJointDuplicate);

export const since = (trades: readonly TradeFacts[], date: string): TradeFacts[] => trades.filter(({ lastDate }) => lastDate >= date);

const mondayOf = (date: string): string => {
  const found = day(date);
  return found.subtract({ days: found.dayOfWeek - 1 }).toString();
};
const monthOf = (date: string): string => date.slice(0, 7);
const monthAfter = (month: string): string => monthOf(day(`${month}-01`).add({ months: 1 }).toString());
const weekAfter = (monday: string): string => day(monday).add({ weeks: 1 }).toString();

/** Returns a bucket for every month from a year ago, or from the first trade if that is earlier, to the present month. */
export const monthlyBuckets = (trades: readonly TradeFacts[], today: string): z.infer<typeof MonthBucket>[] =>
  bucketsBy(monthOf, monthAfter, trades, today).map(([month, bucket]) => ({ month, ...bucket }));

/** Returns a bucket for every week of the last twelve months; `trades` must be of this time. */
export const weeklyBuckets = (trades: readonly TradeFacts[], today: string): z.infer<typeof WeekBucket>[] =>
  bucketsBy(mondayOf, weekAfter, trades, today).map(([week_start, bucket]) => ({ week_start, ...bucket }));

type Step = (text: string) => string;

function bucketsBy(keyOf: Step, next: Step, trades: readonly TradeFacts[], today: string): [string, z.infer<typeof Bucket>][] {
  const filled = Map.groupBy(trades, ({ lastDate }) => keyOf(lastDate));
  const keys = [...filled.keys(), keyOf(today), keyOf(monthsBefore(today, 12))].sort();
  const buckets: [string, z.infer<typeof Bucket>][] = [];
  for (let key = keys[0]!; key <= keys.at(-1)!; key = next(key)) buckets.push([key, bucketOf(filled.get(key) ?? [])]);
  return buckets;
}

function bucketOf(trades: readonly TradeFacts[]): z.infer<typeof Bucket> {
  const sums = sumsOf(trades);
  return { ...sums, buy_value_usd: sums.buy_value_usd ?? '0', sell_value_usd: sums.sell_value_usd ?? '0' };
}
