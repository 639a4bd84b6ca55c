/** Generates HTTP load with `wrk`, which needs less CPU time than the server under test. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './measure.ts';

const requestTimeoutSeconds = 30;

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly script?: { readonly file: string; readonly args: readonly string[] };
}

type LoadResult = Awaited<ReturnType<typeof runWrk>>;

/** Returns the medians of several results, and the sum of their failures. */
export const summaryOf = (results: readonly LoadResult[]) => ({
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  failures: results.reduce((sum, { failures }) => sum + failures, 0),
  p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
});

const unitMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

function wrkPath(): string {
  const found = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'wrk')).find((path) => existsSync(path)); // prettier-ignore
  if (found === undefined) throw new Error('wrk is not installed: `apt-get install wrk`, then run the benchmark again');
  return found;
}

/**
 * Runs wrk for `load.seconds`. `failures` counts responses other than 2xx and 3xx, and socket errors. Throws when wrk is not installed or its output cannot be
 * read.
 */
export async function runWrk(load: Load) {
  const { url, connections, seconds, headers, script } = load;
  const args = [
    '--latency',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    // wrk's default of two seconds would count slow responses as failures.
    `--timeout=${requestTimeoutSeconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
  ];
  if (script !== undefined) args.push('-s', script.file);
  args.push(url);
  if (script !== undefined) args.push('--', ...script.args);
  const child = spawn(wrkPath(), args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: (seconds + 30) * 1_000 });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const figure = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0);
  const perSecond = figure(/Requests\/sec:\s*([\d.]+)/);
  if (!/Requests\/sec:/.test(output)) throw new Error(`the output of wrk cannot be read:\n${output}`);
  const quantileMs = (share: number): number => {
    const [, value, unit = ''] = new RegExp(`^\\s+${share}%\\s+([\\d.]+)(us|ms|s|m)$`, 'm').exec(output) ?? [];
    return Number(value) * (unitMs[unit] ?? Number.NaN);
  };
  const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1).map(Number) ?? [];
  return {
    perSecond,
    failures: figure(/Non-2xx or 3xx responses: (\d+)/) + sockets.reduce((sum, count) => sum + count, 0),
    p50Ms: quantileMs(50),
    p99Ms: quantileMs(99),
  };
}
