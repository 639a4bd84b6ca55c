/** Runs the whole service on this machine; only what a benchmark publishes arrives. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { openBus, type Bus } from '../../nats/nats.ts';
import { serviceConfig } from '../../scripts/service-config.ts';
import { readRunFile } from '../../up/run-file.ts';

export interface Demo {
  readonly api: string;
  /** Process id of the supervisor, the parent of the parts. */
  readonly pid: number;
  /** A connection with an operator's rights; closed with the demo. */
  readonly bus: Bus;
}

export const startTimeoutMs = 120_000;

/** Starts a demo on a folder of its own, calls `work` once it is ready, and stops it. */
export async function withDemo<T>(work: (demo: Demo) => Promise<T>, args: readonly string[] = ['--rate', '0']): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'tickerwire-bench-'));
  const child = spawn('sh', ['ops/run.sh', 'ops/up.ts', 'demo', '--data-dir', dir, '--port', '0', '--quiet', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const stopWithUs = (): void => void child.kill('SIGTERM');
  process.once('exit', stopWithUs);
  try {
    const deadline = performance.now() + startTimeoutMs;
    let run = readRunFile(dir);
    for (; run === null; run = readRunFile(dir)) {
      if (performance.now() > deadline || child.exitCode !== null) throw new Error('the service did not start: run `npm run demo` to see why');
      await sleep(100);
    }
    const { api } = run;
    const bus = await openBus(serviceConfig(dir), 'bench', pino({ level: 'silent' }));
    try {
      return await work({ api, pid: child.pid!, bus });
    } finally {
      await bus.close();
    }
  } finally {
    child.kill('SIGINT');
    await gone;
    process.removeListener('exit', stopWithUs);
    await rm(dir, { recursive: true, force: true });
  }
}
