import { expect, test } from 'vitest';
import { logPlot } from '#ops/lab/log-plot.ts';

const sizes = [50_000, 500_000, 5_000_000];
const lineOf = (name: string, times: readonly number[]) => ({ name, points: sizes.map((x, at) => ({ x, y: times[at]! })) });

test('each read is a line that rises with its time, inside the axes, and no two names overlap', () => {
  const reads = [lineOf('feed', [5, 6, 7]), lineOf('search', [20, 80, 400]), lineOf('delta', [5, 6, 7])];
  const svg = logPlot(reads, { title: 'Reads', x: 'rows', y: 'ms' });
  const lines = [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points]) => points!.split(' ').map((point) => point.split(',').map(Number)));
  expect(lines).toHaveLength(3);
  for (const points of lines) {
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]!)) as [number[], number[]];
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect(ys).toEqual(ys.toSorted((a, b) => b - a));
    for (const [x, y] of points) expect([x! >= 56 && x! <= 576, y! >= 56 && y! <= 376]).toEqual([true, true]);
  }
  // A decade of rows is the same distance everywhere.
  const [first, second, third] = lines[0]!.map(([x]) => x!) as [number, number, number];
  expect(Math.abs(second - first - (third - second))).toBeLessThanOrEqual(1);
  const heights = [...svg.matchAll(/y="(\d+)" fill="#[0-9a-f]+">(?:feed|search|delta)</g)].map(([, y]) => Number(y)).toSorted((a, b) => a - b);
  expect(heights).toHaveLength(3);
  for (const [at, height] of heights.entries()) expect(height - (heights[at - 1] ?? -15)).toBeGreaterThanOrEqual(15);
});
