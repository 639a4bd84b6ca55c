import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordFigures } from '#ops/lab/bench/record.ts';
import { scratchFolder } from '#test/support/scratch.ts';

test('figures are appended a line each, below one heading', () => {
  const folder = scratchFolder(onTestFinished);
  const file = join(folder, 'figures.tsv');
  const figure = { value: 12_345.678, ceiling: 20_000, ratio: 0.617_283_9, unit: 'requests/s', note: 'not recorded' };
  recordFigures({ cached_poll: figure, uncached_poll: figure }, new Date('2026-11-28T23:00:00.000Z'), file);
  recordFigures({ visible: { ...figure, unit: 'ms' } }, new Date('2026-11-29T01:00:00.000Z'), file);
  const [heading, ...lines] = readFileSync(file, 'utf8').split('\n');
  expect(heading).toBe('day\tmachine\tcommit\tname\tvalue\tceiling\tratio\tunit');
  const commit = expect.stringMatching(/^[\da-f]{7,}\+?$/);
  const machine = expect.stringMatching(/^\d+ x ./);
  expect(lines.map((line) => line.split('\t'))).toEqual([
    ['2026-11-28', machine, commit, 'cached_poll', '1.235e+4', '2.000e+4', '0.6173', 'requests/s'],
    ['2026-11-28', machine, commit, 'uncached_poll', '1.235e+4', '2.000e+4', '0.6173', 'requests/s'],
    ['2026-11-29', machine, commit, 'visible', '1.235e+4', '2.000e+4', '0.6173', 'ms'],
    [''],
  ]);
});
