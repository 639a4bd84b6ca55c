import { describe, expect, test } from 'vitest';
import { simulatedDefaults } from '#ops/lab/evaluate/cadence.ts';
import { recordedTimes, weekMs, weekStartMs } from '#ops/lab/evaluate/cadence/recorded-times.ts';
import { simulate } from '#ops/lab/evaluate/cadence/simulate.ts';
import { settings } from '#schemas/config.ts';
import { dataDir } from '#test/support/data.ts';

const hourMs = 3_600_000;
const rss = dataDir('rss');
const { meanMs, bounds } = simulatedDefaults;

test('the simulation runs with the defaults of the service', () => {
  expect(String(meanMs)).toBe(settings.PUBLISHER_POLL_MS.default);
  expect(String(bounds.minMs)).toBe(settings.PUBLISHER_POLL_MIN_MS.default);
  expect(String(bounds.maxMs)).toBe(settings.PUBLISHER_POLL_MAX_MS.default);
});

describe.skipIf(rss === null)('over recorded feeds', () => {
  const feeds = rss === null ? [] : recordedTimes(rss).filter(({ times }) => times.filter((time) => time >= weekStartMs).length >= 7);

  test('half of the entries are seen within a minute, at no more requests than every five minutes', () => {
    const [fixed, adaptive] = [null, bounds].map((given) => simulate(feeds, { meanMs, bounds: given }));
    if (fixed === undefined || adaptive === undefined) throw new Error('not simulated');
    const within = adaptive.delaysMs.filter((delay) => delay <= 60_000).length;
    expect(adaptive.delaysMs.length).toBeGreaterThan(300);
    expect(within / adaptive.delaysMs.length).toBeGreaterThanOrEqual(0.5);
    expect(adaptive.requests).toBeLessThanOrEqual(fixed.requests);
  });

  test('times keep their weekday and hour, and the last entry falls into the week', () => {
    for (const { times } of feeds) {
      const last = times.at(-1) ?? 0;
      expect(last >= weekStartMs && last < weekStartMs + weekMs).toBe(true);
    }
  });
});

test('a fixed cadence sees a fifth of what comes evenly within a minute', () => {
  const times = Array.from({ length: 5_000 }, (_, at) => weekStartMs + Math.floor((at / 5_000) * (weekMs - hourMs)));
  const { delaysMs, requests } = simulate([{ name: 'even', times, periodMs: null }], { meanMs, bounds: null });
  expect(requests).toBe(7 * 288);
  expect(delaysMs).toHaveLength(5_000);
  expect(delaysMs.filter((delay) => delay <= 60_000).length / 5_000).toBeCloseTo(0.2, 1);
});
