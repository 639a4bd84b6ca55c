import { describe, expect, test } from 'vitest';
import type { Usage } from '#schemas/usage.ts';
import { call, type TestAccount } from '#test/support/api.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const ground = await sharedGround();
const api = await sharedApi(ground);

const usageOf = ({ key }: Pick<TestAccount, 'key'>) => call<Usage>(`${api.url}/api/usage/`, { key });
const started = async (limits: { readonly perMinute?: number; readonly perDay?: number }): Promise<TestAccount> => {
  const account = await ground.account('basic', limits);
  await until('the key', async () => (await usageOf(account)).status === 200);
  return account;
};

describe('200', () => {
  test('has the remaining calls of both windows, costs nothing, and has the headers of every answer to a key', async () => {
    const account = await started({ perMinute: 1_000, perDay: 5_000 });
    for (let index = 0; index < 3; index += 1) await call(`${api.url}/api/news/`, { key: account.key });
    const { body, headers } = await usageOf(account);
    expect(body.plan).toBe('basic');
    const [minute, day] = body.windows;
    expect(day).toMatchObject({ window: 'day', limit: 5_000, used: 3, remaining: 4_997 });
    // The calls may be spread over two minutes.
    expect(minute).toMatchObject({ window: 'minute', limit: 1_000 });
    expect(minute!.used + minute!.remaining).toBe(1_000);
    for (const [{ resets_at }, seconds] of [
      [minute!, 60],
      [day!, 86_400],
    ] as const) {
      // prettier-ignore
      expect((Date.parse(resets_at) / 1_000) % seconds).toBe(0);
      expect(Date.parse(resets_at)).toBeGreaterThan(Date.now() - 1_000);
    }
    expect(headers.get('x-ratelimit-remaining')).toBe('4997');
    expect((await usageOf(account)).headers.get('x-ratelimit-remaining')).toBe('4997');
  });

  test('counts the calls of each day by operation and key, and the refused ones', async () => {
    const account = await started({ perMinute: 1_000, perDay: 5 });
    const paths = ['/api/news/', '/api/news/', '/api/symbols/NOSUCH/', '/api/nothing/'];
    for (const path of paths) await call(`${api.url}${path}`, { key: account.key });
    const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await call(`${api.url}/api/news/`, { key: account.key })).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    const history = (await usageOf(account)).body.history;
    expect(history).toHaveLength(31);
    expect(history.map(({ day }) => day)).toEqual(history.map(({ day }) => day).toSorted());
    expect(history.at(-1)).toEqual({
      day: new Date().toISOString().slice(0, 10),
      calls: 5,
      refused: 3,
      by_operation: [
        { operation: 'listNews', calls: 3 },
        { operation: 'getSymbol', calls: 1 },
        { operation: 'none', calls: 1 },
      ],
      by_key: [{ key_hint: account.key.slice(0, 12), calls: 5 }],
    });
    expect(history.at(-2)).toMatchObject({ calls: 0, refused: 0, by_operation: [], by_key: [] });
  });

  test('is answered when the quota is used up', async () => {
    const account = await started({ perMinute: 1_000, perDay: 1 });
    await call(`${api.url}/api/news/`, { key: account.key });
    expect((await call(`${api.url}/api/news/`, { key: account.key })).status).toBe(429);
    const { status, body } = await usageOf(account);
    expect(status).toBe(200);
    expect(body.windows[1]).toMatchObject({ used: 1, remaining: 0 });
  });
});

test('503 without Redis, with Retry-After and the limits in the headers', async () => {
  const account = await started({});
  await ground.redis.kill();
  const { body, headers } = await until('the answer', async () => {
    const answer = await usageOf(account);
    return answer.status === 503 && answer;
  });
  expect(body).toMatchObject({ code: 'unavailable', extra: { reason: 'counters' } });
  expect(headers.get('retry-after')).toBe('5');
  expect(headers.get('x-ratelimit-limit')).toBe('10000');
  await ground.redis.restart();
});
