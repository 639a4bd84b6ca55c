import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { call, spawnApiOn, statusOf, type Answer } from '#test/support/api.ts';
import { readyOf, type Ready } from '#test/support/pipeline.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { List } from './feed/list-ground.ts';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
// The first row is only in the tables, because the tail has no room for it.
const rows = Array.from({ length: 2_000 }, (_, at) => rowRecord(`row ${at}`, { publishedAt: ago(2_100 - at) }));
const head = '/api/news/?sort=ingested&page_size=5';
const stored = `/api/news/${rows[0]!.uid}/`;
const held = `/api/news/${rows.at(-1)!.uid}/`;

const get = <T = Record<string, never>>(path: string): Promise<Answer<T>> => call<T>(`${api.url}${path}`, { key });
const ready = (): Promise<Ready> => readyOf(api.ops);
const degraded = async (): Promise<string[]> => Object.keys((await ready()).degraded);
const metric = async (name: string): Promise<string | undefined> =>
  new RegExp(`^api_degraded\\{[^}]*dependency="${name}"[^}]*\\} (\\d)`, 'm').exec((await call(`${api.ops}/metrics`)).text)?.[1];

const ground = await sharedGround();
await ground.append(rows);
const key = (await ground.account('pro', { perMinute: 100_000, perDay: 1_000_000 })).key;
const api = await spawnApiOn(ground, { API_TAIL_BYTES: '1000000' });
await until('all to be well', async () => (await ready()).status === 200 && (await degraded()).length === 0);
afterAll(() => api.stop());

const expectUnavailable = (answer: Answer): void => {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.body).toMatchObject({ status: 503, code: 'unavailable', extra: { reason: expect.any(String) as string } });
  expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONN|\.ts|SELECT/);
};

describe('an outage', () => {
  test('without ClickHouse the tail and cached answers are served, others are 503 with Retry-After; the process is ready but degraded', async () => {
    expect((await get('/api/news/?page_size=3')).status).toBe(200);
    await until('the tail to know what it holds', async () => (await statusOf(api)).tail.publishedFrom !== null);
    await ground.clickhouse.kill();
    await until('it to be noticed', async () => (await degraded()).includes('clickhouse'));
    expect((await ready()).status).toBe(200);
    expect(await metric('clickhouse')).toBe('1');
    expect((await get<List>(head)).body.results).toHaveLength(5);
    expect((await get(held)).status).toBe(200);
    for (const path of ['/api/news/?page_size=3', '/api/news/?page_size=4', '/api/news/?collapse=story']) expect((await get(path)).status).toBe(200);
    for (const path of [
      `/api/news/?to_date=${ago(1_900)}`,
      '/api/news/insider/',
      '/api/news/insider/?format=csv',
      '/api/news/insider/?format=csv&sort=ingested',
      `${head}&collapse=story`,
      '/api/news/search/?q=row',
      stored,
    ])
      expectUnavailable(await get(path));
    expect((await get('/api/symbols/NOSUCH/insider-summary/')).status).toBe(404);
    expect((await get('/api/schema/')).status).toBe(200);
    await ground.clickhouse.restart();
    await until('the tables', async () => (await get(stored)).status === 200);
    await until('all to be well', async () => (await degraded()).length === 0);
    expect(await metric('clickhouse')).toBe('0');
  });

  test('with a ClickHouse that hangs no request waits for it once that is detected; when it continues, answers are as before', async () => {
    // A request that waits would outlast the test.
    const patient = await spawnApiOn(ground, { API_REQUEST_TIMEOUT_MS: '120000', API_TAIL_BYTES: '1000000' });
    onTestFinished(async () => void (await patient.stop()));
    const ask = (path: string): Promise<Answer> => call(`${patient.url}${path}`, { key });
    process.kill(ground.clickhouse.pid(), 'SIGSTOP');
    onTestFinished(() => void process.kill(ground.clickhouse.pid(), 'SIGCONT'));
    const waiting = ['/api/signals/snapshot/', '/api/news/search/?q=row', '/api/news/insider/?page_size=6'].map(ask);
    await until('it to be noticed', async () => Object.keys((await readyOf(patient.ops)).degraded).includes('clickhouse'));
    for (const answer of await Promise.all(waiting)) expectUnavailable(answer);
    // No cache has these pages.
    for (const path of ['/api/signals/snapshot/', '/api/export/', '/api/news/insider/?page_size=7', '/api/signals/snapshot/', '/api/export/'])
      expectUnavailable(await ask(path));
    process.kill(ground.clickhouse.pid(), 'SIGCONT');
    await until('the tables', async () => (await ask('/api/export/')).status === 200);
    await until('all to be well', async () => (await degraded()).length === 0);
  });

  test('without Redis every route answers as before, from this process and its share of the quota', async () => {
    await ground.redis.kill();
    for (const path of [head, '/api/news/?page_size=6', '/api/news/insider/', stored, held, '/api/schema/'])
      expect((await get(path)).status).toBe(200);
    await until('it to be noticed', async () => (await degraded()).includes('redis'));
    expect((await ready()).status).toBe(200);
    await ground.redis.restart();
    await until('all to be well', async () => {
      await get(head);
      return (await degraded()).length === 0;
    });
  });

  test('without NATS keys are known and pages served; a row that enters after its return is served', async () => {
    await ground.nats.kill();
    await until('it to be noticed', async () => (await degraded()).includes('tail'));
    expect(await degraded()).toContain('nats');
    expect((await ready()).status).toBe(200);
    for (const path of [head, '/api/news/?page_size=7', '/api/news/insider/', stored, held]) expect((await get(path)).status).toBe(200);
    expect((await call(`${api.url}${head}`, { key: `nf_live_${'x'.repeat(40)}` })).status).toBe(401);
    const { next_cursor: cursor } = (await get<List>(head)).body;
    await ground.nats.restart();
    await until('all to be well', async () => (await degraded()).length === 0);
    const late = rowRecord('after the outage', { publishedAt: ago(0) });
    await until('the log', () => ground.append([late]).then(() => true, () => false)); // prettier-ignore
    const page = await until('the row', async () => {
      const { body } = await get<List>(`${head}&cursor=${cursor}`);
      return body.results.length > 0 && body;
    });
    expect(page.results[0]!.original.uid).toBe(late.uid);
  });

  test('without NATS and ClickHouse the process is not ready until one of them is back', async () => {
    await Promise.all([ground.nats.kill(), ground.clickhouse.kill()]);
    await until('it to be noticed', async () => (await ready()).status === 503);
    expectUnavailable(await get('/api/news/?page_size=9'));
    await Promise.all([ground.nats.restart(), ground.clickhouse.restart()]);
    await until('all to be well', async () => (await ready()).status === 200 && (await degraded()).length === 0);
    expect((await get('/api/news/?page_size=9')).status).toBe(200);
  });
});
