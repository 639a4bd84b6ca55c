import { describe, expect, test } from 'vitest';
import { createLane } from '#ops/lab/upstream/lane.ts';

const start = 1_000_000;

function burstLane() {
  const lane = createLane();
  lane.open({ from: 0, startAt: start, perSecond: 2, burst: 10, spreadMs: 9_000 });
  return lane;
}

describe('a lane of documents', () => {
  test('has its burst out at once and then goes by the clock', () => {
    const lane = burstLane();
    expect([0, 499, 500, 10_000].map((ms) => lane.position(start + ms))).toEqual([10, 10, 11, 30]);
  });

  test('dates the burst over the time before it and never goes back', () => {
    const lane = burstLane();
    const dates = Array.from({ length: 40 }, (_, index) => lane.datedAt(index));
    expect(dates[9]).toBe(start);
    expect(dates[0]).toBeLessThan(start - 8_000);
    expect(dates).toEqual([...dates].sort((a, b) => a - b));
    expect(lane.releasedAt(0)).toBe(start);
  });

  test('a document is out at its release and not a moment before', () => {
    const lane = burstLane();
    for (const index of [10, 11, 25]) {
      const releasedAt = lane.releasedAt(index);
      expect(lane.position(releasedAt)).toBeGreaterThan(index);
      expect(lane.position(releasedAt - 1)).toBeLessThanOrEqual(index);
    }
  });

  test('a later stretch goes on where it is told, and leaves the dates before it alone', () => {
    const lane = burstLane();
    const before = lane.datedAt(12);
    lane.open({ from: 15, startAt: start + 60_000, perSecond: 0, burst: 0, spreadMs: 0 });
    expect(lane.position(start + 90_000)).toBe(15);
    expect(lane.datedAt(12)).toBe(before);
    expect(lane.peakPerSecond()).toBe(2);
  });
});
