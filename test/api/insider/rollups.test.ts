import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthlyBuckets, monthsBefore, mostActive, rollUp, since, weeklyBuckets } from '#api/insider/rollups.ts';
import type { TradeFacts } from '#clickhouse/insider-trades.ts';

const today = '2026-11-21';
const cents = (decimal: string | null): bigint => BigInt((decimal ?? '0').replace('.', ''));
const written = (amount: bigint): string => {
  const text = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
};

const arbitraryTrade: fc.Arbitrary<TradeFacts> = fc
  .record({
    daysAgo: fc.integer({ min: 0, max: 900 }),
    code: fc.constantFrom('P' as const, 'S' as const, 'D' as const),
    is10b5_1: fc.constantFrom(true, false, null),
    // The sums of these amounts exceed the range that a binary float represents exactly.
    amount: fc.option(fc.bigInt({ min: 0n, max: 10n ** 19n })),
    owner: fc.integer({ min: 1, max: 7 }),
  })
  .map(({ daysAgo, code, is10b5_1, amount, owner }) => ({
    uid: '0000000000000001',
    version: 0,
    lastDate: Temporal.PlainDate.from(today).subtract({ days: daysAgo }).toString(),
    code,
    is10b5_1,
    totalValueUsd: amount === null ? null : written(amount),
    ownerCik: `000000000${owner}`,
    ownerName: `Owner ${owner}`,
    ownerTitle: '',
    isJointDuplicate: false,
  }));
const arbitraryTrades = fc
  .array(arbitraryTrade, { maxLength: 60 })
  .map((trades) => trades.toSorted((a, b) => (a.lastDate < b.lastDate ? 1 : a.lastDate > b.lastDate ? -1 : 0)));

const total = (trades: readonly TradeFacts[], isBuy: boolean): string | null => {
  const priced = trades.filter(({ code, totalValueUsd }) => (code === 'P') === isBuy && totalValueUsd !== null);
  return priced.length === 0 ? null : written(priced.reduce((sum, { totalValueUsd }) => sum + cents(totalValueUsd), 0n));
};

describe('rollups', () => {
  test('are the exact sums of the trades, whatever their size', () => {
    fc.assert(
      fc.property(arbitraryTrades, (trades) => {
        const rollup = rollUp(trades);
        expect(rollup.buy_value_usd).toBe(total(trades, true));
        expect(rollup.sell_value_usd).toBe(total(trades, false));
        expect(rollup.buy_count + rollup.sell_count).toBe(trades.length);
        const priced = trades.filter(({ totalValueUsd }) => totalValueUsd !== null);
        expect([rollup.buy_priced_count, rollup.sell_priced_count]).toEqual([
          priced.filter(({ code }) => code === 'P').length,
          priced.filter(({ code }) => code !== 'P').length,
        ]);
        expect(rollup.unique_insiders).toBe(new Set(trades.map(({ ownerCik }) => ownerCik)).size);
        expect(rollup.pct_10b5_1).toBeGreaterThanOrEqual(0);
        expect(rollup.pct_10b5_1).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('buckets have no gaps and add up to the totals', () => {
    fc.assert(
      fc.property(arbitraryTrades, (trades) => {
        const ofYear = since(trades, monthsBefore(today, 12));
        for (const [buckets, of] of [
          [monthlyBuckets(trades, today), trades],
          [weeklyBuckets(ofYear, today), ofYear],
        ] as const) {
          const sum = (name: 'buy_value_usd' | 'sell_value_usd'): bigint => buckets.reduce((so, bucket) => so + cents(bucket[name]), 0n);
          expect(sum('buy_value_usd')).toBe(cents(total(of, true)));
          expect(sum('sell_value_usd')).toBe(cents(total(of, false)));
          expect(buckets.reduce((so, { buy_count, sell_count }) => so + buy_count + sell_count, 0)).toBe(of.length);
        }
        const months = monthlyBuckets(trades, today).map(({ month }) => month);
        expect(months.at(-1)).toBe('2026-11');
        expect(months.length).toBeGreaterThanOrEqual(13);
        for (const [at, month] of months.slice(1).entries())
          expect(Temporal.PlainYearMonth.from(months[at]!).add({ months: 1 }).toString()).toBe(month);
        const weeks = weeklyBuckets(ofYear, today).map(({ week_start }) => Temporal.PlainDate.from(week_start));
        for (const [at, week] of weeks.entries()) {
          expect(week.dayOfWeek).toBe(1);
          if (at > 0) expect(weeks[at - 1]!.until(week).days).toBe(7);
        }
        expect(weeks.length).toBe(53);
      }),
    );
  });

  test('the most active insiders have the most trades, and their net value is buys minus sells', () => {
    fc.assert(
      fc.property(arbitraryTrades, (trades) => {
        const active = mostActive(trades, 5);
        expect(active.map(({ event_count }) => event_count)).toEqual(active.map(({ event_count }) => event_count).toSorted((a, b) => b - a));
        for (const { name, event_count, net_value_usd } of active) {
          const own = trades.filter(({ ownerName }) => ownerName === name);
          expect(event_count).toBe(own.length);
          const [bought, sold] = [total(own, true), total(own, false)];
          expect(net_value_usd).toBe(bought === null && sold === null ? null : written(cents(bought) - cents(sold)));
        }
      }),
    );
  });
});
