import { describe, expect, test } from 'vitest';
import type { PlanName } from '#schemas/vocabulary.ts';
import { call, type Answer } from '#test/support/api.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { insiderTrade, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';
import { parseCsv } from './parse-csv.ts';

const nowMs = Date.now();
const dayMs = 86_400_000;
const daysAgo = (days: number): string => new Date(nowMs - days * dayMs).toISOString();
/** One event every two days, the oldest 100 days ago, which is past the archives of Free and Basic. */
const rows = Array.from({ length: 50 }, (_, at) => {
  const at_ = daysAgo(100 - 2 * at);
  return tradeRow(insiderTrade({ accession_number: `0001234567-26-${String(at).padStart(6, '0')}`, accepted_at: at_, filed_at: at_ }));
});
// Filed long before it arrived.
const late = tradeRow(insiderTrade({ accession_number: '0001234567-26-009999', accepted_at: daysAgo(60), filed_at: daysAgo(1) }));

const keys: Partial<Record<PlanName, string>> = {};

const get = (query: string, plan: PlanName): Promise<Answer<{ readonly code?: string }>> =>
  call(`${api.url}/api/news/insider/?${query}`, { key: keys[plan]! });

const ground = await sharedGround();
await ground.append([...rows, late].map((row) => ({ ...row, instants: { ...row.instants, refined_at: row.item.original.created_at } })));
for (const plan of ['free', 'basic', 'pro'] as const) keys[plan] = (await ground.account(plan, { perMinute: 100_000, perDay: 1_000_000 })).key;
const api = await sharedApi(ground, {}, () => nowMs);
await until('the keys', async () => (await get('page_size=1', 'pro')).status === 200);
const said = ({ headers }: Answer<unknown>) => ({ rows: Number(headers.get('x-service-rows')), truncated: headers.get('x-service-truncated') });
const uidsIn = ({ text }: Answer<unknown>): string[] => parseCsv(text).slice(1).map(([uid]) => uid!); // prettier-ignore
const inside = (days: number): string[] => {
  const horizon = (Math.floor(nowMs / dayMs) - days) * dayMs;
  return [...rows, late]
    .filter(({ item }) => Date.parse(item.original.time_published) >= horizon)
    .sort((a, b) => (a.item.original.time_published < b.item.original.time_published ? 1 : -1))
    .map(({ uid }) => uid);
};

test('a file as of a moment has the rows of that moment, like the JSON pages', async () => {
  const asOf = daysAgo(10);
  const file = await get(`format=csv&as_of=${asOf}`, 'pro');
  expect(file.status, file.text).toBe(200);
  const uids = uidsIn(file);
  const json = (await get(`page_size=50&as_of=${asOf}`, 'pro')).body as unknown as { results: { original: { uid: string } }[] };
  expect(uids).toEqual(json.results.map(({ original }) => original.uid));
  expect(uids).toHaveLength(46);
  const future = await get(`format=csv&as_of=${new Date(nowMs + 60_000).toISOString()}`, 'pro');
  expect(future.status).toBe(400);
});

describe('a file that ends at the archive', () => {
  test.each([
    ['free', 30],
    ['basic', 90],
  ] as const)('%s: has the rows of %i days and says so, and its cursor is past the archive', async (plan, days) => {
    const answer = await get('format=csv', plan);
    expect(uidsIn(answer)).toEqual(inside(days));
    expect(said(answer)).toEqual({ rows: inside(days).length, truncated: 'archive_horizon' });
    const cursor = answer.headers.get('x-service-next-cursor')!;
    for (const format of ['csv', 'json']) {
      const past = await get(`format=${format}&cursor=${cursor}`, plan);
      expect([past.status, past.body.code, past.headers.get('x-service-rows')]).toEqual([403, 'archive_horizon', null]);
    }
  });

  test('is complete on a plan with a longer archive', async () => {
    const answer = await get('format=csv', 'pro');
    expect(said(answer)).toEqual({ rows: 51, truncated: 'false' });
    expect(answer.headers.get('x-service-next-cursor')).toBe('');
  });

  test('says so if a row in the window of arrival was published before the archive', async () => {
    const since = daysAgo(2.5).slice(0, 19);
    expect(said(await get(`format=csv&from_date=${since}`, 'basic')).truncated).toBe('false');
    const answer = await get(`format=csv&from_date=${since}`, 'free');
    expect([uidsIn(answer).includes(late.uid), said(answer).truncated]).toEqual([false, 'archive_horizon']);
  });

  test('in delta mode starts inside the archive, and an earlier cursor is refused', async () => {
    const answer = await get('format=csv&sort=ingested', 'free');
    expect(said(answer).truncated).toBe('archive_horizon');
    // Delta mode lists rows in order of arrival.
    expect(uidsIn(answer)).toEqual([...rows.filter(({ uid }) => inside(30).includes(uid)), late].map(({ uid }) => uid));
    const first = await call<{ next_cursor: string }>(`${api.url}/api/news/insider/?sort=ingested&page_size=1`, { key: keys.pro! });
    expect((await get(`format=csv&sort=ingested&cursor=${first.body.next_cursor}`, 'free')).status).toBe(200);
    // A file has no column for corrections, and its cursor would skip them.
    expect((await get('format=csv&sort=ingested&include=revisions', 'free')).status).toBe(400);
  });
});

describe('a file', () => {
  test('does not depend on page_size, takes the aliases, and costs one request', async () => {
    const before = Number((await get('page_size=1', 'free')).headers.get('x-ratelimit-remaining'));
    const answer = await get('format=csv&page_size=2', 'free');
    expect(said(answer).rows).toBe(inside(30).length);
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBe(before - 1);
    expect(uidsIn(await get('format=csv&ticker=acme&limit=1', 'free'))).toEqual(uidsIn(answer));
  });
});
