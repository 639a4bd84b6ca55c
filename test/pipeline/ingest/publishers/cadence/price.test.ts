import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intervalMs, priceFor, requestsAt, type Forecast } from '#pipeline/ingest/publishers/cadence/price.ts';

const bounds = { minMs: 30_000, maxMs: 600_000 };
const rate = fc.double({ min: 0, max: 500, noNaN: true });
const forecasts = fc.array(
  fc.array(rate, { minLength: 24, maxLength: 24 }).map((perHour): Forecast => ({ perHour, bounds })),
  { minLength: 1, maxLength: 20 },
);

test('a feed that brings more is asked no less often, always within its bounds', () => {
  fc.assert(
    fc.property(rate, rate, fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (one, other, price) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(intervalMs(high, price, bounds)).toBeLessThanOrEqual(intervalMs(low, price, bounds));
      for (const perHour of [low, high]) {
        expect(intervalMs(perHour, price, bounds)).toBeGreaterThanOrEqual(bounds.minMs);
        expect(intervalMs(perHour, price, bounds)).toBeLessThanOrEqual(bounds.maxMs);
      }
    }),
  );
});

test('the price keeps to what is granted where the bounds allow it, and wastes little of it', () => {
  fc.assert(
    fc.property(forecasts, fc.double({ min: 0.3, max: 3, noNaN: true }), (all, share) => {
      const granted = all.length * 288 * share;
      const spent = requestsAt(priceFor(granted, all), all);
      const least = all.length * 144;
      expect(spent).toBeLessThanOrEqual(Math.max(granted, least) + 1e-6);
      const isQuiet = all.every(({ perHour }) => perHour.every((one) => one < 1e-3));
      const most = requestsAt(1e-9, all);
      if (!isQuiet && granted > least) expect(spent).toBeGreaterThan(Math.min(granted, most) * 0.95);
    }),
    { numRuns: 100 },
  );
});

test('of all ways to spend as much, the one by the price waits the least', () => {
  const all: Forecast[] = [0.1, 0.5, 2, 8, 30].map((perHour) => ({ perHour: [perHour], bounds }));
  const intervals = all.map(({ perHour }) => intervalMs(perHour[0] ?? 0, priceFor(60, all), bounds));
  const waitOf = (waits: readonly number[]): number => all.reduce((sum, { perHour }, at) => sum + ((perHour[0] ?? 0) * (waits[at] ?? 0)) / 2, 0);
  const costOf = (waits: readonly number[]): number => waits.reduce((sum, wait) => sum + 3_600_000 / wait, 0);
  // Moves 0.2 requests an hour from one feed to another, wherever the bounds allow it.
  for (const from of all.keys())
    for (const to of all.keys()) {
      if (from === to) continue;
      const moved = intervals.map((wait, at) => 3_600_000 / (3_600_000 / wait + (at === to ? 0.2 : at === from ? -0.2 : 0)));
      if (moved.some((wait) => wait < bounds.minMs || wait > bounds.maxMs)) continue;
      expect(costOf(moved)).toBeCloseTo(costOf(intervals), 6);
      expect(waitOf(moved)).toBeGreaterThan(waitOf(intervals));
    }
});
