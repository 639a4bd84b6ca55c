/** Whatever bytes arrive at a port of the service, its process keeps answering. */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnApiOn, startGround, type ApiChild, type Ground } from '#test/support/api.ts';
import { endChild } from '#test/support/run-program.ts';
import { startServer, type RunningServer } from '#test/support/process.ts';
import { oddRequests, openSocket, sendRaw } from '#test/support/raw.ts';
import { until } from '#test/support/until.ts';
import { makeStandInRoot } from './up/stand-ins.ts';
import { running, supervise } from './up/supervised.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let ground: Ground;
let api: ApiChild;
let upstream: RunningServer;
let pipeline: Spawned;
let supervisor: Spawned;
let standIns: string;

interface Spawned {
  readonly child: ChildProcess;
  readonly ops: string;
}

beforeAll(async () => {
  ground = await startGround();
  standIns = makeStandInRoot();
  [api, upstream, pipeline, supervisor] = await Promise.all([
    spawnApiOn(ground, { LOG_LEVEL: 'silent' }),
    startServer((port, dataDir) => [
      process.execPath,
      [join(root, 'ops/lab/upstream/main.ts'), '--port', String(port), '--state', dataDir, '--burst', '0', '--rate', '0'],
    ]),
    startPipeline(),
    startSupervisor(),
  ]);
});
afterAll(async () => {
  await Promise.all([endChild(pipeline.child), endChild(supervisor.child), api.stop(), upstream.stop()]);
  await ground.stop();
  rmSync(standIns, { recursive: true, force: true });
});

async function startPipeline(): Promise<Spawned> {
  const env = { ...process.env, ...ground.env, ...ground.nats.loginOf('pipeline'), PIPELINE_PARTS: 'write', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [join(root, 'pipeline/main.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('"ready":true')) return { child, ops: (JSON.parse(line) as { ops: string }).ops };
  }
  throw new Error('the pipeline ended before it was ready');
}

async function startSupervisor(): Promise<Spawned> {
  const supervised = supervise(standIns, ['demo', '--port', '0', '--data-dir', 'raw']);
  return { child: supervised.child, ops: (await running(supervised, join(standIns, 'raw'))).ops };
}

/** The listeners: URL, a path that answers 200, and the process id. */
const listeners: Readonly<Record<string, () => { readonly url: string; readonly path: string; readonly pid: number }>> = {
  API: () => ({ url: api.url, path: '/api/schema/', pid: api.pid }),
  'operations of the API': () => ({ url: api.ops, path: '/live', pid: api.pid }),
  'operations of the pipeline': () => ({ url: pipeline.ops, path: '/live', pid: pipeline.child.pid! }),
  'operations of the supervisor': () => ({ url: supervisor.ops, path: '/live', pid: supervisor.child.pid! }),
  'embedded ClickHouse': () => ({ url: ground.clickhouse.address, path: '/ping', pid: ground.clickhouse.pid() }),
  'local upstream': () => ({ url: `http://127.0.0.1:${upstream.port}`, path: '/catalogue.json', pid: upstream.pid() }),
};

const answers = async (url: string, path: string): Promise<boolean> =>
  (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(20_000) }).catch(() => null))?.status === 200;

describe.each(Object.keys(listeners))('%s', (name) => {
  test('answers after each odd request, from the same process', async () => {
    const { url, path, pid } = listeners[name]!();
    expect(await answers(url, path)).toBe(true);
    const died: string[] = [];
    for (const [what, bytes] of Object.entries(oddRequests(new URL(url).host))) {
      await sendRaw(url, bytes, 100);
      if (!(await answers(url, path))) died.push(what);
    }
    expect(died).toEqual([]);
    expect(listeners[name]!()).toEqual({ url, path, pid });
  });

  test('answers while hundreds of sockets are left open in the middle of a request', async () => {
    const { url, path } = listeners[name]!();
    const starts = ['', 'GET', 'GET / HTTP/1.1\r\nHost: ', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1', 'NONSENSE\r\n\r\n'];
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openSocket(url)));
    for (const [index, socket] of sockets.entries()) socket.write(starts[index % starts.length]!);
    try {
      expect(await answers(url, path)).toBe(true);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

// Only Linux has all of 127.0.0.0/8 on its loopback.
test.runIf(process.platform === 'linux')(
  'an address holds at most a thousand open sockets, and the API answers the others',
  async () => {
    const { key } = await ground.account('pro', { perMinute: 100_000, perDay: 1_000_000 });
    const page = async (): Promise<number> =>
      (await fetch(`${api.url}/api/news/?page_size=1`, { headers: { authorization: `Bearer ${key}` } })).status;
    await until('the key to work', async () => (await page()) === 200);
    const starts = [
      'GET / HTTP/1.1\r\nHost: ',
      'GET /api/schema/ HTTP/1.1\r\nHost: a\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1',
    ];
    const sockets: Socket[] = [];
    let closed = 0;
    try {
      for (let opened = 0; opened < 1_500; opened += 100) {
        const more = await Promise.all(Array.from({ length: 100 }, () => openSocket(api.url, '127.0.0.2')));
        for (const [index, socket] of more.entries()) {
          socket.pause();
          socket.once('close', () => (closed += 1)).once('end', () => (closed += 1));
          socket.write(starts[index % starts.length]!);
        }
        sockets.push(...more);
        expect(await page()).toBe(200);
      }
      for (const socket of sockets) socket.resume();
      await until('those over the bound to be turned away', () => closed >= 500);
      expect(await page()).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
  60_000,
);

test('every refusal of the API is a problem with a request id', async () => {
  const wrong: string[] = [];
  for (const [what, bytes] of Object.entries(oddRequests(new URL(api.url).host))) {
    const { text } = await sendRaw(api.url, bytes, 2_000);
    for (const answer of text.split(/(?=HTTP\/1\.1 \d{3} )/)) {
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
      if (status === 200 || (status >= 400 && status < 500 && isProblem(answer, status))) continue;
      wrong.push(`${what}: ${answer.slice(0, 200)}`);
    }
  }
  expect(wrong).toEqual([]);
});

function isProblem(answer: string, status: number): boolean {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  try {
    const problem = JSON.parse(body) as { status: number; request_id: string; code: string };
    return problem.status === status && problem.code !== '' && head.includes(`X-Request-Id: ${problem.request_id}`);
  } catch {
    return false;
  }
}
