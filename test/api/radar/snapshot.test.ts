import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { RadarPage } from '#api/radar/snapshot.ts';
import { storeGap } from '#clickhouse/radar.ts';
import { changeWatchlist } from '#ops/accounts/accounts.ts';
import type { RadarRow } from '#schemas/radar.ts';
import { call, type Answer, type TestAccount } from '#test/support/api.ts';
import { articleRow, bursting, hourMs, quiet, radarRows } from '#test/support/radar.ts';
import { producerOn, wholeMinute } from '#test/support/radar-ground.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { Problem } from '../feed/list-ground.ts';

type Page = z.infer<typeof RadarPage>;

const endMs = wholeMinute(Date.now());
const minuteMs = 60_000;
const signal = new AbortController().signal;
let nowMs = endMs + 5_000;
const accounts = new Map<string, TestAccount>();
const ground = await sharedGround();
await ground.append(radarRows(endMs));
// The article arrived within the delays of the plans, so the plan decides whether it counts.
await ground.append([articleRow({ name: 'news-just-now', tickers: [bursting], atMs: endMs - 5 * minuteMs })]);
const producer = producerOn(ground, () => nowMs);
for (const minutes of [61, 60, 15, 1, 0]) {
  nowMs = endMs - minutes * minuteMs + 500;
  await producer.make(endMs - minutes * minuteMs, signal);
}
nowMs = endMs + 5_000;
for (const plan of ['free', 'basic', 'pro'] as const) accounts.set(plan, await ground.account(plan, { perMinute: 100_000, perDay: 1_000_000 }));
const api = await sharedApi(ground, {}, () => nowMs);
await until('the keys', async () => (await call(`${api.url}/api/news/`, { key: accounts.get('pro')!.key })).status === 200);

const get = <T = Page>(query = '', plan = 'pro'): Promise<Answer<T>> =>
  call<T>(`${api.url}/api/signals/snapshot/${query}`, { key: accounts.get(plan)!.key });
const rowsOf = async (query: string): Promise<readonly RadarRow[]> => (await get(query)).body.results;

describe('200', () => {
  test('the page is as documented, for each window', async () => {
    for (const window of ['24h', '4h']) {
      const { status, body, headers } = await get(`?window=${window}`);
      expect([status, body.window]).toEqual([200, window]);
      expect(headers.get('etag')).not.toBeNull();
      expect(body.results[0]!.ticker).toBe(bursting);
    }
  });

  test('as of a moment the page is what the plan saw then', async () => {
    const at = (minutes: number): string => new Date(endMs - minutes * minuteMs + 1_000).toISOString();
    const chosen = async (query: string, plan = 'pro'): Promise<string> => (await get(query, plan)).body.as_of;
    const then = new Date(endMs - 15 * minuteMs).toISOString();
    expect(await chosen(`?as_of=${at(15)}`)).toBe(then);
    expect(await chosen(`?as_of=${at(0)}`, 'basic')).toBe(then);
    // A snapshot is made half a second after its cutoff; until then the one before is the newest.
    const beforeMade = new Date(endMs + 499).toISOString();
    expect(await chosen(`?as_of=${beforeMade}`)).toBe(new Date(endMs - minuteMs).toISOString());
    expect((await get<Problem>(`?as_of=${at(-10)}`)).body.detail).toContain('as_of must not be in the future');
    const gone = await get<Problem>(`?as_of=${at(181)}`);
    expect([gone.status, gone.body.code, gone.body.extra['reason']]).toEqual([409, 'snapshot_gone', 'not_kept']);
  });

  test('the delay of the plan decides the snapshot, which has nothing newer', async () => {
    for (const [plan, delayMs] of [
      ['pro', 0],
      ['basic', 15 * minuteMs],
      ['free', hourMs],
    ] as const) {
      const { body, text } = await get('', plan);
      expect(Date.parse(body.as_of)).toBe(endMs - delayMs);
      expect(body.access).toMatchObject({ tier: plan, delay_seconds: delayMs / 1_000 });
      expect(body.freshness.mode).toBe(plan === 'pro' ? 'live' : 'delayed');
      expect(text.includes('news-just-now')).toBe(plan === 'pro');
      for (const { evidence } of body.results)
        for (const { time_published } of evidence) expect(Date.parse(time_published)).toBeLessThanOrEqual(endMs - delayMs);
    }
  });

  test('rows are in the requested order', async () => {
    const of = async (order: string): Promise<number[]> => (await rowsOf(`?sort=stories&order=${order}`)).map(({ stories }) => stories);
    expect(await of('asc')).toEqual((await of('desc')).toSorted((a, b) => a - b));
    expect((await of('desc'))[0]).toBeGreaterThan((await of('asc'))[0]!);
  });

  test('filters keep the matching rows', async () => {
    expect((await rowsOf('?market=crypto')).map(({ ticker }) => ticker)).toEqual(['ETH-USD']);
    expect((await rowsOf('?tickers=bolt,acme,NONE')).map(({ ticker }) => ticker).sort()).toEqual(['ACME', 'BOLT']);
    expect((await rowsOf('?ticker=ACME')).map(({ ticker }) => ticker)).toEqual(['ACME']);
    expect((await rowsOf('?search=ol')).map(({ ticker }) => ticker)).toEqual(['BOLT']);
    for (const least of ['1', '1.0000000000000002', '1e-05', '-0.0']) {
      for (const { news_z } of await rowsOf(`?min_z=${least}`)) expect(news_z).toBeGreaterThanOrEqual(Number(least));
    }
    expect((await get<Problem>('?min_z=-1')).body.detail).toBe('min_z must be a number from 0 to 8, not `-1`');
    for (const { sent, sent_delta } of await rowsOf('?sentiment=negative')) expect(sent.value! <= -0.2 || sent_delta! <= -0.2).toBe(true);
    for (const { sent } of await rowsOf('?sentiment=mixed')) expect(Math.abs(sent.value!)).toBeLessThan(0.2);
    for (const { sent } of await rowsOf('?sentiment=positive')) expect(sent.value).toBeGreaterThanOrEqual(0.2);
    expect((await get('?market=international')).body).toMatchObject({ total: 0, results: [], next_cursor: null });
  });

  test('a cursor leads back to the page before', async () => {
    const [first, whole] = [await get('?limit=2'), await get('?limit=100')];
    const second = await get(`?limit=2&cursor=${first.body.next_cursor}`);
    const back = await get(`?limit=2&cursor=${second.body.previous_cursor}`);
    expect([first, second].flatMap(({ body }) => body.results)).toEqual(whole.body.results.slice(0, 4));
    expect(back.body.results).toEqual(first.body.results);
  });

  test('the scope `watchlist` says which saved symbols have no row, and why', async () => {
    await changeWatchlist(ground.accounts, accounts.get('pro')!.id, () => [bursting, quiet, 'NOPE']);
    const watched = await until('the watchlist', async () => {
      const { body } = await get('?scope=watchlist');
      return body.access.watchlist_count === 3 && body;
    });
    expect(watched.results.map(({ ticker }) => ticker)).toEqual([bursting]);
    expect(watched.watchlist_coverage).toEqual({ no_recent_news: [quiet], not_in_snapshot: ['NOPE'] });
    expect((await get('?scope=watchlist&tickers=ACME')).body.results).toEqual([]);
    expect((await get('')).body.watchlist_coverage).toBeNull();
  });
});

describe('400', () => {
  test.each([
    ['?limit=101', 'limit'],
    ['?ticker=A&tickers=B', 'ticker'],
    ['?tickers=A,%24%24', 'tickers'],
  ])('%s names %s', async (query, name) => {
    const { status, body } = await get<Problem>(query);
    expect([status, body.code, Object.keys(body.extra['fields'] as object)]).toEqual([400, 'invalid_parameter', [name]]);
  });

  test('an offset together with a cursor, and a cursor of another list', async () => {
    const { body } = await get('?limit=1');
    expect((await get<Problem>(`?limit=1&offset=1&cursor=${body.next_cursor}`)).status).toBe(400);
    expect((await get(`?limit=1&offset=0&cursor=${body.next_cursor}`)).body.offset).toBe(1);
    expect((await get<Problem>('?cursor=abc')).body.code).toBe('invalid_cursor');
    const feed = await call<{ next_cursor: string }>(`${api.url}/api/news/?sort=ingested`, { key: accounts.get('pro')!.key });
    expect((await get<Problem>(`?cursor=${feed.body.next_cursor}`)).body.code).toBe('cursor_mode_mismatch');
  });
});

describe('409', () => {
  const gone = async (query: string, plan = 'pro'): Promise<unknown[]> => {
    const { status, body } = await get<Problem>(query, plan);
    return [status, body.code, body.extra['reason']];
  };

  test('with other filters or another limit', async () => {
    const { next_cursor } = (await get('?limit=1')).body;
    expect(await gone(`?limit=2&cursor=${next_cursor}`)).toEqual([409, 'snapshot_gone', 'other_filters']);
    expect(await gone(`?limit=1&market=us_equity&cursor=${next_cursor}`)).toEqual([409, 'snapshot_gone', 'other_filters']);
    expect((await get(`?limit=1&cursor=${next_cursor}`)).status).toBe(200);
  });

  test('for a plan that may not see the snapshot yet', async () => {
    const { next_cursor } = (await get('?limit=1')).body;
    expect(await gone(`?limit=1&cursor=${next_cursor}`, 'free')).toEqual([409, 'snapshot_gone', 'plan_delay']);
  });

  test('once the snapshot is older than three hours', async () => {
    const { next_cursor, as_of } = (await get('?limit=1')).body;
    const before = nowMs;
    nowMs = Date.parse(as_of) + 3 * hourMs;
    expect((await get(`?limit=1&cursor=${next_cursor}`)).status).toBe(200);
    nowMs += 1_001;
    expect(await gone(`?limit=1&cursor=${next_cursor}`)).toEqual([409, 'snapshot_gone', 'expired']);
    nowMs = before;
  });
});

describe('503', () => {
  const reasonAt = async (atMs: number, plan = 'pro'): Promise<unknown[]> => {
    const before = nowMs;
    nowMs = atMs;
    const { status, body, headers } = await get<Problem>('', plan);
    nowMs = before;
    return [status, body.code, body.extra?.['reason'], body.detail.endsWith(` Try again in ${headers.get('retry-after')} s.`)];
  };

  test('when the producer has stopped: an older snapshot is served only for a while, a newer one never', async () => {
    expect(await reasonAt(endMs + 30 * minuteMs)).toEqual([503, 'radar_unavailable', 'producer_stopped', true]);
    expect(await reasonAt(endMs - 2 * hourMs, 'pro')).toEqual([503, 'radar_unavailable', 'producer_stopped', true]);
    expect(await reasonAt(endMs - 2 * hourMs, 'free')).toEqual([503, 'radar_unavailable', 'no_snapshot_of_that_age', true]);
  });

  test('with the rest of the delay as Retry-After: the same request is answered after it, and not before', async () => {
    const before = nowMs;
    nowMs = endMs - 2 * hourMs;
    const waitSeconds = Number((await get<Problem>('', 'free')).headers.get('retry-after'));
    expect(waitSeconds).toBeGreaterThan(hourMs / 1_000);
    const statuses: number[] = [];
    for (const seconds of [waitSeconds - 60, waitSeconds]) {
      nowMs = endMs - 2 * hourMs + seconds * 1_000;
      statuses.push((await get('', 'free')).status);
    }
    expect(statuses).toEqual([503, 200]);
    nowMs = before;
  });

  test('on a delayed plan without a snapshot of its moment, while a plan without delay has one', async () => {
    const before = nowMs;
    nowMs = endMs - 15 * minuteMs + 5_000;
    const { body: seen, text } = await get('?limit=1');
    expect(Date.parse(seen.as_of)).toBe(endMs - 15 * minuteMs);
    const asOf = new Date(nowMs).toISOString();
    const asked = [
      '',
      '?limit=1',
      `?ticker=${bursting}`,
      '?offset=1',
      '?window=4h',
      '?scope=watchlist',
      `?as_of=${asOf}`,
      `?limit=1&cursor=${seen.next_cursor}`,
    ];
    for (const query of asked) {
      const answer = await get<Problem>(query, 'basic');
      expect([answer.status, answer.body.extra['reason']], query).toEqual(query.includes('cursor') ? [409, 'plan_delay'] : [503, 'producer_stopped']);
      expect(answer.text, query).not.toContain(seen.snapshot_id);
      if (answer.status === 503) expect(answer.headers.get('retry-after'), query).toBe('895');
    }
    expect(text).toContain(seen.snapshot_id);
    nowMs += 895_000;
    expect((await get('', 'basic')).body.snapshot_id).toBe(
      (await get(`?as_of=${new Date(endMs - 15 * minuteMs + 5_000).toISOString()}`)).body.snapshot_id,
    );
    nowMs = before;
  });

  test('with the reason of a minute without a snapshot; before that the reason is in `freshness`', async () => {
    for (let minute = 2; minute <= 6; minute += 1)
      await storeGap(ground.store, { window: '24h', asOfMs: endMs + minute * minuteMs, reason: 'feed_behind' });
    const before = nowMs;
    nowMs = endMs + 2 * minuteMs + 5_000;
    expect((await get()).body.freshness.unavailable_reason).toBe('feed_behind');
    nowMs = before;
    expect(await reasonAt(endMs + 6 * minuteMs + 5_000)).toEqual([503, 'radar_unavailable', 'feed_behind', true]);
  });
});
