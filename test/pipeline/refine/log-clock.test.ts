import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogClock, type LogClock } from '#pipeline/refine/log-clock.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const startMs = 1_780_000_000_000;

/** Returns a log clock over a wall and a monotonic clock; a test moves both together, or the wall alone. */
function ground(): {
  readonly clock: LogClock;
  readonly pass: (ms: number) => void;
  readonly set: (leapMs: number) => void;
  readonly wall: () => number;
} {
  let [wallMs, monotonicMs] = [startMs, 5];
  const clock = createLogClock({ wallMs: () => wallMs, monotonicMs: () => monotonicMs });
  return {
    clock,
    pass: (ms) => {
      wallMs += ms;
      monotonicMs += ms;
    },
    set: (leapMs) => (wallMs += leapMs),
    wall: () => wallMs,
  };
}

describe("the log's clock", () => {
  test('is the wall clock as long as nobody sets it', () => {
    const { clock, pass, wall } = ground();
    for (const ms of [0, 1, 250, hourMs, 3]) {
      pass(ms);
      expect(clock.nowMs()).toBe(wall());
    }
    expect(clock.now()).toBe(new Date(wall()).toISOString());
  });

  test.each([
    ['an hour back', -hourMs],
    ['a year back', -yearMs],
    ['an hour ahead', hourMs],
    ['a year ahead', yearMs],
  ])('goes on from where it was when the wall clock is set %s, and never back', (_, leapMs) => {
    const { clock, pass, set, wall } = ground();
    pass(1_000);
    let before = clock.nowMs();
    const setAtMs = before;
    set(leapMs);
    for (let second = 1; second <= 600; second += 1) {
      pass(1_000);
      const now = clock.nowMs();
      expect(now).toBeGreaterThan(before);
      before = now;
    }
    // Ten minutes later it is off by at most ten minutes.
    expect(Math.abs(before - (setAtMs + 600_000))).toBeLessThanOrEqual(600_000);
    expect(Math.sign(wall() - clock.nowMs())).toBe(Math.sign(leapMs));
  });

  test('catches up: an hour ahead within an hour, an hour behind within two', () => {
    for (const [leapMs, withinMs] of [
      [hourMs, hourMs],
      [-hourMs, 2 * hourMs],
    ] as const) {
      const { clock, pass, set, wall } = ground();
      clock.nowMs();
      set(leapMs);
      for (let passed = 0; passed < withinMs; passed += 10_000) {
        pass(10_000);
        clock.nowMs();
      }
      expect(clock.nowMs()).toBe(wall());
    }
  });

  test('begins no earlier than the last record of the log', () => {
    const { clock, pass, wall } = ground();
    clock.atLeast(startMs + 5_000);
    expect(clock.nowMs()).toBe(startMs + 5_000);
    pass(1_000);
    expect(clock.nowMs()).toBe(startMs + 5_500);
    pass(60_000);
    expect(clock.nowMs()).toBe(wall());
    clock.atLeast(startMs);
    expect(clock.nowMs()).toBe(wall());
  });

  test('never runs back and never faster than twice, whatever is set when', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(10_000), fc.integer({ min: -yearMs, max: yearMs })), { maxLength: 50 }), (steps) => {
        const { clock, pass, set } = ground();
        let before = clock.nowMs();
        for (const [ms, leapMs] of steps) {
          pass(ms);
          set(leapMs);
          const now = clock.nowMs();
          expect(now).toBeGreaterThanOrEqual(before);
          expect(now - before).toBeLessThanOrEqual(2 * ms + 1);
          before = now;
        }
      }),
    );
  });
});
