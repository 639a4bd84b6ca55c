/** Ctrl-C in a terminal, through npm: npm forwards the signal that the terminal has already sent to all processes. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordOf } from '#ops/up/process-record.ts';
import { openTerminal, scriptPath, type Terminal } from '#test/support/terminal.ts';
import { until } from '#test/support/until.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const dir = scratchFolder();

const partsInOrder = ['api', 'webhooks', 'pipeline', 'upstream', 'clickhouse', 'redis', 'nats'];

interface Ending {
  readonly part: string;
  readonly how: string;
  readonly time: string;
}

/** Returns the last end of each part, in order of time. */
function endings(): Ending[] {
  const logs = join(dir, 'log');
  return readdirSync(logs)
    .flatMap((file) => {
      const lines = readFileSync(join(logs, file), 'utf8').split('\n');
      const last = lines.findLast((line) => line.includes('"part.ended"'));
      return last === undefined ? [] : [JSON.parse(last) as Ending];
    })
    .sort((a, b) => a.time.localeCompare(b.time));
}

/**
 * Returns the parts that were killed although the machine was free. All parts share 9 s to stop; on a busy machine the others use them up,
 * and the last ones are killed, which each tolerates.
 */
function killedInVain(stoppedAtMs: number): string[] {
  const all = endings();
  const tookMs = all.map(({ time }, at) => Date.parse(time) - (at === 0 ? stoppedAtMs : Date.parse(all[at - 1]!.time)));
  const othersTookMs = all.reduce((sum, { how }, at) => (how === 'SIGKILL' ? sum : sum + tookMs[at]!), 0);
  return othersTookMs > 3_000 ? [] : all.filter(({ how }) => how === 'SIGKILL').map(({ part }) => part);
}

const runningPids = (): number[] => {
  const { pids } = JSON.parse(readFileSync(join(dir, 'run.json'), 'utf8')) as { pids: Record<string, number> };
  return Object.values(pids);
};

async function demo(): Promise<Terminal> {
  const terminal = openTerminal(`npm run --silent demo -- --data-dir '${dir}' --port 0 --history-days 0`);
  await until('the demo to show its status line', () => {
    if (!existsSync(join(dir, 'run.json'))) return false;
    return /documents \d/.test(terminal.output());
  });
  return terminal;
}

const skipped = scriptPath === null ? ' (skipped: there is no script(1) of util-linux here)' : '';

test.skipIf(scriptPath === null)(`Ctrl-C ends a benchmark, and leaves neither a process nor a file behind${skipped}`, async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'tickerwire-ctrl-c-'));
  // npm keeps a compile cache among temporary files.
  const terminal = openTerminal('npm run --silent bench -- --only visible', { TMPDIR: scratch, NODE_DISABLE_COMPILE_CACHE: '1' });
  const supervisor = await until('the service that it measures', () => {
    const lock = readdirSync(scratch, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('/lock'));
    return lock === undefined ? null : (JSON.parse(readFileSync(join(scratch, lock), 'utf8')) as { pid: number });
  });
  terminal.pressCtrlC();
  terminal.pressCtrlC();
  expect(await terminal.exited).toBe(130);
  expect(terminal.output()).toMatch(/stopped\r?\n/);
  expect(recordOf(supervisor.pid)).toBeNull();
  expect(readdirSync(scratch, { recursive: true })).toEqual([]);
  rmSync(scratch, { recursive: true });
});

describe.skipIf(scriptPath === null)(`npm run demo in a terminal${skipped}`, () => {
  test('Ctrl-C stops the parts in order, says so, and the exit code is 0, however often it is pressed', async () => {
    const terminal = await demo();
    const pids = runningPids();
    const stoppedAtMs = Date.now();
    terminal.pressCtrlC();
    await until('the word that it stops', () => terminal.output().includes('stopping'));
    for (let press = 1; press < 3; press += 1) terminal.pressCtrlC();
    expect(await terminal.exited).toBe(0);
    expect(terminal.output()).toMatch(/stopping\r?\n[^]*stopped\r?\n/);
    expect(endings().map(({ part }) => part)).toEqual(partsInOrder);
    expect(killedInVain(stoppedAtMs)).toEqual([]);
    expect(pids.map(recordOf).filter((record) => record !== null)).toEqual([]);
    for (const name of ['run.json', 'lock']) expect(existsSync(join(dir, name)), name).toBe(false);
  });

  test('pressed while the parts are still starting, it stops what was started', async () => {
    const terminal = openTerminal(`npm run --silent demo -- --data-dir '${dir}' --port 0 --history-days 0`);
    await until('the first part', () => terminal.output().includes('nats'));
    terminal.pressCtrlC();
    terminal.pressCtrlC();
    expect(await terminal.exited).toBe(0);
    expect(terminal.output()).toMatch(/stopped\r?\n/);
    expect(existsSync(join(dir, 'lock'))).toBe(false);
  });

  test('a terminal that is closed stops the parts too', async () => {
    const terminal = await demo();
    const pids = runningPids();
    terminal.close();
    await until('the parts to end', () => pids.every((pid) => recordOf(pid) === null));
    await until('the folder to be given back', () => !existsSync(join(dir, 'lock')));
    expect(endings().map(({ part }) => part)).toEqual(partsInOrder);
  });
});
