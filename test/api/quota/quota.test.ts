import { afterAll, describe, expect, test } from 'vitest';
import { revokeKey, createKey, createAccount } from '#ops/accounts/accounts.ts';
import { spawnApiOn, type ApiChild } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { earlyInTheMinute } from './processes.ts';

const ground = await sharedGround();
await ground.append(Array.from({ length: 30 }, (_, index) => rowRecord(`row ${index}`)));
const apis = await Promise.all([spawnApiOn(ground, { API_PROCESSES: '4' }), spawnApiOn(ground, { API_PROCESSES: '4' })]);
afterAll(() => Promise.all(apis.map((api) => api.stop())));

const call = (api: ApiChild, key: string, path = '/api/news/?sort=ingested'): Promise<Response> =>
  fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

/** Waits until every process knows the key. The calls cost nothing. */
async function known(key: string): Promise<void> {
  await until('the key', async () => (await Promise.all(apis.map((api) => call(api, key, '/api/usage/')))).every(({ status }) => status === 200));
}

describe('quotas', () => {
  test('of 200 simultaneous calls at two processes with a limit of 20 exactly 20 pass, and the day counter is 20', async () => {
    const { key } = await ground.account('free');
    await known(key);
    await earlyInTheMinute(45);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => call(apis[index % 2]!, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('100');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('80');
  });

  test('the calls of all keys of an account count together', async () => {
    const account = await createAccount(ground.accounts, { name: 'many keys', plan: 'pro', requestsPerMinute: 10 }, new Date());
    const keys = await Promise.all([0, 1].map(async () => (await createKey(ground.accounts, account.id, new Date())).key));
    for (const key of keys) await known(key);
    await earlyInTheMinute(45);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (await call(apis[index % 2]!, keys[(index >> 1) % 2]!)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });

  test('a revoked key stops working on every process within two seconds', async () => {
    const { key } = await ground.account('pro');
    await known(key);
    await revokeKey(ground.accounts, key, new Date());
    await until(
      'the key to be refused',
      async () => (await Promise.all(apis.map((api) => call(api, key)))).every(({ status }) => status === 401),
      2_000,
    );
  });

  test('without Redis requests are answered within one limit over both processes, and the operations port says so', async () => {
    const { key } = await ground.account('free');
    const isDegraded = async (api: ApiChild): Promise<boolean> => (await (await fetch(`${api.ops}/ready`)).text()).includes('"redis"');
    await known(key);
    await earlyInTheMinute(45);
    await ground.redis.kill();
    await until('the operations ports to say so', async () => (await Promise.all(apis.map(isDegraded))).every(Boolean));
    const statuses = await Promise.all(Array.from({ length: 60 }, async (_, index) => (await call(apis[index % 2]!, key)).status));
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(20);
    await ground.redis.restart();
  });
});
