import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openLogFile } from '#ops/up/log-file.ts';
import { startPart, type RunningPart } from '#ops/up/part.ts';
import { watchNats } from '#ops/up/watch-nats.ts';
import { readConfig, type Config } from '#schemas/config.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { appendRecords } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { freePort, programPath } from '#test/support/process.ts';
import { dropRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';

/** Returns a user who gets no information about one stream, as if that stream alone hung. */
const deafTo = (stream: string): string =>
  `{ user: "${stream}", password: "deaf", permissions: { publish: { deny: ["$JS.API.STREAM.INFO.${stream}"] } } }`;
const users = `authorization { users = [{ user: "all", password: "all" }, ${deafTo('KV_leases')}, ${deafTo('KV_calendar')}] }\n`;

let dir: string;
let part: RunningPart;
let config: Config;
let bus: Bus;
let stop: AbortController;

beforeEach(async () => {
  stop = new AbortController();
  dir = mkdtempSync(join(tmpdir(), 'tickerwire-nats-'));
  const port = await freePort();
  const file = join(dir, 'nats.conf');
  writeFileSync(file, `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${dir}/store" }\n${users}`);
  part = startPart(
    { name: 'nats', command: programPath('nats-server'), args: ['-c', file], env: process.env, cwd: dir, ready: { port, say: '', hear: 'INFO ' } },
    { log: openLogFile(join(dir, 'nats.log')), onProcess: () => undefined, onReady: () => undefined, onExit: () => undefined },
  );
  await part.firstReady;
  config = readConfig({ NATS_URL: `nats://all:all@127.0.0.1:${port}` });
  bus = await openBus(config, 'test', testLog);
  await applyStreams(bus);
});
afterEach(async () => {
  stop.abort();
  await bus.close();
  await part.stop(0);
  rmSync(dir, { recursive: true, force: true });
});

test('a server that takes connections and answers nothing is ended and started again, one that answers is left alone', async () => {
  await appendRecords(bus, [dropRecord('kept')]);
  const said: string[] = [];
  const watching = watchNats(part, { config, say: (line) => said.push(line), signal: stop.signal });
  await sleep(4_000);
  const { pid } = part.status();
  expect(said).toEqual([]);
  // Its sockets stay open, and nothing arrives on them.
  process.kill(pid!, 'SIGSTOP');
  const startedAtMs = performance.now();
  await until('another process', () => part.status().state === 'ready' && part.status().pid !== pid);
  expect(performance.now() - startedAtMs).toBeGreaterThan(7_000);
  expect(said).toEqual([expect.stringContaining('restarting it')]);
  await until('it to answer', () => bus.jsm.streams.info('FEED').then(({ state }) => state.messages === 1, () => false)); // prettier-ignore
  await sleep(2_000);
  expect(part.status().restarts).toBe(1);
  stop.abort();
  await watching;
});

test.each(['KV_leases', 'KV_calendar'])(
  'a server that answers nothing about %s alone is ended and started again',
  async (stream) => {
    const said: string[] = [];
    const login = { ...config, NATS_URL: config.NATS_URL.map((url) => url.replace('all:all', `${stream}:deaf`)) };
    const watching = watchNats(part, { config: login, say: (line) => said.push(line), signal: stop.signal });
    const { pid } = part.status();
    await until('another process', () => part.status().state === 'ready' && part.status().pid !== pid);
    expect(said).toEqual([expect.stringContaining('restarting it')]);
    stop.abort();
    await watching;
  },
  90_000,
);
