import { expect, test } from 'vitest';
import { axisRange, chartData } from '#pipeline/dashboard/page/chart-data.ts';

const start = Date.parse('2026-02-03T14:00:00Z') / 1_000;

test('each step of the window has a place: a hole in the lag and a zero in the rows where there was none', () => {
  const period = { at: start + 60, rows: 4, p50_seconds: 1, p95_seconds: 2, p99_seconds: 3 };
  const data = chartData({ over_time: [period], step_seconds: 60, since: '2026-02-03T14:00:30Z', at: '2026-02-03T14:03:00Z' });
  expect(data).toEqual({
    times: [start, start + 60, start + 120, start + 180],
    lag: { p50_seconds: [null, 1, null, null], p95_seconds: [null, 2, null, null], p99_seconds: [null, 3, null, null] },
    rows: [0, 4, 0, 0],
  });
});

test('an axis begins at zero, leaves room above, and is never empty', () => {
  expect(axisRange(10)).toEqual([0, 11]);
  for (const largest of [0, null]) expect(axisRange(largest)[1]).toBeGreaterThan(0);
});
