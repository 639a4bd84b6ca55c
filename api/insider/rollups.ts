/**
 * Aggregates one issuer's insider trades for the chart: totals per window, the most active insiders, weekly and monthly buckets. Pure;
 * `today` is the date in New York. Amounts are added exactly (decimal, USD). A trade without a price counts but adds no amount, so trades
 * with a price are also counted separately. The side follows the flow of value: a disposition to the issuer (code D) is a sell.
 */
import Big from 'big.js';
import { z } from 'zod';
import type { TradeFacts } from '#clickhouse/insider-trades.ts';
import { Decimal, DateOnly } from '#schemas/primitives.ts';

const amount = Decimal.nullable().meta({ description: 'USD; null if this side has no priced trades' });

/** Number of trades of each side, and how many of them the sums include. */
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

export interface Insider {
  readonly name: string;
  /** '' for a director without an office. */
  readonly title: string;
  readonly tradesCount: number;
  /** Buys minus sells; null: none of the trades is priced. */
  readonly netValueUsd: string | null;
}

export const isBuy = ({ code }: Pick<TradeFacts, 'code'>): boolean => code === 'P';
const isSell = (trade: TradeFacts): boolean => !isBuy(trade);

const zero = new Big(0);

/** Returns the sum; null where none is priced. */
function sumOf(trades: readonly TradeFacts[]): Big | null {
  const values = trades.flatMap(({ totalValueUsd }) => (totalValueUsd === null ? [] : [new Big(totalValueUsd)]));
  return values.length === 0 ? null : values.reduce((total, value) => total.plus(value), zero);
}

const sidesOf = (trades: readonly TradeFacts[]): { readonly buys: TradeFacts[]; readonly sells: TradeFacts[] } => ({
  buys: trades.filter(isBuy),
  sells: trades.filter(isSell),
});

const pricedCount = (trades: readonly TradeFacts[]): number => trades.filter(({ totalValueUsd }) => totalValueUsd !== null).length;

const countsOf = (buys: readonly TradeFacts[], sells: readonly TradeFacts[]) => ({
  buy_count: buys.length,
  sell_count: sells.length,
  buy_priced_count: pricedCount(buys),
  sell_priced_count: pricedCount(sells),
});

export function rollUp(trades: readonly TradeFacts[]): Rollup {
  const { buys, sells } = sidesOf(trades);
  const planned = trades.filter(({ is10b5_1 }) => is10b5_1 === true).length;
  return {
    ...countsOf(buys, sells),
    buy_value_usd: sumOf(buys)?.toFixed(2) ?? null,
    sell_value_usd: sumOf(sells)?.toFixed(2) ?? null,
    unique_insiders: new Set(trades.map(({ ownerCik }) => ownerCik)).size,
    pct_10b5_1: trades.length === 0 ? 0 : Math.round((100 * planned) / trades.length),
  };
}

/** Returns the insiders with the most trades, then the most value moved. `trades` are newest first, so names and titles are the latest. */
export function mostActive(trades: readonly TradeFacts[], count: number): Insider[] {
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
    .map(({ own, net }) => ({ name: own[0]!.ownerName, title: own[0]!.ownerTitle, tradesCount: own.length, netValueUsd: net?.toFixed(2) ?? null }));
}

const day = (date: string): Temporal.PlainDate => Temporal.PlainDate.from(date);
export const monthsBefore = (today: string, months: number): string => day(today).subtract({ months }).toString();
export const daysBefore = (today: string, days: number): string => day(today).subtract({ days }).toString();

/** Returns the trades without further reports of one by its co-owners. */
export const countedOnce = (trades: readonly TradeFacts[]): TradeFacts[] => trades.filter(({ isJointDuplicate }) => !isJointDuplicate);

/** Returns the trades from `date` on; `trades` are newest first. */
export const since = (trades: readonly TradeFacts[], date: string): TradeFacts[] => trades.filter(({ lastDate }) => lastDate >= date);

const mondayOf = (date: string): string => {
  const found = day(date);
  return found.subtract({ days: found.dayOfWeek - 1 }).toString();
};
const monthOf = (date: string): string => date.slice(0, 7);
const monthAfter = (month: string): string => monthOf(day(`${month}-01`).add({ months: 1 }).toString());
const weekAfter = (monday: string): string => day(monday).add({ weeks: 1 }).toString();

/** Returns all trades by month, from the month of the first trade, at least a year back, to the present one. */
export function monthlyBuckets(trades: readonly TradeFacts[], today: string): z.infer<typeof MonthBucket>[] {
  const filled = Map.groupBy(trades, ({ lastDate }) => monthOf(lastDate));
  const keys = [...filled.keys(), monthOf(today), monthOf(monthsBefore(today, 12))].sort();
  return keysThrough(keys[0]!, keys.at(-1)!, monthAfter).map((month) => ({ month, ...bucketOf(filled.get(month) ?? []) }));
}

/** Returns the trades of the trailing twelve months by week. `trades` are those of that window. */
export function weeklyBuckets(trades: readonly TradeFacts[], today: string): z.infer<typeof WeekBucket>[] {
  const filled = Map.groupBy(trades, ({ lastDate }) => mondayOf(lastDate));
  const keys = [...filled.keys(), mondayOf(today), mondayOf(monthsBefore(today, 12))].sort();
  return keysThrough(keys[0]!, keys.at(-1)!, weekAfter).map((week_start) => ({ week_start, ...bucketOf(filled.get(week_start) ?? []) }));
}

function keysThrough(first: string, last: string, next: (key: string) => string): string[] {
  const keys: string[] = [];
  for (let key = first; key <= last; key = next(key)) keys.push(key);
  return keys;
}

function bucketOf(trades: readonly TradeFacts[]): z.infer<typeof Bucket> {
  const { buys, sells } = sidesOf(trades);
  return { ...countsOf(buys, sells), buy_value_usd: sumOf(buys)?.toFixed(2) ?? '0', sell_value_usd: sumOf(sells)?.toFixed(2) ?? '0' };
}
