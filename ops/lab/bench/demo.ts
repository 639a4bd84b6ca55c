/** Runs the whole service on this machine, by default with a local upstream that releases nothing. */
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
  /** Process id of the supervisor, which is the parent of all other processes. */
  readonly pid: number;
  /** Connection to NATS with an operator's rights; withDemo closes it. */
  readonly bus: Bus;
}

export const startTimeoutMs = 120_000;

/** Starts a demo in a temporary folder, calls `work` when it is ready, then stops it. Returns the result of `work`. */
export async function withDemo<T>(work: (demo: Demo) => Promise<T>, args: readonly string[] = ['--rate', '0']): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'tickerwire-bench-'));
  const child = spawn('sh', ['ops/run.sh', 'ops/up.ts', 'demo', '--data-dir', dir, '--port', '0', '--quiet', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const stopOnExit = (): void => void child.kill('SIGTERM');
  process.once('exit', stopOnExit);
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
    process.removeListener('exit', stopOnExit);
    await rm(dir, { recursive: true, force: true });
  }
}
