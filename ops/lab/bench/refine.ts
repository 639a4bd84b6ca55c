/**
 * Measures how many distinct articles per second all refine steps together process on one core, with 72 hours of recent articles and the
 * whole symbol directory in memory, and how ten times as many recent articles change that. Ceiling: the same articles parsed from JSON and
 * written back.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Measurements } from './measure.ts';
import { articleWriter, symbolEntries } from './refine/articles.ts';
import type { Decided, Filled } from './refine/window.ts';

const smallWindow = 20_000;
const largeWindow = 200_000;
const batchArticles = 100;
const warmUpBatches = 20;

interface RefineFigures {
  readonly small: Rate;
  readonly large: Rate;
  readonly jsonPerSecond: number;
  /** Memory with the directory and 200,000 recent articles, after a garbage collection. */
  readonly memory: Filled;
}

/** Rates of one window size. */
interface Rate {
  /** Articles per second of wall time, and of processor time of the whole process, garbage collector threads included. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly servedShare: number;
  readonly wallMs: number;
}

/** Lowest ratio of wall rate to CPU rate at which wall time is used; below it the machine was busy. */
const QUIET_SHARE = 0.9;

export async function benchRefine(options: { readonly seconds: number } = { seconds: 5 }): Promise<Measurements> {
  const { small, large, jsonPerSecond, memory } = await measureRefine(options);
  const isQuiet = small.perSecond >= QUIET_SHARE * small.perCpuSecond;
  const value = isQuiet ? small.perSecond : small.perCpuSecond;
  const rates = (rate: Rate): string => `${Math.round(rate.perSecond)}/s wall, ${Math.round(rate.perCpuSecond)}/s CPU`;
  return {
    refine: {
      value,
      ceiling: jsonPerSecond,
      ratio: value / jsonPerSecond,
      unit: 'articles/s',
      note: [
        `value: per second of ${isQuiet ? 'wall time' : 'CPU time, the machine was busy'}`,
        `${smallWindow} recent articles: ${rates(small)}`,
        `${largeWindow}: ${rates(large)}`,
        `flatness by CPU ${(large.perCpuSecond / small.perCpuSecond).toFixed(2)}, by wall ${(large.perSecond / small.perSecond).toFixed(2)}`,
        `memory at ${largeWindow}: ${megabytes(memory.residentBytes)} resident, ${megabytes(memory.heldBytes)} held`,
        `served: ${Math.round(small.servedShare * 100)} %`,
        'ceiling: JSON in and out',
      ].join('; '),
    },
  };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

async function measureRefine({ seconds }: { readonly seconds: number }): Promise<RefineFigures> {
  const large = await startWindow(largeWindow);
  const small = await startWindow(smallWindow);
  const both = [small, large];
  try {
    // Both run in turns, so that other load slows both alike.
    for (let i = 0; i < warmUpBatches; i += 1) for (const window of both) await window.measure();
    for (const window of both) window.begin();
    while (small.rate().wallMs + large.rate().wallMs < 2_000 * seconds) for (const window of both) await window.measure();
    return { small: small.rate(), large: large.rate(), jsonPerSecond: measureJson(seconds / 2), memory: large.filled };
  } finally {
    for (const window of both) await window.stop();
  }
}

interface Window {
  readonly filled: Filled;
  readonly measure: () => Promise<void>;
  /** Discards the measurements so far. */
  readonly begin: () => void;
  readonly rate: () => Rate;
  readonly stop: () => Promise<unknown>;
}

async function startWindow(recentCount: number): Promise<Window> {
  const worker = new Worker(new URL('refine/window.ts', import.meta.url), { workerData: { recentCount } });
  const answer = async (): Promise<unknown> => ((await once(worker, 'message')) as [unknown])[0];
  const filled = (await answer()) as Filled;
  const sum = { count: 0, wallMs: 0, cpuMs: 0, served: 0 };
  return {
    filled,
    measure: async () => {
      worker.postMessage(batchArticles);
      const { wallMs, cpuMs, served } = (await answer()) as Decided;
      sum.count += batchArticles;
      sum.wallMs += wallMs;
      sum.cpuMs += cpuMs;
      sum.served += served;
    },
    begin: () => void Object.assign(sum, { count: 0, wallMs: 0, cpuMs: 0, served: 0 }),
    rate: () => ({
      perSecond: (sum.count * 1_000) / sum.wallMs,
      perCpuSecond: (sum.count * 1_000) / sum.cpuMs,
      servedShare: sum.served / sum.count,
      wallMs: sum.wallMs,
    }),
    stop: () => worker.terminate(),
  };
}

function measureJson(seconds: number): number {
  const writer = articleWriter(symbolEntries());
  const texts = Array.from({ length: 1_000 }, (_, number) => JSON.stringify(writer(number)));
  let bytes = 0;
  let count = 0;
  const fromMs = performance.now();
  while (performance.now() - fromMs < seconds * 1_000) {
    for (const text of texts) bytes += JSON.stringify(JSON.parse(text)).length;
    count += texts.length;
  }
  return bytes === 0 ? 0 : (count * 1_000) / (performance.now() - fromMs);
}
