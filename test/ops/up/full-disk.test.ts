/** The whole service on a file system that fills up, while its parts are killed. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProcessRecord, recordOf, isRunning } from '#ops/up/process-record.ts';
import { startDemo, type Demo } from '#test/support/demo.ts';
import { mayMount, mountSmall } from '#test/support/may-mount.ts';
import { readyOf } from '#test/support/pipeline.ts';
import { until } from '#test/support/until.ts';

const may = mayMount();
let demo: Demo;
beforeAll(async () => {
  if (may) demo = await startDemo(['--rate', '5'], { prepare: async (dir) => mountSmall(dir, '150m') });
});
afterAll(async () => {
  if (!may) return;
  await demo.stop();
  execFileSync('umount', ['-l', demo.dir]);
  await demo.remove();
});

const filling = (): string => join(demo.dir, 'filling');

/** Fills it to the last byte. */
function fill(): void {
  const file = openSync(filling(), 'a');
  try {
    for (const bytes of [1 << 20, 1 << 12, 1])
      for (;;)
        try {
          writeSync(file, Buffer.alloc(bytes));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') break;
          throw error;
        }
  } finally {
    closeSync(file);
  }
}

interface Status {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, { readonly pid: number | null; readonly restarts: number; readonly state: string }>>;
}
const statusOf = async (ops: string): Promise<Status> =>
  (await (await fetch(`${ops}/status`, { signal: AbortSignal.timeout(60_000) })).json()) as Status;

test.skipIf(!may)('a full disk ends no supervisor: it says so, tries again, recovers with room, and ends its parts before itself', async () => {
  const { ops, pids } = demo.run();
  const names = ['redis', 'pipeline', 'api'];
  fill();
  for (const name of names) process.kill(pids[name]!, 'SIGKILL');
  await until('the supervisor to say so', () => demo.output().includes('the data folder cannot be written'));
  expect((await readyOf(ops)).checks['disk']).toBe(`no space: 0 MB left on the disk of ${demo.dir}`);
  await until('the parts to be started again', async () => {
    const { parts } = await statusOf(ops);
    return names.every((name) => parts[name]!.restarts > 0);
  });
  fill();
  rmSync(filling());
  await until('the supervisor to write again', () => demo.output().includes('the data folder can be written again'));
  await until('the service to be ready', async () => (await statusOf(ops)).ready);
  expect(demo.run().pids).toEqual(Object.fromEntries(Object.entries((await statusOf(ops)).parts).map(([name, { pid }]) => [name, pid])));

  const records = Object.values(demo.run().pids).map((pid) => recordOf(pid!)!);
  fill();
  process.kill(demo.run().pids['webhooks']!, 'SIGKILL');
  const askedAtMs = performance.now();
  expect(await demo.stop()).toBe(0);
  expect(performance.now() - askedAtMs).toBeLessThan(20_000);
  expect(records.filter((record) => isRunning(ProcessRecord.parse(record)))).toEqual([]);
  expect(statfsSync(demo.dir).bavail).toBeLessThan(1_000);
});
