/** Appends measurements to figures.tsv, one line each with day, machine and commit. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Measurements } from './measure.ts';

const usualFile = fileURLToPath(new URL('figures.tsv', import.meta.url));
const columns = ['day', 'machine', 'commit', 'name', 'value', 'ceiling', 'ratio', 'unit'];

/** Appends the measurements to the file, after a heading when it is new. A + after the commit means that files had uncommitted changes. */
export function recordFigures(measured: Measurements, now: Date, file: string = usualFile): void {
  const before = [now.toISOString().slice(0, 10), machine(), commit()];
  const lines = Object.entries(measured).map(([name, { value, ceiling, ratio, unit }]) =>
    [...before, name, ...[value, ceiling, ratio].map((figure) => figure.toPrecision(4)), unit].join('\t'),
  );
  appendFileSync(file, [...(existsSync(file) ? [] : [columns.join('\t')]), ...lines, ''].join('\n'));
}

const machine = (): string => `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`;

function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ':!figures.tsv') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`;
}
