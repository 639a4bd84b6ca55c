import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '#api/main.ts';
import { call, startApiOn, startGround, type Ground, type TestAccount } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { insiderTrade, tradeRow } from '#test/support/trades.ts';

let ground: Ground;
let api: Api;
let plain: Api;
let account: TestAccount;
const now = new Date();
const filed = tradeRow(insiderTrade({ filed_at: now.toISOString(), accepted_at: new Date(now.getTime() - 60_000).toISOString() }), {
  publishedAt: now.toISOString(),
});

beforeAll(async () => {
  ground = await startGround();
  await ground.append([rowRecord('a story', { tickers: ['NVDA'], relevance: 9, publishedAt: now.toISOString() }), filed]);
  account = await ground.account('pro');
  plain = await startApiOn(ground, { CURSOR_SECRET: 'one' });
  api = await startApiOn(ground, { CURSOR_SECRET: 'two', API_COMPATIBILITY: 'alphai' });
}, 60_000);
afterAll(async () => {
  await api.stop();
  await plain.stop();
  await ground.stop();
});

describe('for clients of another service', () => {
  test('trending is a bare array', async () => {
    const { body } = await call<unknown[]>(`${api.url}/api/news/trending/`, { key: account.key });
    expect(Array.isArray(body)).toBe(true);
    expect(body).toEqual((await call<{ results: unknown[] }>(`${plain.url}/api/news/trending/`, { key: account.key })).body.results);
  });

  test('filed_at of an insider block is when EDGAR accepted the filing, in lists and alone, and nothing else differs', async () => {
    type Row = { insider: { filed_at: string; accepted_at: string } | null };
    for (const path of ['/api/news/?min_relevance=1', '/api/news/insider/?sort=ingested&min_relevance=1']) {
      const theirs = (await call<{ results: Row[] }>(`${api.url}${path}`, { key: account.key })).body.results;
      const ours = (await call<{ results: Row[] }>(`${plain.url}${path}`, { key: account.key })).body.results;
      const inOurs = ours.find(({ insider }) => insider !== null)!.insider!;
      expect(inOurs.filed_at).not.toBe(inOurs.accepted_at);
      const expected = ours.map((row) => (row.insider === null ? row : { ...row, insider: { ...row.insider, filed_at: row.insider.accepted_at } }));
      expect(theirs).toEqual(expected);
    }
    const { body } = await call<Row>(`${api.url}/api/news/${filed.uid}/`, { key: account.key });
    expect(body.insider!.filed_at).toBe(body.insider!.accepted_at);
  });

  test('headers of a file begin with their prefix, unless another is configured', async () => {
    const path = '/api/news/insider/?format=csv';
    expect((await call(`${api.url}${path}`, { key: account.key })).headers.get('x-alphai-rows')).not.toBeNull();
    expect((await call(`${plain.url}${path}`, { key: account.key })).headers.get('x-service-rows')).not.toBeNull();
  });
});
