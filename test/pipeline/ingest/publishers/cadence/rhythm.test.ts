import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noRhythm, observed, profileOf, rateAt, Rhythm, rhythmOfListing } from '#pipeline/ingest/publishers/cadence/rhythm.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2025, 5, 2);

/** Observes a feed hour by hour and returns its rhythm. */
function watched(hours: number, timesIn: (hour: number) => number[]): Rhythm {
  let rhythm = noRhythm(start);
  for (let hour = 0; hour < hours; hour += 1) rhythm = observed(rhythm, timesIn(start + hour * hourMs), start + (hour + 1) * hourMs);
  return rhythm;
}

const steady = (perHour: number) => (from: number) => Array.from({ length: perHour }, (_, at) => from + ((at + 0.5) / perHour) * hourMs);

test('the hours of the day with entries have a higher rate than those without', () => {
  const rhythm = watched(7 * 24, (from) => (new Date(from).getUTCHours() === 14 ? steady(20)(from) : []));
  const profile = profileOf(rhythm);
  expect(profile[14]).toBeGreaterThan(10);
  expect(profile[3]).toBeLessThan(1);
  expect(rateAt(rhythm, start + 7 * dayMs + 14.1 * hourMs)).toBeGreaterThan(10 * rateAt(rhythm, start + 7 * dayMs + 3.1 * hourMs));
});

test('a burst raises what is expected at once, and is forgotten within hours', () => {
  const quiet = watched(48, () => []);
  const from = start + 48 * hourMs;
  const burst = observed(quiet, steady(12)(from), from + hourMs);
  expect(rateAt(burst, from + hourMs)).toBeGreaterThan(20 * rateAt(quiet, from));
  expect(rateAt(observed(burst, [], from + 8 * hourMs), from + 8 * hourMs)).toBeLessThan(rateAt(burst, from + hourMs) / 10);
});

test('the last week counts more than the weeks before, so that a feed that fell silent has a low rate', () => {
  const loud = watched(7 * 24, steady(4));
  const silent = observed(observed(loud, [], start + 14 * dayMs), [], start + 21 * dayMs);
  expect(rateAt(silent, start + 21 * dayMs)).toBeLessThan(1);
});

describe('a listing that is read for the first time', () => {
  test('gives the rhythm by the dates of its entries', () => {
    const now = start + 2 * dayMs;
    const times = Array.from({ length: 97 }, (_, at) => now - at * 0.5 * hourMs);
    expect(rateAt(rhythmOfListing(times, now), now) / 2).toBeCloseTo(1, 0);
  });

  test('gives no rhythm by dates that lie ahead or years back, or without dates', () => {
    const now = start;
    for (const times of [[], [now + dayMs], [now - 400 * dayMs]]) expect(rateAt(rhythmOfListing(times, now), now)).toBeCloseTo(1 / 24, 2);
  });
});

test('a dump of thousands of entries at once is not a rhythm of thousands an hour', () => {
  const before = watched(24, steady(1));
  const now = start + 25 * hourMs;
  const after = observed(
    before,
    Array.from({ length: 2_000 }, () => now),
    now,
  );
  expect(rateAt(after, now)).toBeLessThan(201);
});

test('any watching gives finite rates of no less than nothing, and a state that is read back as it was kept', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: -dayMs, max: 30 * dayMs }),
    times: fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 50 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let [rhythm, now] = [noRhythm(start), start];
      for (const { afterMs, times } of steps) {
        now = Math.max(start, now + afterMs);
        rhythm = observed(
          rhythm,
          times.map((time) => now + time),
          now,
        );
      }
      const rate = rateAt(rhythm, now);
      expect(Number.isFinite(rate) && rate >= 0).toBe(true);
      expect(Rhythm.parse(JSON.parse(JSON.stringify(rhythm)))).toEqual(rhythm);
    }),
    { numRuns: 100 },
  );
});
