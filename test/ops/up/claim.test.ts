import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { ClaimError, claimFolder, endLeftovers, keepProcessList } from '#ops/up/claim.ts';
import { isRunning, recordOf } from '#ops/up/process-record.ts';
import { until } from '#test/support/until.ts';
import { scratchFolder } from '#test/support/scratch.ts';

let dir: string;
beforeEach(() => {
  dir = scratchFolder(onTestFinished);
});

/** Starts a process in a group of its own, like a part; it ends by itself when this process has ended. */
const spawnSleeper = (script = '') =>
  spawn(process.execPath, ['-e', `${script}; console.log(1); process.stdin.on('end', () => process.exit()).resume()`], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
const begun = (child: ReturnType<typeof spawnSleeper>): Promise<unknown> => new Promise((resolve) => child.stdout.once('data', resolve));

describe('claiming a data folder', () => {
  test('a second claim is refused and names the holder; a released folder can be claimed again', () => {
    const release = claimFolder(dir);
    expect(() => claimFolder(dir)).toThrow(ClaimError);
    expect(() => claimFolder(dir)).toThrow(String(process.pid));
    release();
    claimFolder(dir)();
    expect(readdirSync(dir)).toEqual([]);
  });

  test("a dead process's claim, and one that cannot be read, are taken over", async () => {
    const child = spawnSleeper();
    await begun(child);
    writeFileSync(join(dir, 'lock'), JSON.stringify(recordOf(child.pid!)));
    expect(() => claimFolder(dir)).toThrow(String(child.pid));
    child.kill('SIGKILL');
    await until('the process to end', () => recordOf(child.pid!) === null);
    claimFolder(dir)();
    writeFileSync(join(dir, 'lock'), '');
    claimFolder(dir)();
  });

  test("a living process that merely got a dead holder's id does not hold the folder", () => {
    writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: process.pid, started: 'at another time' }));
    claimFolder(dir)();
  });
});

describe('what a killed supervisor left running', () => {
  test('is ended, even when it does not listen to SIGTERM', async () => {
    const [polite, deaf] = [spawnSleeper(), spawnSleeper("process.on('SIGTERM', () => {})")];
    await Promise.all([begun(polite), begun(deaf)]);
    const list = keepProcessList(dir);
    list.note('polite', polite.pid!);
    list.note('deaf', deaf.pid!);
    list.save();
    expect((await endLeftovers(dir)).toSorted()).toEqual(['deaf', 'polite']);
    expect([polite, deaf].map((child) => recordOf(child.pid!))).toEqual([null, null]);
  });

  test('is not confused with a process that has got the same id', async () => {
    const stranger = spawnSleeper();
    await begun(stranger);
    const record = recordOf(stranger.pid!)!;
    writeFileSync(join(dir, 'processes.json'), JSON.stringify({ nats: { ...record, started: `${record.started}1` } }));
    expect(await endLeftovers(dir)).toEqual([]);
    expect(isRunning(record)).toBe(true);
    stranger.kill('SIGKILL');
  });

  test('is empty where the list is missing, unreadable or of ended processes', async () => {
    expect(await endLeftovers(dir)).toEqual([]);
    writeFileSync(join(dir, 'processes.json'), '{');
    expect(await endLeftovers(dir)).toEqual([]);
    const list = keepProcessList(dir);
    list.note('gone', process.pid);
    list.note('gone', null);
    list.save();
    expect(await endLeftovers(dir)).toEqual([]);
    expect(existsSync(join(dir, 'processes.json'))).toBe(true);
  });
});
