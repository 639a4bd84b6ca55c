/** `npm run demo` as a person or a program uses it: the real parts, started, killed, stopped, started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { RunFile } from '#ops/up/run-file.ts';
import { until } from '#test/support/until.ts';

interface Run extends RunFile {
  readonly pids: Readonly<Record<string, number>>;
}

interface Page {
  readonly results: readonly { readonly original: { readonly uid: string } }[];
  readonly next_cursor: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const startTimeoutMs = 60_000;
let child: ChildProcess | null = null;
let output = '';

const dir = mkdtempSync(join(tmpdir(), 'tickerwire-demo-'));
afterAll(async () => {
  await stop();
  rmSync(dir, { recursive: true, force: true });
});

async function start(): Promise<Run> {
  const before = readRun();
  output = '';
  const started = spawn(
    process.execPath,
    ['ops/up.ts', 'demo', '--data-dir', dir, '--port', '0', '--rate', '4', '--seed', '7', '--history-days', '0'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  child = started;
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return until(
    'run.json',
    () => {
      if (started.exitCode !== null) throw new Error(`the demo ended with ${started.exitCode}: ${output}`);
      const run = readRun();
      return run !== null && run.pids['nats'] !== before?.pids['nats'] ? run : null;
    },
    startTimeoutMs,
  );
}

function readRun(): Run | null {
  const path = join(dir, 'run.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Run) : null;
}

async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  const stopping = child;
  child = null;
  if (stopping === null || stopping.exitCode !== null) return null;
  const gone = new Promise<number | null>((resolve) => stopping.once('exit', (code) => resolve(code)));
  stopping.kill(signal);
  return gone;
}

/** Milliseconds between requests: few enough for the plan's 150 a minute, so that none is refused however long the test takes. */
const betweenRequestsMs = 450;

async function page({ api, keys }: Run, path: string): Promise<Page | null> {
  await sleep(betweenRequestsMs);
  const response = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${keys.pro}` }, signal: AbortSignal.timeout(5_000) }).catch(
    () => null,
  );
  return response?.status === 200 ? ((await response.json()) as Page) : null;
}

const delta = (run: Run, cursor: string | null): Promise<Page | null> =>
  page(run, `/api/news/?sort=ingested&page_size=50${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);

test(
  'rows come within seconds, through the death of every part and of the supervisor, and after a stop they go on',
  { timeout: 300_000 },
  async () => {
    const run = await start();
    const first = await until('rows', async () => {
      const got = await delta(run, null);
      return got !== null && got.results.length > 0 ? got : null;
    });
    // The welcome's commands work as they are.
    const commands = await until('the welcome', () => {
      const found = output.match(/^ {2}curl .*$/gm);
      return found?.length === 5 ? found : null;
    });
    for (const command of commands) {
      const answer = JSON.parse(await shell(command)) as { readonly code?: string };
      // Radar's first snapshot takes a minute or two.
      if (answer.code !== 'radar_unavailable') expect(answer, command).toHaveProperty('results');
    }

    for (const pid of Object.values(run.pids)) process.kill(pid, 'SIGKILL');
    const later = await until(
      'new rows after every part was killed',
      async () => {
        const got = await delta(run, first.next_cursor);
        return got !== null && got.results.length > 0 ? got : null;
      },
      startTimeoutMs,
    );

    await stop('SIGKILL');
    const second = await start();
    expect({ ...second, pids: null }).toEqual({ ...run, pids: null });
    // The same cursor gives the same rows again: nothing that was served is lost.
    const again = await until('the log', () => delta(second, first.next_cursor), startTimeoutMs);
    expect(again.results.slice(0, later.results.length).map(({ original }) => original.uid)).toEqual(
      later.results.map(({ original }) => original.uid),
    );

    expect(await stop('SIGINT')).toBe(0);
    expect(readRun()).toBeNull();
    const third = await start();
    await until(
      'rows that are new since the stop',
      async () => {
        const got = await delta(third, again.next_cursor);
        return got !== null && got.results.length > 0;
      },
      startTimeoutMs,
    );
    expect(await stop()).toBe(0);
  },
);

function shell(command: string): Promise<string> {
  return new Promise((resolve) => {
    const started = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    started.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    started.once('close', () => resolve(out));
  });
}
