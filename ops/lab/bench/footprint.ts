/**
 * Measures the memory and CPU time of the demo while nothing arrives. Memory is the proportional set size (PSS), which divides a shared
 * page among its processes. Ceiling: the same number of idle Node processes.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDemo } from './demo.ts';
import { measurement, type Measurements } from './measure.ts';
import { cpuMsOf, statOf } from './proc.ts';

interface Usage {
  readonly name: string;
  readonly megabytes: number;
  readonly cpuMs: number;
}

/** Length of the windows over which CPU time is measured until the service is idle. */
const windowMs = 10_000;
/** Largest share of a core that an idle service uses. */
const quietShare = 0.1;
const settleTimeoutMs = 240_000;
const idleMs = 30_000;

/** Returns the ids of the process `root` and all its descendants. */
function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      parents.set(Number(entry), Number(statOf(Number(entry))[1]));
    } catch {
      // The process has ended since its folder was listed.
    }
  }
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

/** Returns the program's name; for a Node script, the end of its path, and the parts that it runs. */
function nameOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const script = words.find((word) => word.endsWith('.ts'));
  const parts = /(?:^|\0)PIPELINE_PARTS=([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1];
  if (script === undefined) return words[0]!.split('/').at(-1)!.split(' ')[0]!;
  const name = script
    .split('/')
    .slice(-2)
    .join('/')
    .replace(/\/main\.ts$|\.ts$/, '');
  return parts === undefined || name !== 'pipeline' ? name : `${name} (${parts})`;
}

function usageOf(pid: number): Usage {
  const pss = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return { name: nameOf(pid), megabytes: Number(pss) / 1_024, cpuMs: cpuMsOf(pid) };
}

const usages = (root: number): Usage[] => family(root).map(usageOf);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const cpuOf = (all: readonly Usage[]): number => sum(all.map(({ cpuMs }) => cpuMs));

async function shareOver(root: number, ms: number): Promise<number> {
  const [before, startedAtMs] = [cpuOf(usages(root)), performance.now()];
  await sleep(ms);
  return (cpuOf(usages(root)) - before) / (performance.now() - startedAtMs);
}

async function bareNodeMegabytes(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 60_000)'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve, reject) => child.once('error', reject).stdout.once('data', resolve));
    return usageOf(child.pid!).megabytes;
  } finally {
    child.kill('SIGKILL');
  }
}

export const benchFootprint = (): Promise<Measurements> =>
  withDemo(async ({ pid }) => {
    const deadline = performance.now() + settleTimeoutMs;
    let isQuiet = false;
    while (!isQuiet && performance.now() < deadline) isQuiet = (await shareOver(pid, windowMs)) <= quietShare;
    const share = await shareOver(pid, idleMs);
    const all = usages(pid).toSorted((a, b) => b.megabytes - a.megabytes);
    const [value, ceiling] = [sum(all.map(({ megabytes }) => megabytes)), all.length * (await bareNodeMegabytes())];
    const parts = all.map(({ name, megabytes }) => `${name} ${Math.round(megabytes)}`).join(', ');
    const note = `${(share * 100).toFixed(1)} % of a core when nothing arrives${isQuiet ? '' : `, NOT at rest after ${settleTimeoutMs / 1_000} s`}; ${parts}; ceiling: as many idle Node processes`;
    return { footprint: measurement(value, ceiling, 'MB', note) };
  });
