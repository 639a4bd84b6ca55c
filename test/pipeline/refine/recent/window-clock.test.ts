import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWindowClock, passedMs } from '#pipeline/refine/recent/window-clock.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

describe("the window's time", () => {
  test('is that of the log while the log tells the time', () => {
    const clock = createWindowClock();
    const instants = [0, 1, 60, 71, 71.5, 200].map((hours) => 1_780_000_000_000 + hours * hourMs);
    expect(instants.map(clock.atRecord)).toEqual(instants);
  });

  test.each([
    ['an hour back', -hourMs, 0],
    ['a year back', -yearMs, 0],
    ['a year ahead', yearMs, 24 * hourMs],
  ])('moves by no more than a day where the log leaps %s, and goes on from there', (_, leapMs, movedMs) => {
    const clock = createWindowClock();
    const before = clock.atRecord(1_780_000_000_000);
    const after = clock.atRecord(1_780_000_000_000 + leapMs);
    expect(after - before).toBe(movedMs);
    expect(clock.atRecord(1_780_000_000_000 + leapMs + 5_000) - after).toBe(5_000);
  });

  test('never runs back, and is the same whether it was kept in between or not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -yearMs, max: yearMs }), { maxLength: 20 }), fc.nat(20), (steps, cut) => {
        let atMs = 1_780_000_000_000;
        const instants = steps.map((step) => (atMs += step));
        const clock = createWindowClock();
        const times = instants.map(clock.atRecord);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        const first = createWindowClock();
        instants.slice(0, cut).forEach(first.atRecord);
        const second = createWindowClock(first.saved());
        expect(instants.slice(cut).map(second.atRecord)).toEqual(times.slice(cut));
      }),
    );
  });

  test('of a decision is that of the record it would become', () => {
    const clock = createWindowClock();
    clock.atRecord(5_000);
    expect(clock.at(9_000)).toBe(9_000);
    expect(clock.at(1_000)).toBe(5_000);
    expect(clock.atRecord(9_000)).toBe(9_000);
  });

  test('counts a week of silence, no more', () => {
    expect(passedMs(0, 7 * 24 * hourMs)).toBe(7 * 24 * hourMs);
    expect(passedMs(0, 7 * 24 * hourMs + 1)).toBe(24 * hourMs);
  });
});
