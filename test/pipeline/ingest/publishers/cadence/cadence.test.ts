import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCadence, type PolledEntries } from '#pipeline/ingest/publishers/cadence/cadence.ts';

const start = Date.UTC(2025, 5, 2);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const bounds = { minMs: 30_000, maxMs: 600_000 };
const meanMs = 300_000;

const look = (more: Partial<PolledEntries> = {}): PolledEntries => ({
  freshForMs: 0,
  entryTimes: [],
  listedTimes: [],
  ...more,
});

/** Polls feeds of `perHour` entries an hour for `spanMs`. Returns the number of polls of each, and the wait after its last answer. */
function polled(
  perHour: readonly number[],
  spanMs: number,
  more: Partial<PolledEntries> = {},
): { readonly asked: number[]; readonly waits: number[] } {
  let now = start;
  const clock = (): number => now;
  const ids = perHour.map((_, at) => `f${at}`);
  const cadence = createCadence({ feeds: ids.map((id) => ({ id, bounds })), meanMs, nowMs: clock, steadyMs: clock });
  const turns = ids.map((id, at) => ({ id, at, dueMs: start, seenMs: start, asked: 0, waitMs: 0 }));
  for (;;) {
    const turn = turns.reduce((one, other) => (other.dueMs < one.dueMs ? other : one));
    if (turn.dueMs >= start + spanMs) break;
    now = turn.dueMs;
    turn.asked += 1;
    cadence.spent();
    const gapMs = hourMs / (perHour[turn.at] || 1e-9);
    const entryTimes: number[] = [];
    for (let time = (Math.floor(turn.seenMs / gapMs) + 1) * gapMs; time <= now; time += gapMs) entryTimes.push(time);
    turn.seenMs = now;
    cadence.answered(turn.id, look({ entryTimes, ...more }));
    turn.waitMs = cadence.waitMs(turn.id);
    turn.dueMs = now + turn.waitMs;
  }
  return { asked: turns.map(({ asked }) => asked), waits: turns.map(({ waitMs }) => waitMs) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test('feeds with many entries are polled often, those with few rarely, and all together no more than by the fixed cadence', () => {
  const { asked, waits } = polled([40, 10, 2, 0.2, 0.05, 0, 0, 0, 0, 0], 3 * dayMs);
  expect(sum(asked)).toBeLessThanOrEqual(10 * 3 * 288 + 10);
  expect(waits[0]).toBeLessThan(100_000);
  expect(waits[0]).toBeLessThan(waits[1] ?? 0);
  expect(waits[1]).toBeLessThan(waits[2] ?? 0);
  expect(waits[9]).toBe(bounds.maxMs);
});

test('feeds that are all alike are asked as by the fixed cadence', () => {
  const { asked } = polled([4, 4, 4, 4], 2 * dayMs);
  for (const count of asked) expect(count / (2 * 288)).toBeCloseTo(1, 1);
});

test('whatever the feeds bring, the requests of a day are within the budget and each wait within its bounds', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 8 }), (perHour) => {
      const { asked, waits } = polled(perHour, dayMs);
      expect(sum(asked)).toBeLessThanOrEqual(perHour.length * 289);
      for (const wait of waits) expect(wait >= bounds.minMs && wait <= bounds.maxMs).toBe(true);
    }),
    { numRuns: 15 },
  );
});

describe('a publisher that asks for a wait', () => {
  test('by its cache headers is asked no sooner, however much it brings', () => {
    const { waits } = polled([40, 0, 0, 0], dayMs, { freshForMs: 480_000 });
    expect(waits[0]).toBe(480_000);
  });

  test('for longer than the longest wait is asked after that', () => {
    expect(polled([40, 0, 0, 0], hourMs, { freshForMs: 7 * dayMs }).waits).toEqual([600_000, 600_000, 600_000, 600_000]);
  });
});

test('a rhythm of an earlier run holds from the first request on', () => {
  const feeds = ['busy', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, bounds }));
  let now = start;
  const made = () => createCadence({ feeds, meanMs, nowMs: () => now, steadyMs: () => now });
  const first = made();
  for (let poll = 0; poll < 100; poll += 1, now += meanMs) first.answered('busy', look({ entryTimes: [now - 200_000, now - 100_000, now - 1_000] }));
  const second = made();
  const rhythm = first.rhythmOf('busy');
  if (rhythm === null) throw new Error('no rhythm');
  second.resume('busy', rhythm);
  // Some of the budget has been saved up, and the feed answers.
  now += hourMs / 2;
  second.answered('busy', look({ entryTimes: [now - 1_000] }));
  expect(second.waitMs('busy')).toBeLessThan(meanMs / 2);
});
