import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { openLogFile } from '#ops/up/log-file.ts';
import { answersGreeting, startPart, type RunningPart, type PartHooks } from '#ops/up/part.ts';
import { recordOf } from '#ops/up/process-record.ts';
import { freePort } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';
import { scratchFolder } from '#test/support/scratch.ts';

let dir: string;
let part: RunningPart | null = null;
const seen: { pids: (number | null)[]; exits: string[]; ready: number } = { pids: [], exits: [], ready: 0 };

beforeEach(() => {
  dir = scratchFolder(onTestFinished);
  Object.assign(seen, { pids: [], exits: [], ready: 0 });
});
afterEach(() => part?.stop(0));

function startScript(script: string, niceness = 0): RunningPart {
  const hooks: PartHooks = {
    log: openLogFile(join(dir, 'part.log')),
    onProcess: (pid) => seen.pids.push(pid),
    onReady: () => (seen.ready += 1),
    onExit: (how) => seen.exits.push(how),
  };
  part = startPart({ name: 'part', command: process.execPath, args: ['-e', script], env: process.env, cwd: dir, ready: 'line', niceness }, hooks);
  return part;
}

/** Returns the file's text, or null where the kernel has no autogroups. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

const readyScript = `console.log('warming up'); console.log(JSON.stringify({ ready: true, url: 'http://here' })); setInterval(() => {}, 1000)`;

describe('a part', () => {
  test('is ready when it says so, and what it said is known', async () => {
    const started = startScript(readyScript);
    expect(started.status().state).toBe('starting');
    await started.firstReady;
    expect(started.status()).toMatchObject({ state: 'ready', restarts: 0, said: { url: 'http://here' } });
  });

  test('is understood when two chunks share a character', async () => {
    const started = startScript(`
      const line = Buffer.from(JSON.stringify({ ready: true, url: 'é' }) + '\\n');
      const half = line.indexOf('é') + 1;
      process.stdout.write(line.subarray(0, half), () => setTimeout(() => process.stdout.write(line.subarray(half)), 100));
      setInterval(() => {}, 1000)`);
    await started.firstReady;
    expect(started.status().said).toMatchObject({ url: 'é' });
  });

  test.runIf(process.platform === 'linux')('has the niceness of its plan after every start, as its sessions do', async () => {
    part = startScript(readyScript, 7);
    await part.firstReady;
    const standing = (): string[] => {
      const { pid } = part!.status();
      const autogroup = readIfThere(`/proc/${pid}/autogroup`);
      return [String(getPriority(pid!)), ...(autogroup === null ? [] : [/nice (-?\d+)/.exec(autogroup)![1]!])];
    };
    await until('it stands back', () => standing().every((nice) => nice === '7'));
    part.restart();
    await until('the restart', () => part!.status().restarts === 1 && part!.status().state === 'ready');
    await until('it stands back again', () => standing().every((nice) => nice === '7'));
  });

  test('that is killed comes back under another process id, again and again', async () => {
    const started = startScript(readyScript);
    await started.firstReady;
    for (let kill = 1; kill <= 3; kill += 1) {
      const { pid } = started.status();
      process.kill(pid!, 'SIGKILL');
      await until('the restart', () => started.status().restarts === kill && started.status().state === 'ready');
      expect(started.status().pid).not.toBe(pid);
    }
    expect(seen.exits).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
    expect(seen.pids.filter((pid) => pid !== null)).toHaveLength(4);
  });

  test("is the recorded process itself, and its end takes its own children's along", async () => {
    const started = startScript(`
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      console.log(JSON.stringify({ ready: true, own: process.pid, child: child.pid }));
      setInterval(() => {}, 1000)`);
    await started.firstReady;
    const { pid, said } = started.status();
    expect(said['own']).toBe(pid);
    process.kill(pid!, 'SIGKILL');
    await until('the grandchild to end', () => recordOf(Number(said['child'])) === null);
  });

  test('is asked to stop before it is killed, and is not started again', async () => {
    const started = startScript(`process.on('SIGTERM', () => { console.log('bye'); process.exit(0) }); ${readyScript}`);
    await started.firstReady;
    await started.stop();
    expect(started.status()).toMatchObject({ state: 'stopped', pid: null, restarts: 0 });
    expect(readFileSync(join(dir, 'part.log'), 'utf8')).toContain('bye');
    expect(seen.exits).toEqual([]);
  });

  test('that ignores SIGTERM is killed at the earlier deadline of two stops, and both end', async () => {
    const started = startScript(`process.on('SIGTERM', () => {}); ${readyScript}`);
    await started.firstReady;
    const { pid } = started.status();
    const both = [started.stop(), started.stop(50)];
    await Promise.all(both);
    expect(recordOf(pid!)).toBeNull();
    await started.stop();
  });

  test('that is stopped while it waits for its restart stays stopped', async () => {
    const started = startScript('process.exit(3)');
    await until('an exit', () => seen.exits.length > 0);
    await started.stop();
    const exits = seen.exits.length;
    expect(started.status().pid).toBeNull();
    expect(seen.exits[0]).toBe('code 3');
    await expect(started.firstReady).rejects.toThrow('part');
    expect(seen.exits.length).toBe(exits);
  });

  test('that never worked is given up with its last message', async () => {
    part = startPart(
      {
        name: 'broken',
        command: process.execPath,
        args: ['-e', `console.log(JSON.stringify({ level: 60, err: { message: 'no such folder' }, msg: 'process.start_failed' })); process.exit(1)`],
        env: process.env,
        cwd: dir,
        ready: 'line',
        giveUpAfterMs: 0,
      },
      { log: openLogFile(join(dir, 'part.log')), onProcess: () => undefined, onReady: () => undefined, onExit: () => undefined },
    );
    await expect(part.firstReady).rejects.toThrow('broken failed to start (code 1): process.start_failed: no such folder');
  });

  test('with a program that is not there ends like any other', async () => {
    part = startPart(
      { name: 'ghost', command: join(dir, 'no-such-program'), args: [], env: process.env, cwd: dir, ready: 'line' },
      { log: openLogFile(join(dir, 'part.log')), onProcess: () => undefined, onReady: () => undefined, onExit: (how) => seen.exits.push(how) },
    );
    await until('two exits', () => seen.exits.length >= 2);
  });
});

test('a greeting counts only when the port says the expected words', async () => {
  const port = await freePort();
  expect(await answersGreeting({ port, say: '', hear: 'INFO ' })).toBe(false);
  const server = createServer((socket) => socket.end('INFO {}\r\n'));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await answersGreeting({ port, say: '', hear: 'INFO ' })).toBe(true);
  expect(await answersGreeting({ port, say: '', hear: '+PONG' })).toBe(false);
  server.close();
});
