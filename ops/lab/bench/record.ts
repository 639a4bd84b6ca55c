/** Appends measurements to figures.tsv, one line each with day, machine and commit. */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Measurements } from './measure.ts';

const file = new URL('figures.tsv', import.meta.url);

/** Appends the measurements. A + after the commit means that files had uncommitted changes. */
export function recordFigures(measured: Measurements, now: Date): void {
  const before = [now.toISOString().slice(0, 10), machine(), commit()];
  const lines = Object.entries(measured).map(([name, { value, ceiling, ratio, unit }]) =>
    [...before, name, ...[value, ceiling, ratio].map((figure) => figure.toPrecision(4)), unit].join('\t'),
  );
  appendFileSync(file, [...lines, ''].join('\n'));
}

const machine = (): string => `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`;

function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ':!figures.tsv') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`;
}
