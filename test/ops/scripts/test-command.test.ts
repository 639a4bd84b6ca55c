/** When `npm test` is stopped in the middle, everything that its running tests have started ends, too. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isRunning, recordOf, type ProcessRecord } from '#ops/up/process-record.ts';
import { until } from '#test/support/until.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dir = scratchFolder();

interface Suite {
  readonly child: ChildProcess;
  /** The folder for its temporary files. */
  readonly scratch: string;
  /** The processes that it started; a later process or thread may get the id of one. */
  readonly processes: readonly ProcessRecord[];
  readonly ended: Promise<number | null>;
  readonly output: () => string;
}

/** Resolves when the suite has started everything. */
async function startSuite(file: string): Promise<Suite> {
  const own = mkdtempSync(join(dir, 'suite-'));
  const scratch = join(own, 'tmp');
  mkdirSync(scratch);
  const pidsFile = join(own, 'pids.json');
  const config = join(own, 'vitest.config.mjs');
  writeFileSync(config, `export default ${JSON.stringify({ test: { root, include: [file] } })};`);
  const child = spawn(process.execPath, ['ops/scripts/test.ts', '--config', config], {
    cwd: root,
    // Without the variables that vitest sets for its workers.
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST/.test(name))),
      TMPDIR: scratch,
      PIDS_FILE: pidsFile,
      WORKERS_END_MS: '2000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const pids = await until('what the test starts', () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output}`);
    return existsSync(pidsFile) ? (JSON.parse(readFileSync(pidsFile, 'utf8')) as Record<string, number>) : null;
  });
  return { child, scratch, processes: Object.values(pids).flatMap((pid) => recordOf(pid) ?? []), ended, output: () => output };
}

const left = (processes: readonly ProcessRecord[]): ProcessRecord[] => processes.filter(isRunning);

test.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends every process of it, and leaves no file behind', async (signal) => {
  const { child, scratch, processes, ended, output } = await startSuite('test/support/hanging-suite.ts');
  expect(left(processes)).toHaveLength(6);
  // Sent twice, as in a terminal, where npm forwards a signal that the terminal has already sent.
  child.kill(signal);
  child.kill(signal);
  expect(await ended).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
  await until('the killed to be gone', () => left(processes).length === 0, 10_000);
  expect(readdirSync(scratch)).toEqual([]);
  expect(output()).toMatch(/stopped\n$/);
});

test('killed itself, it leaves no process behind that heeds SIGTERM', async () => {
  const { child, processes } = await startSuite('test/support/hanging-suite.ts');
  const deaf = processes.at(-1)!;
  child.kill('SIGKILL');
  await until('the rest to end', () => left(processes).every((one) => one === deaf));
  process.kill(deaf.pid, 'SIGKILL');
});

test('a process that a test leaves behind fails the suite, which ends all the same', async () => {
  const { processes, ended, output } = await startSuite('test/support/leaving-suite.ts');
  expect(await ended).toBe(1);
  expect(output()).toMatch(/\nfailed: processes that tests started still ran 2 s after the last test\n\n1 passed, 1 failed\n$/);
  await until('the process to be gone', () => left(processes).length === 0, 10_000);
});
