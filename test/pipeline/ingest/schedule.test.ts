import { expect, test } from 'vitest';
import { hasRun, lastDueAt, outageWaitMs, repeat } from '#pipeline/ingest/schedule.ts';

test('outages of ours are waited out from 1 s, doubling to 30 s, with jitter', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((outages) => outageWaitMs(outages, () => 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
  expect(outageWaitMs(1, () => 0)).toBe(500);
  expect(outageWaitMs(1_000, () => 0)).toBe(15_000);
});

test.each([
  ['2026-01-10T05:29:59.999Z', '2026-01-09T05:30:00.000Z'],
  ['2026-01-10T05:30:00.000Z', '2026-01-10T05:30:00.000Z'],
  ['2026-01-10T23:59:59.999Z', '2026-01-10T05:30:00.000Z'],
])('at %s the last daily run was due at %s', (now, due) => {
  expect(lastDueAt(new Date(now), 5.5 * 3_600_000)).toBe(due);
});

test('each error in a row is reported and waited out for longer, a run that succeeds ends the count, and the stop ends the wait', async () => {
  const stop = new AbortController();
  const outages: number[] = [];
  const triedAtMs: number[] = [];
  const away = new Error('no store');
  const errors = [away, away, null, away];
  const work = async (): Promise<number> => {
    triedAtMs.push(performance.now());
    const error = errors.shift();
    if (error) throw error;
    return 0;
  };
  const onOutage = (_: unknown, count: number): void => {
    outages.push(count);
    if (errors.length === 0) stop.abort();
  };
  await repeat(work, { cadenceMs: () => 0, signal: stop.signal, onOutage });
  expect(outages).toEqual([1, 2, 1]);
  const [first, second, third] = triedAtMs as [number, number, number];
  // Jitter leaves at least half of a second and of two.
  expect(second - first).toBeGreaterThanOrEqual(499);
  expect(third - second).toBeGreaterThanOrEqual(999);
});

test('an error ends the repetition if no function receives it', async () => {
  const work = (): Promise<null> => Promise.reject(new Error('no store'));
  await expect(repeat(work, { cadenceMs: () => 0, signal: new AbortController().signal })).rejects.toThrow('no store');
});

test.each([
  ['no run is stored', null, false],
  ['an earlier run is', '2026-01-09T05:30:00.000Z', false],
  ['it is', '2026-01-10T05:30:00.000Z', true],
  ['the next one is, after a clock that was ahead', '2026-01-11T05:30:00.000Z', true],
  ['one of a wrong clock is', '2026-01-11T05:30:00.001Z', false],
])('a daily run was made where %s', (_, ranFor, expected) => {
  expect(hasRun(ranFor, '2026-01-10T05:30:00.000Z')).toBe(expected);
});
