import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compatPath } from '#api/compatibility.ts';
import type { Api } from '#api/main.ts';
import { call, startApiOn, startGround, type Answer, type Ground, type TestAccount } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { insiderTrade, tradeRow } from '#test/support/trades.ts';

let ground: Ground;
let api: Api;
let account: TestAccount;
const now = new Date();
const filed = tradeRow(
  insiderTrade({ filed_at: now.toISOString(), accepted_at: new Date(now.getTime() - 60_000).toISOString(), late_filing: null }),
  { publishedAt: now.toISOString() },
);
const planned = tradeRow(insiderTrade({ accession_number: '0001045810-26-000099', is_10b5_1: true, transaction_code: 'P' }), {
  publishedAt: now.toISOString(),
});

interface Row {
  readonly original: { readonly uid: string; readonly source_type: string };
  readonly insider: {
    readonly filed_at: string;
    readonly accepted_at: string;
    readonly late_filing: boolean | null;
    readonly is_10b5_1: boolean | null;
  } | null;
}
interface List {
  readonly results: readonly Row[];
  readonly next_cursor: string | null;
}

beforeAll(async () => {
  ground = await startGround();
  await ground.append([rowRecord('a story', { tickers: ['NVDA'], relevance: 9, publishedAt: now.toISOString() }), filed, planned]);
  account = await ground.account('pro');
  api = await startApiOn(ground);
}, 60_000);
afterAll(async () => {
  await api.stop();
  await ground.stop();
});

const ours = <T = List>(path: string): Promise<Answer<T>> => call<T>(`${api.url}${path}`, { key: account.key });
const theirs = <T = List>(path: string): Promise<Answer<T>> => call<T>(`${api.url}${compatPath}${path}`, { key: account.key });
const asRead = (row: Row): Row => ({
  ...row,
  original: { ...row.original, source_type: row.original.source_type === 'publisher' ? 'gdelt' : row.original.source_type },
  insider: row.insider && {
    ...row.insider,
    filed_at: row.insider.accepted_at,
    late_filing: row.insider.late_filing ?? false,
    is_10b5_1: row.insider.is_10b5_1 ?? false,
  },
});

describe('for clients of another service, below an address of their own', () => {
  test('trending is a bare array', async () => {
    const { body } = await theirs<Row[]>('/api/news/trending/');
    expect(body).toEqual((await ours('/api/news/trending/')).body.results.map(asRead));
    expect(body.length).toBeGreaterThan(0);
  });

  test('publishers are gdelt, filed_at is when EDGAR accepted the filing, flags are booleans, and nothing else differs', async () => {
    for (const path of ['/api/news/?min_relevance=1', '/api/news/insider/?sort=ingested&min_relevance=1']) {
      const plain = (await ours(path)).body.results;
      const inPlain = plain.find(({ original }) => original.uid === filed.uid)!.insider!;
      expect([inPlain.filed_at === inPlain.accepted_at, inPlain.late_filing]).toEqual([false, null]);
      expect((await theirs(path)).body.results).toEqual(plain.map(asRead));
    }
    const { body } = await theirs<Row>(`/api/news/${filed.uid}/`);
    expect(body.insider!.filed_at).toBe(body.insider!.accepted_at);
  });

  test('source_type=gdelt asks for publishers', async () => {
    const { status, body } = await theirs('/api/news/?source_type=gdelt&min_relevance=1');
    expect([status, body.results.map(({ original }) => original.source_type)]).toEqual([200, ['gdelt']]);
  });

  test('is_10b5_1=false leaves out purchases under a plan', async () => {
    const path = '/api/news/insider/?is_10b5_1=false&min_relevance=1';
    const uids = ({ body }: Answer<List>): string[] => body.results.map(({ original }) => original.uid);
    expect(uids(await ours(path)).sort()).toEqual([filed.uid, planned.uid].sort());
    expect(uids(await theirs(path))).toEqual([filed.uid]);
  });

  test('an answer that has not changed is 304 there, and is another answer than the plain one', async () => {
    const path = '/api/news/?min_relevance=1';
    const [plain, changed] = [(await ours(path)).headers.get('etag')!, (await theirs(path)).headers.get('etag')!];
    expect(plain).not.toBe(changed);
    const again = (etag: string): Promise<Answer<List>> =>
      call<List>(`${api.url}${compatPath}${path}`, { key: account.key, headers: { 'if-none-match': etag } });
    expect([(await again(changed)).status, (await again(plain)).status]).toEqual([304, 200]);
  });

  test('headers of a file begin with their prefix', async () => {
    const path = '/api/news/insider/?format=csv';
    expect((await theirs(path)).headers.get('x-alphai-rows')).not.toBeNull();
    expect((await ours(path)).headers.get('x-service-rows')).not.toBeNull();
  });

  test('keys, quotas and errors are those of the plain address, and nothing but the API is there', async () => {
    expect((await call(`${api.url}${compatPath}/api/news/`)).status).toBe(401);
    expect((await theirs('/api/news/?simbol=NVDA')).status).toBe(400);
    expect((await theirs('/api/nothing/')).status).toBe(404);
    expect((await call(`${api.url}${compatPath}/health`)).status).toBe(404);
  });
});
