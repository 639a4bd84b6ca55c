/** Compares answers as of past moments to the answers that were given then. */
import { expect, test } from 'vitest';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { repairLog } from '#pipeline/refine/repair.ts';
import { buckets } from '#schemas/subjects.ts';
import { call, statusOf } from '#test/support/api.ts';
import { loseLog } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { dropRecord, editRecord, rowRecord, withdrawalRecord } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { List } from './list-ground.ts';
import { walkPages } from '../walk-pages.ts';

const beganAtMs = Date.now() - 3_600_000;
/** The time of the service. */
let nowMs = beganAtMs;

const get = <T = List>(rest: string): ReturnType<typeof call<T>> => call<T>(`${api.url}/api/news/${rest}`, { key });

const ground = await sharedGround();
const { api, key } = await keyedApi('pro', ground, {}, () => nowMs);
const instant = (ms: number): string => new Date(ms).toISOString();

const rows: FeedRow[] = [];
/** Returns record `index`, decided at the time of the service: a row, a drop, or a correction or withdrawal of an earlier row. */
function recordOf(index: number): FeedRecord {
  const at = instant(nowMs);
  if (index % 13 === 7) return dropRecord(`drop ${index}`, { instants: { published_at: at, seen_at: at, fetched_at: at, refined_at: at } });
  const earlier = rows[(index * 7) % Math.max(1, rows.length)];
  if (index % 3 !== 0 || earlier === undefined) {
    // Some rows are published long before they arrive.
    const publishedAt = instant(nowMs - (index % 5) * 20_000);
    const row = rowRecord(`row ${index}`, { tickers: [index % 4 === 0 ? 'RARE' : 'ACME'], relevance: 1 + (index % 10), publishedAt, refinedAt: at });
    rows.push(row);
    return row;
  }
  const edit = `edit ${index}`;
  if (index % 12 === 0) {
    rows.splice(rows.indexOf(earlier), 1);
    return withdrawalRecord(earlier, edit, at);
  }
  const edited = editRecord(earlier, { title: edit, ...(index % 2 === 0 && { tickers: ['RARE'] }) }, edit, at);
  rows[rows.indexOf(earlier)] = { ...earlier, item: edited.item };
  return edited;
}

/** Waits until the API has read the log up to this record. */
const reads = (seq: number): Promise<unknown> => until('the record', async () => (await statusOf(api)).tail.lastSeq >= seq);

const queries = [
  '?min_relevance=1&page_size=20',
  '?min_relevance=5&symbol=RARE',
  '?symbol=RARE,ACME&page_size=15',
  '?min_relevance=1&sort=ingested&page_size=12',
  '?min_relevance=1&symbol=RARE&collapse=story',
];

/** `AS_OF_MOMENTS=200 npm test -- test/api/feed/as-of` tries more moments. */
const moments = Number(process.env['AS_OF_MOMENTS'] ?? 14);

test('past moments, with rows corrected and withdrawn between them, answer as they did then', async () => {
  const recorded: { readonly atMs: number; readonly answers: unknown[]; readonly uid: string | null; readonly article: unknown }[] = [];
  for (let index = 0; index < moments; index += 1) {
    nowMs += 1_000;
    const seq = await ground.append([recordOf(index)]);
    nowMs += 1 + ((index * 331) % 900);
    await reads(seq);
    const answers = await Promise.all(queries.map(async (query) => (await get(query)).body.results));
    const uid = rows[index % rows.length]?.uid ?? null;
    recorded.push({ atMs: nowMs, answers, uid, article: uid === null ? null : (await get<unknown>(`${uid}/`)).body });
  }
  nowMs += 120_000;
  for (const { atMs, answers, uid, article } of recorded) {
    const asOf = `as_of=${instant(atMs)}`;
    const then = await Promise.all(queries.map(async (query) => (await get(`${query}&${asOf}`)).body.results));
    expect(then, instant(atMs)).toEqual(answers);
    if (uid !== null) expect((await get<unknown>(`${uid}/?${asOf}`)).body).toEqual(article);
  }
}, 600_000);

test('a walk stays at its moment, and later rows are not found there', async () => {
  const atMs = beganAtMs + moments * 1_000;
  const walk = async (): Promise<string[]> => {
    const pages = await walkPages(async (cursor) => {
      // A row that arrives between two pages is on neither page.
      if (cursor !== '') await ground.append([rowRecord(`later ${cursor}`, { publishedAt: instant(atMs - 1_000), refinedAt: instant(nowMs) })]);
      return get(`?min_relevance=1&page_size=4&as_of=${instant(atMs)}${cursor}`);
    });
    return pages.flatMap(({ body }) => body.results.map(({ original }) => original.uid));
  };
  const first = await walk();
  expect(first.length).toBeGreaterThan(4);
  expect(new Set(first).size).toBe(first.length);
  expect(await walk()).toEqual(first);
  const late = rows.at(-1)!;
  expect((await get(`${late.uid}/`)).status).toBe(200);
  const { status, body } = await get<{ code: string; detail: string; extra: object }>(`${late.uid}/?as_of=${instant(atMs)}`);
  const message = `is before the article ${late.uid} arrived here: ${instant(atMs)} is before ${late.item.original.created_at}`;
  expect([status, body.code, body.detail]).toEqual([404, 'not_found', `as_of ${message}.`]);
  expect(body.extra).toEqual({ fields: { as_of: [message] } });
  const never = await get<{ detail: string }>(`0000000000000000/?as_of=${instant(atMs)}`);
  expect([never.status, never.body.detail]).toEqual([404, 'No article has this uid: 0000000000000000.']);
});

test('the 404 of a moment before the article arrived differs from that after its withdrawal', async () => {
  nowMs += 10_000;
  const gone = rowRecord('comes and goes', { publishedAt: instant(nowMs - 9_000) });
  const place = await ground.append([gone, withdrawalRecord(gone, 'withdrawal', instant(nowMs - 5_000))]);
  await reads(place);
  nowMs += 120_000;
  const then = async (ms: number) => (await get<{ extra?: object }>(`${gone.uid}/?as_of=${instant(nowMs - 120_000 - ms)}`)).body.extra;
  expect(await then(9_500)).toHaveProperty('fields.as_of');
  expect(await then(7_000)).toBeUndefined();
  expect(await then(4_000)).toEqual({ withdrawn_at: instant(nowMs - 125_000) });
});

test('a recent moment is answered while the tables are behind the log, if they have a record that was decided later', async () => {
  nowMs += 10_000;
  const place = await ground.append([
    rowRecord('before', { refinedAt: instant(nowMs - 8_000) }),
    rowRecord('after', { refinedAt: instant(nowMs - 6_000) }),
  ]);
  const ahead = await ground.append([rowRecord('not stored', { refinedAt: instant(nowMs - 4_000) })], { stored: false });
  expect(ahead).toBe(place + 1);
  await reads(ahead);
  expect((await get(`?min_relevance=1&as_of=${instant(nowMs - 7_000)}`)).status).toBe(200);
  expect((await get(`?min_relevance=1&as_of=${instant(nowMs - 3_000)}`)).status).toBe(503);
});

test('delta mode as of a moment ends there', async () => {
  const asOf = `as_of=${instant(beganAtMs + moments * 1_000)}`;
  const { results, next_cursor } = (await get(`?min_relevance=1&sort=ingested&page_size=5&${asOf}`)).body;
  expect(results).toHaveLength(5);
  expect((await get(`?min_relevance=1&sort=ingested&page_size=5&${asOf}&cursor=${next_cursor}`)).body.results).toEqual([]);
});

test('a moment in the future is refused, with the time', async () => {
  const { status, body } = await get<{ detail: string }>(`?as_of=${instant(nowMs + 1_000)}`);
  expect([status, body.detail]).toEqual([400, `as_of must not be in the future: ${instant(nowMs + 1_000)} is after ${instant(nowMs)}, the time now`]);
});

test('a moment before the archive of the plan is refused, not answered with an empty page', async () => {
  const free = (await ground.account('free', { perMinute: 1_000_000, perDay: 100_000_000 })).key;
  await until('the key', async () => (await call(`${api.url}/api/usage/`, { key: free })).status === 200);
  const of = (days: number, rest: string) =>
    call<{ code: string }>(`${api.url}/api/news/${rest}as_of=${instant(nowMs - days * 86_400_000)}`, { key: free });
  for (const rest of ['?', '?sort=ingested&', 'insider/?format=csv&']) {
    expect((await of(60, rest)).body.code, rest).toBe('archive_horizon');
    expect((await of(30, rest)).status, rest).toBe(200);
  }
});

test('after a repair of the log a past moment has the same answers, also for earlier cursors', async () => {
  const asOf = `as_of=${instant(beganAtMs + moments * 500)}`;
  const first = await Promise.all(queries.map(async (query) => (await get(`${query}&${asOf}`)).body));
  const asked = [...queries, ...queries.map((query, at) => `${query}&cursor=${first[at]!.next_cursor}`)].filter((query) => !query.endsWith('null'));
  const answers = () => Promise.all(asked.map(async (query) => (await get(`${query}&${asOf}`)).body.results));
  const before = await answers();
  await ground.storeRest();
  await loseLog(ground);
  const [feedLog, leases] = await Promise.all([openBucket(ground.bus, buckets.feedLog), openBucket(ground.bus, buckets.leases)]);
  const repairing = { bus: ground.bus, store: ground.store, feedLog, leases, log: testLog, nowMs: () => nowMs, waitsFor: () => undefined };
  const { generation, lostFrom } = await repairLog(repairing, 0, AbortSignal.timeout(60_000));
  expect(lostFrom).toBe(1);
  const lastSeq = await ground.append([recordOf(1), recordOf(3)], { generation });
  await until('the repaired log', async () => (await statusOf(api)).tail.lastSeq === lastSeq);
  expect(await answers()).toEqual(before);
});
