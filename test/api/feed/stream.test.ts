import { afterEach, describe, expect, test } from 'vitest';
import { changePlan, revokeKey } from '#ops/accounts/accounts.ts';
import { readGenerations, writeGenerations } from '#ops/feed-log/generations.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { withNewGeneration } from '#schemas/generation.ts';
import type { StoredItem } from '#schemas/item.ts';
import { buckets } from '#schemas/subjects.ts';
import type { Usage } from '#schemas/usage.ts';
import { call, startApiOn } from '#test/support/api.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { openStream, type ReadOptions, type StreamReader } from '#test/support/stream-reader.ts';
import { until } from '#test/support/until.ts';

interface Delta {
  readonly results: readonly StoredItem[];
  readonly next_cursor: string;
}

/** Milliseconds by which the API's clock is ahead. */
let aheadMs = 0;
/** The time at which the API's clock is stopped; null while it runs. */
let stoppedAtMs: number | null = null;
const clock = (): number => stoppedAtMs ?? Date.now() + aheadMs;
const readers: StreamReader[] = [];

afterEach(() => {
  stoppedAtMs = null;
  for (const reader of readers.splice(0)) reader.close();
});

async function keyOf(limits: { readonly perMinute?: number; readonly perDay?: number } = { perMinute: 10_000, perDay: 100_000 }): Promise<string> {
  const account = await ground.account('pro', limits);
  await until('the key', async () => (await call(`${api.url}/api/usage/`, { key: account.key })).status === 200);
  return account.key;
}
const open = async (options: Partial<ReadOptions> = {}): Promise<StreamReader> => {
  const reader = await openStream(api.url, { key, query: '?min_relevance=1', ...options });
  readers.push(reader);
  return reader;
};
const delta = async (cursor: string, query = '&min_relevance=1'): Promise<Delta> =>
  (await call<Delta>(`${api.url}/api/news/?sort=ingested&cursor=${cursor}${query}`, { key })).body;
const used = async (by: string): Promise<number> => (await call<Usage>(`${api.url}/api/usage/`, { key: by })).body.windows[1]!.used;

let names = 0;
/** Returns new rows; long ones fill sockets. */
const fresh = (count: number, changes: Parameters<typeof rowRecord>[1] = {}, chars = 20): FeedRow[] =>
  Array.from({ length: count }, () => {
    const row = rowRecord(`row ${(names += 1)}`, { publishedAt: new Date().toISOString(), ...changes });
    row.item.original.summary = 'x'.repeat(chars);
    return row;
  });

const ground = await sharedGround();
await ground.append(fresh(2, { category: 'crypto' }));
const api = await sharedApi(ground, {}, clock);
const key = await keyOf();
const uidsOf = (rows: readonly FeedRow[]): string[] => rows.map(({ uid }) => uid);
const problemIn = (reader: StreamReader): { readonly code: string; readonly extra: { readonly reason?: string } } => {
  const last = reader.events.at(-1)!;
  expect(last.name).toBe('end');
  return JSON.parse(last.data) as ReturnType<typeof problemIn>;
};

describe('200', () => {
  test('begins with the newest row; ids and cursors of the feed are interchangeable', async () => {
    const reader = await open();
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-ratelimit-limit': '100000' });
    expect(reader.headers['content-encoding']).toBeUndefined();
    await until('the newest row', () => reader.events.length > 0);
    const newest = await delta('');
    expect(reader.uids()).toEqual([newest.results.at(-1)!.original.uid]);
    const rows = fresh(3);
    await ground.append([rows[0]!, dropRecord('no row'), ...rows.slice(1)]);
    await until('the rows', () => reader.events.length === 4);
    expect(reader.uids().slice(1)).toEqual(uidsOf(rows));
    const [, first] = reader.events;
    expect((await delta(first!.id)).results.map(({ original }) => original.uid)).toEqual(uidsOf(rows.slice(1)));
    const { next_cursor } = await delta(reader.events[0]!.id, '&min_relevance=1&page_size=1');
    const other = await open({ query: `?min_relevance=1&cursor=${next_cursor}` });
    await until('the rest', () => other.events.length === 2);
    expect(other.uids()).toEqual(uidsOf(rows.slice(1)));
  });

  test('serves rows as the feed does, and each names its story', async () => {
    const reader = await open();
    const [row] = fresh(1);
    await ground.append([row!]);
    await until('the row', () => reader.uids().includes(row!.uid));
    const served = (await delta(reader.events[0]!.id)).results.find(({ original }) => original.uid === row!.uid)!;
    expect(reader.rows().at(-1)).toEqual({ ...served, story_id: row!.story_id });
  });

  test('takes the filters of the feed, and its cursor moves over rows that they omit', async () => {
    const query = '?category=crypto&symbol=ACME&min_relevance=5';
    const reader = await open({ query });
    const [wanted, other] = [fresh(2, { category: 'crypto' }), fresh(5, { category: 'macro_economy' })];
    await ground.append([...other, ...wanted, ...fresh(1, { category: 'crypto', relevance: 4 })]);
    await until('the rows', () => reader.uids().length === 3);
    expect(reader.uids().slice(1)).toEqual(uidsOf(wanted));
    const idBefore = reader.lastId();
    aheadMs += 15_000;
    await until('the cursor to move', () => reader.lastId() !== idBefore);
    const resumed = await open({ query, lastEventId: reader.lastId() });
    const more = fresh(1, { category: 'crypto' });
    await ground.append(more);
    await until('the row', () => resumed.uids().length > 0);
    expect(resumed.uids()).toEqual(uidsOf(more));
  });

  test('sends one row per story under collapse=story, with its sources', async () => {
    const reader = await open({ query: '?min_relevance=1&collapse=story' });
    await until('the newest row', () => reader.events.length === 1);
    const [root] = fresh(1);
    await ground.append([root!, ...fresh(1, { storyId: root!.uid }), ...fresh(1)]);
    await until('the rows', () => reader.events.length === 3);
    expect(reader.rows()[1]).toMatchObject({ original: { uid: root!.uid }, story_id: root!.uid, sources: ['example.com'] });
  });

  test('continues after Last-Event-ID, which overrides cursor, from the tables as well as the tail', async () => {
    const begun = await open();
    await until('an id', () => begun.lastId() !== null);
    const rows = fresh(150);
    await ground.append(rows);
    await until('the rows', () => begun.events.length === 151);
    const reader = await open({ query: `?min_relevance=1&cursor=${begun.events[100]!.id}`, lastEventId: begun.events[10]!.id });
    await until('all', () => reader.events.length >= 140);
    expect(reader.uids()).toEqual(uidsOf(rows.slice(10)));
    // The tail lacks the beginning of the log, so the tables serve it.
    const small = await startApiOn(ground, { API_TAIL_BYTES: '1000000' });
    await ground.append(fresh(60, {}, 20_000));
    const past = await openStream(small.url, { key, query: '?min_relevance=1', lastEventId: begun.events[10]!.id });
    // This row arrives while the tables are read.
    await ground.append(fresh(1));
    await until('all', () => past.uids().length >= 201);
    expect(past.uids().slice(0, 140)).toEqual(uidsOf(rows.slice(10)));
    expect(new Set(past.uids()).size).toBe(201);
    past.close();
    await small.stop();
  });

  test('has a comment every 15 s and a reconnection time', async () => {
    const reader = await open();
    await until('the beginning', () => reader.comments() === 1);
    expect(reader.retryMs()).toBeGreaterThan(0);
    for (const count of [2, 3]) {
      aheadMs += 15_000;
      await until('a comment', () => reader.comments() === count);
    }
    expect(reader.hasEnded()).toBe(false);
  });

  test('HEAD has the same headers and ends', async () => {
    const { status, headers, text } = await call(`${api.url}/api/news/stream/`, { key, method: 'HEAD' });
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/event-stream', '']);
  });
});

describe('400', () => {
  test('for an id that is not a cursor, of another feed, or of other filters', async () => {
    const reader = await open();
    await until('an id', () => reader.lastId() !== null);
    const { next_cursor } = (await call<Delta>(`${api.url}/api/news/?page_size=1`, { key })).body;
    for (const [lastEventId, query, code] of [
      ['nonsense', '', 'invalid_cursor'],
      [reader.lastId()!, '?min_relevance=2', 'invalid_cursor'],
      [next_cursor, '', 'cursor_mode_mismatch'],
    ] as const) {
      const refused = await open({ query, lastEventId });
      await until('its end', refused.hasEnded);
      expect(refused.status).toBe(400);
      expect(refused.text()).toContain(code);
    }
  });
});

describe('the quota', () => {
  test('counts one request when a stream opens and one each minute; a stream ends when the quota is used up, with a reconnection time', async () => {
    const poor = await keyOf({ perMinute: 1_000, perDay: 3 });
    const reader = await open({ key: poor });
    expect(await used(poor)).toBe(1);
    for (const count of [2, 3]) {
      aheadMs += 60_000;
      await until('the charge', async () => (await used(poor)) === count);
    }
    expect(reader.hasEnded()).toBe(false);
    aheadMs += 60_000;
    await until('its end', reader.hasEnded);
    expect(problemIn(reader).code).toBe('rate_limited');
    expect(reader.retryMs()).toBeGreaterThan(1_000);
    expect((await open({ key: poor })).status).toBe(429);
  });

  test('ends a stream whose key was revoked, or whose plan changed, within 2 s', async () => {
    const [revoked, changed] = [await ground.account('pro'), await ground.account('pro')];
    await until('the keys', async () => (await call(`${api.url}/api/usage/`, { key: changed.key })).status === 200);
    const [one, other] = [await open({ key: revoked.key }), await open({ key: changed.key })];
    await revokeKey(ground.accounts, revoked.key, new Date());
    await changePlan(ground.accounts, changed.id, 'basic');
    await until('the process to know', async () => {
      const { body } = await call<Usage>(`${api.url}/api/usage/`, { key: changed.key });
      return body.plan === 'basic' && (await call(`${api.url}/api/usage/`, { key: revoked.key })).status === 401;
    });
    stoppedAtMs = clock() + 1_000;
    await until('their ends', () => one.hasEnded() && other.hasEnded());
    expect(problemIn(one).code).toBe('invalid_key');
    expect(problemIn(other)).toMatchObject({ code: 'unavailable', extra: { reason: 'plan_changed' } });
  });
});

describe('a slow reader', () => {
  test('is ended with `behind` and continues from its id, each row once, without delaying others', async () => {
    const [slow, quick] = [await open(), await open()];
    await until('the beginning', () => slow.lastId() !== null && quick.lastId() !== null);
    slow.pause();
    // This is more than the buffers of both sockets hold.
    const rows = fresh(600, {}, 30_000);
    for (let from = 0; from < rows.length; from += 100) await ground.append(rows.slice(from, from + 100));
    await until('the quick one to have all', () => quick.uids().length === rows.length + 1);
    aheadMs += 11_000;
    await until('the slow one to be ended', async () => (await call<Usage>(`${api.url}/api/usage/`, { key })) && streamsOf(await metrics()) === 1);
    slow.resume();
    await until('its end', slow.hasEnded);
    const last = slow.events.at(-1)!;
    expect(last.name).toBe('behind');
    expect(JSON.parse(last.data)).toEqual({ next_cursor: last.id });
    expect(slow.uids().length).toBeLessThan(rows.length);
    const resumed = await open({ lastEventId: last.id });
    await until('the rest', () => slow.uids().length + resumed.uids().length >= rows.length + 1);
    expect([...slow.uids(), ...resumed.uids()].slice(1)).toEqual(uidsOf(rows));
  });

  test('is also ended when it reads all the time but does not catch up with the feed', async () => {
    const slow = await open();
    await until('the beginning', () => slow.lastId() !== null);
    slow.pause();
    const rows = fresh(600, {}, 30_000);
    for (let from = 0; from < rows.length; from += 100) await ground.append(rows.slice(from, from + 100));
    const isEnded = async (): Promise<boolean> => streamsOf(await metrics()) === 0;
    // Each step leaves a busy machine 6 s to take what it reads, before the reader would count as one that takes nothing.
    for (let round = 0; round < 8; round += 1) {
      const readBefore = slow.events.length;
      slow.resume(20);
      await until('some rows', async () => slow.events.length >= readBefore + 20 || (await isEnded()));
      aheadMs += 4_000;
    }
    await until('the end of its stream', isEnded);
    slow.resume();
    await until('its end', slow.hasEnded);
    expect(slow.events.at(-1)!.name).toBe('behind');
    expect(slow.uids().slice(1)).toEqual(uidsOf(rows).slice(0, slow.uids().length - 1));
  });
});

const metrics = async (): Promise<string> => (await fetch(`${api.ops}/metrics`)).text();
const streamsOf = (text: string): number => Number(/^(?:\w+_)?api_streams(?:\{[^}]*\})? (\d+)/m.exec(text)![1]);

test('a process that stops ends its streams, whose readers connect to another process', async () => {
  const other = await startApiOn(ground);
  const reader = await openStream(other.url, { key, query: '?min_relevance=1' });
  await until('an id', () => reader.lastId() !== null);
  await other.stop();
  await until('its end', reader.hasEnded);
  expect(problemIn(reader)).toMatchObject({ code: 'unavailable', extra: { reason: 'stopping' } });
  const resumed = await open({ lastEventId: reader.lastId() });
  const rows = fresh(2);
  await ground.append(rows);
  await until('the rows', () => resumed.uids().length === 2);
  expect(resumed.uids()).toEqual(uidsOf(rows));
});

test('a stream ends when the log was repaired, with a reconnection time, and its reader then gets the restored rows', async () => {
  const reader = await open();
  await until('the newest row', () => reader.events.length === 1);
  const rows = fresh(3);
  const lastSeq = await ground.append(rows);
  await until('the rows', () => reader.events.length === 4);
  const bucket = await openBucket(ground.bus, buckets.feedLog);
  const { generations, revision } = await readGenerations(bucket);
  const begun = withNewGeneration(generations, lastSeq - 2, { nowMs: Date.now(), nonce: 0 });
  await writeGenerations(bucket, begun.generations, revision);
  await until('its end', reader.hasEnded);
  expect(problemIn(reader)).toMatchObject({ code: 'unavailable', extra: { reason: 'log_lost' } });
  expect(reader.retryMs()).toBeGreaterThan(1_000);
  const resumed = await open({ lastEventId: reader.lastId() });
  await until('the rows again', () => resumed.uids().length === 2);
  expect(resumed.uids()).toEqual(uidsOf(rows.slice(1)));
});
