import { describe, expect, test } from 'vitest';
import { outletAt } from '#ops/lab/upstream/generate/article.ts';
import { createNewsstand, entriesLeast, entriesMost, feedPath, windowSeconds } from '#ops/lab/upstream/generate/newsstand.ts';
import { outlets } from '#ops/lab/upstream/generate/outlets.ts';
import { createLane } from '#ops/lab/upstream/lane.ts';

const seed = 6;
const start = Date.UTC(2026, 4, 6, 15);
const [busiest, ...others] = outlets.toSorted((a, b) => b.weight - a.weight);

function standAt(perSecond: number) {
  const lane = createLane();
  lane.open({ from: 0, startAt: start, perSecond, burst: 120, spreadMs: 3_600_000 });
  const stand = createNewsstand(seed, lane, 'http://upstream.example');
  const shown = (outlet = busiest!, at = start): readonly number[] => (stand.feed(feedPath(outlet), at)?.shows ?? []).map(({ index }) => index);
  const out = (outlet = busiest!, at = start): readonly number[] =>
    Array.from({ length: lane.position(at) }, (_, index) => index).filter((index) => outletAt(seed, index) === outlet);
  return { shown, out };
}

describe('a feed', () => {
  test.each([1, 180])('at %s documents a second misses nothing for a poller that is away for two minutes', (perSecond) => {
    const { shown, out } = standAt(perSecond);
    const seen = new Set<number>();
    const polls = [0, 1, 7, windowSeconds, 2 * windowSeconds - 1].map((seconds) => start + seconds * 1_000);
    for (const at of polls) for (const index of shown(busiest, at)) seen.add(index);
    expect([...seen].sort((a, b) => a - b)).toEqual(out(busiest, polls.at(-1)));
  });

  test('keeps its newest hundred however slowly they come, and never more than its bound', () => {
    const slow = standAt(2);
    const late = start + 3 * 3_600_000;
    for (const outlet of [busiest!, others.at(-1)!]) {
      expect(slow.shown(outlet, late)).toEqual(slow.out(outlet, late).slice(-Math.max(entriesLeast, slow.shown(outlet, late).length)));
      expect(slow.shown(outlet, late).length).toBeGreaterThanOrEqual(entriesLeast);
    }
    const fast = standAt(5_000);
    expect(fast.shown(busiest, start + 60_000)).toHaveLength(entriesMost);
  });
});
