import { afterEach, expect, test } from 'vitest';
import { createRegistry, startOpsServer, type OpsServer } from '#ops/process/ops-server.ts';
import { startOps } from '#ops/up/ops.ts';
import type { RunningPart, PartStatus } from '#ops/up/part.ts';

let ops: OpsServer | null = null;
afterEach(async () => ops?.stop());

const partIn = (name: string, state: PartStatus['state'], said: PartStatus['said'] = {}): RunningPart => ({
  name,
  status: () => ({ state, pid: null, startedAt: null, restarts: 0, said }),
  firstReady: Promise.resolve(),
  restart: () => undefined,
  stop: () => Promise.resolve(),
});

const startWith = async (parts: readonly RunningPart[]): Promise<string> => {
  ops = await startOps({ host: '127.0.0.1', names: [], port: 0, mode: 'demo', startedAt: new Date(), parts: () => parts, dataDir: '.' });
  return ops.url;
};

async function readyWith(parts: readonly RunningPart[]): Promise<{ status: number; body: unknown }> {
  const url = await startWith(parts);
  const answer = await fetch(`${url}/ready`);
  return { status: answer.status, body: await answer.json() };
}

test('a part that is not ready makes the whole not ready', async () => {
  const { status, body } = await readyWith([partIn('nats', 'waiting'), partIn('api', 'ready')]);
  expect(status).toBe(503);
  expect(body).toMatchObject({ ready: false, checks: { nats: 'waiting', api: 'ok' } });
});

test('missing Redis is reported and makes nothing unready', async () => {
  const { status, body } = await readyWith([partIn('redis', 'waiting'), partIn('api', 'ready')]);
  expect(status).toBe(200);
  expect(body).toEqual({ ready: true, checks: { api: 'ok' }, degraded: { redis: 'waiting' } });
  expect(await (await fetch(`${ops!.url}/metrics`)).text()).toMatch(/tickerwire_part_up\{part="redis"[^}]*\} 0/);
});

test('a server is not ready whose process runs but from which a part gets no answer', async () => {
  const checks = { nats: 'ok', clickhouse: 'does not answer: no answer within 2.5 s' };
  const part = await startOpsServer({ host: '127.0.0.1', port: 0, registry: createRegistry('pipeline'), readiness: () => checks });
  const { body } = await readyWith([partIn('nats', 'ready'), partIn('clickhouse', 'ready'), partIn('pipeline', 'ready', { ops: part.url })]);
  expect(body).toMatchObject({ checks: { ...checks, pipeline: `clickhouse: ${checks.clickhouse}` } });
  await part.stop();
});

test('the metric of a part is its present readiness', async () => {
  const checks = { refine: 'log_lost' };
  const part = await startOpsServer({ host: '127.0.0.1', port: 0, registry: createRegistry('pipeline'), readiness: () => checks });
  const url = await startWith([partIn('pipeline', 'ready', { ops: part.url }), partIn('api', 'ready')]);
  const upOf = async (name: string): Promise<string | undefined> =>
    (await (await fetch(`${url}/metrics`)).text()).split('\n').find((line) => line.startsWith(`tickerwire_part_up{part="${name}"`));
  expect(await upOf('pipeline')).toMatch(/ 0$/);
  expect(await upOf('api')).toMatch(/ 1$/);
  checks.refine = 'ok';
  expect(await upOf('pipeline')).toMatch(/ 1$/);
  await part.stop();
});

test("a part's page, its files and its data are answered by the part, with its policy", async () => {
  const headers = { 'content-security-policy': "default-src 'none'" };
  const echo = async (query: string, path: string) => ({
    status: path.endsWith('/nothing') ? 404 : 200,
    type: 'text/javascript',
    body: `${path}?${query}`,
    headers,
  });
  const part = await startOpsServer({
    host: '127.0.0.1',
    port: 0,
    registry: createRegistry('api'),
    readiness: () => ({}),
    pages: { '/radar': echo, '/radar/': echo },
  });
  const url = await startWith([partIn('api', 'ready', { ops: part.url })]);
  const ask = async (path: string): Promise<unknown[]> => {
    const answer = await fetch(`${url}${path}`);
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('content-security-policy'), await answer.text()];
  };
  const policy = headers['content-security-policy'];
  expect(await ask('/radar')).toEqual([200, 'text/javascript', policy, '/radar?']);
  expect(await ask('/radar/main.ts')).toEqual([200, 'text/javascript', policy, '/radar/main.ts?']);
  expect(await ask('/radar/data?limit=1')).toEqual([200, 'text/javascript', policy, '/radar/data?limit=1']);
  expect(await ask('/radar/nothing')).toEqual([404, 'text/javascript', policy, '/radar/nothing?']);
  // No part has the dashboard.
  expect((await ask('/dashboard/main.ts'))[0]).toBe(503);
  await part.stop();
});
