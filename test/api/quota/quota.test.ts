import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey, createKey, createAccount } from '#ops/accounts/accounts.ts';
import { spawnApiOn, startGround, type ApiChild, type Ground } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';

let ground: Ground;
let apis: ApiChild[];

beforeAll(async () => {
  ground = await startGround();
  await ground.append(Array.from({ length: 30 }, (_, index) => rowRecord(`row ${index}`)));
  apis = await Promise.all([spawnApiOn(ground, { API_PROCESSES: '4' }), spawnApiOn(ground, { API_PROCESSES: '4' })]);
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await ground.stop();
});

const call = (api: ApiChild, key: string, path = '/api/news/?sort=ingested'): Promise<Response> =>
  fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

/** Waits until the minute has room: it must not end in the middle of a count. */
async function earlyInTheMinute(untilSecond = 45): Promise<void> {
  await until('the minute to have room', () => new Date().getUTCSeconds() < untilSecond, 40_000);
}

describe('quotas', () => {
  test('two processes, 200 calls at once, limit 20: exactly 20 pass, and the day counter says 20', async () => {
    const { key } = await ground.account('free');
    await until('both processes to know the key', async () =>
      (await Promise.all(apis.map((api) => call(api, key, '/api/news/')))).every(({ status }) => status !== 401),
    );
    // The wait above used calls of the first account, so the test counts on another one.
    const fresh = await ground.account('free');
    await until('the other key', async () =>
      (await Promise.all(apis.map((api) => fetch(`${api.url}/api/news/`, { headers: { authorization: `Bearer ${fresh.key}x` } })))).every(
        ({ status }) => status === 401,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await earlyInTheMinute();
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => call(apis[index % 2]!, fresh.key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('100');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('80');
  });

  test('an account is counted once over all its keys', async () => {
    const account = await createAccount(ground.accounts, { name: 'many keys', plan: 'pro', requestsPerMinute: 10 }, new Date());
    const keys = await Promise.all([0, 1].map(async () => (await createKey(ground.accounts, account.id, new Date())).key));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await earlyInTheMinute();
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (await call(apis[index % 2]!, keys[(index >> 1) % 2]!)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });

  test('a revoked key stops working on every process within two seconds', async () => {
    const { key } = await ground.account('pro');
    await until('the key to work', async () => (await Promise.all(apis.map((api) => call(api, key)))).every(({ status }) => status === 200));
    await revokeKey(ground.accounts, key, new Date());
    await until(
      'the key to be refused',
      async () => (await Promise.all(apis.map((api) => call(api, key)))).every(({ status }) => status === 401),
      2_000,
    );
  });

  test('without Redis requests go on, within one limit over both processes, and the operations port says so', async () => {
    const { key } = await ground.account('free');
    const isDegraded = async (api: ApiChild): Promise<boolean> => (await (await fetch(`${api.ops}/ready`)).text()).includes('"redis"');
    await earlyInTheMinute();
    await until('the key to work', async () => (await call(apis[0]!, key)).status === 200);
    await until('the other process to know it', async () => (await call(apis[1]!, key, '/api/news/?no_such=1')).status !== 401);
    await ground.redis.kill();
    await until('the operations ports to say so', async () => (await Promise.all(apis.map(isDegraded))).every(Boolean));
    const statuses = await Promise.all(Array.from({ length: 60 }, async (_, index) => (await call(apis[index % 2]!, key)).status));
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(20);
    await ground.redis.restart();
  });

  test('workers of one machine and the processes of others share one limit, too', async () => {
    const workers = await spawnApiOn(ground, { API_WORKERS: '2', API_PROCESSES: '4' });
    try {
      const all = [...apis, workers];
      const { key } = await ground.account('free');
      await earlyInTheMinute(30);
      await until('all to know the key', async () =>
        (await Promise.all(all.map((api) => call(api, key, '/api/news/?no_such=1')))).every(({ status }) => status === 400 || status === 429),
      );
      const other = await ground.account('free');
      await ground.redis.kill();
      const readiness = async (): Promise<string[]> => Promise.all(all.map(async (api) => (await fetch(`${api.ops}/ready`)).text()));
      await until('them to notice', async () => (await readiness()).every((text) => /redis":"/.test(text)));
      const statuses = await Promise.all(Array.from({ length: 120 }, async (_, index) => (await call(all[index % 3]!, other.key)).status));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      const passed = statuses.filter((status) => status === 200).length;
      expect(passed).toBeGreaterThan(0);
      expect(passed).toBeLessThanOrEqual(20);
      await ground.redis.restart();
    } finally {
      await workers.stop();
    }
  }, 90_000);
});
