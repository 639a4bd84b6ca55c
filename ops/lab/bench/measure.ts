/** Defines a benchmark's result, and functions to measure time, memory and quantiles. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The result of a benchmark. `ceiling` is the same figure of the bare component in the same run, or the limit that is promised. */
export interface Measurement {
  readonly value: number;
  readonly ceiling: number;
  readonly ratio: number;
  readonly unit: string;
  readonly note: string;
}

export type Measurements = Readonly<Record<string, Measurement>>;

export const measurement = (value: number, ceiling: number, unit: string, note: string): Measurement => ({
  value,
  ceiling,
  ratio: value / ceiling,
  unit,
  note,
});

/** Returns the value below which `share` of the values are, or NaN when there are none. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export async function timeOf(work: () => unknown): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

/** Runs `bare` and `own` alternately, so that other load slows both equally. Returns their results without the first `warmUp` turns. */
export async function inTurns<T>(
  turns: number,
  { own, bare }: { readonly own: (turn: number) => Promise<T>; readonly bare: (turn: number) => Promise<T> },
  warmUp = 1,
): Promise<{ readonly own: readonly T[]; readonly bare: readonly T[] }> {
  const found: { own: T[]; bare: T[] } = { own: [], bare: [] };
  for (let turn = 0; turn < warmUp + turns; turn += 1) {
    found.bare.push(await bare(turn));
    found.own.push(await own(turn));
  }
  return { own: found.own.slice(warmUp), bare: found.bare.slice(warmUp) };
}

export const benchFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'bench-'));

/** Returns the CPU time of this process so far in ms, threads of the garbage collector included. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Returns the bytes of heap and buffers that this process uses after a garbage collection. */
export function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
