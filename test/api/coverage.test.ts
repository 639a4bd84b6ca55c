import { expect, test } from 'vitest';
import { storeCoverage } from '#clickhouse/coverage.ts';
import { computeCoverage } from '#pipeline/coverage/coverage-part.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { CoverageReport } from '#schemas/coverage.ts';
import { plans } from '#schemas/plan.ts';
import { buckets } from '#schemas/subjects.ts';
import { call, type Answer } from '#test/support/api.ts';
import { rowRecord, withdrawalRecord } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import type { Problem } from './feed/list-ground.ts';

let nowMs = Date.now();
const ground = await sharedGround();
const { api, key } = await keyedApi('free', ground, {}, () => nowMs);

const get = <T = CoverageReport>(query = ''): Promise<Answer<T>> => call<T>(`${api.url}/api/coverage/${query}`, { key });

async function compute(): Promise<CoverageReport> {
  const open = (name: (typeof buckets)[keyof typeof buckets]) => openBucket(ground.bus, name);
  const report = await computeCoverage({
    store: ground.store,
    reportDates: await open(buckets.reportDates),
    reportTimes: await open(buckets.reportTimes),
    calendar: await open(buckets.calendar),
    reconciliations: await open(buckets.reconciliations),
    positions: await open(buckets.positions),
    publishers: [
      { id: 'test', pollSeconds: 300 },
      { id: 'silent', pollSeconds: 300 },
    ],
    plans,
    now: () => new Date(nowMs),
  });
  await storeCoverage(ground.store, report);
  return report;
}

test('before the first report the answer is 503 with the reason and Retry-After', async () => {
  const { status, body, headers } = await get<Problem>();
  expect([status, body.code, body.extra['reason']]).toEqual([503, 'coverage_unavailable', 'not_computed']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a schedule counts as ingested when it was read; an older record, when its newest date was confirmed or stated', async () => {
  const confirmed = { ticker: 'ACME', report_date: '2026-12-04', source: 'test', confirmed_at: '2026-11-20T05:31:00.000Z' };
  await (await openBucket(ground.bus, buckets.reportDates)).put('ACME', JSON.stringify(confirmed));
  const schedule = (await compute()).sources.find(({ source }) => source === 'earnings_schedule')!;
  expect(schedule).toMatchObject({ rows_total: 1, last_ingested_at: confirmed.confirmed_at });

  const statement = {
    cik: '0000000001', date: '2126-02-03', session: null, text: 'We report on February 3, 2126.', source_uid: rowRecord('8-K').uid, source_url: 'https://www.sec.gov/x', stated_at: '2026-11-21T21:05:00.000Z',
  }; // prettier-ignore
  const times = await openBucket(ground.bus, buckets.reportTimes);
  await times.put('0000000001', JSON.stringify(statement));
  await times.put('0000000002', JSON.stringify({ ...statement, cik: '0000000002', date: '2026-02-03' }));
  expect((await compute()).sources.find(({ source }) => source === 'earnings_schedule')).toMatchObject({
    rows_total: 2,
    last_row_at: '2126-02-03T00:00:00.000Z',
    last_ingested_at: statement.stated_at,
  });

  const earlier = Date.now();
  const positions = await openBucket(ground.bus, buckets.positions);
  await positions.put('earnings_dates', JSON.stringify({ ran_for: '2020-01-01T05:30:00.000Z' }));
  const { last_ingested_at } = (await compute()).sources.find(({ source }) => source === 'earnings_schedule')!;
  // The server of the bucket and this process may round times differently.
  expect(Date.parse(last_ingested_at!)).toBeGreaterThan(earlier - 1_000);
});

test('the newest report is served as it was computed over the tables', async () => {
  await compute();
  const rows = ['one', 'two', 'three'].map((name) => rowRecord(name, { publishedAt: new Date(nowMs - 60_000).toISOString() }));
  const gone = rowRecord('withdrawn', { publishedAt: new Date(nowMs - 60_000).toISOString() });
  await ground.append([...rows, gone, withdrawalRecord(gone)]);
  nowMs += 61_000;
  const emptySince = new Date(nowMs - 3_600_000).toISOString();
  const position = { url: 'https://silent.example/', etag: null, last_modified: null, seen: [], entries: 7, empty_since: emptySince };
  await (await openBucket(ground.bus, buckets.positions)).put('publishers.silent', JSON.stringify(position));
  const computed = await compute();
  nowMs += 61_000;
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual(computed);
  expect(body.sources.find(({ source }) => source === 'publisher_news')).toMatchObject({
    rows_total: rows.length,
    limits: expect.arrayContaining([`silent, since ${emptySince}: the feed is empty; it had 7 entries before`]) as string[],
    channels: [
      { channel: 'test', last_ingested_at: expect.any(String) },
      { channel: 'silent', last_ingested_at: null, stale: true },
    ],
  });
});

test('as_of selects the last report made by that moment', async () => {
  const first = await compute();
  nowMs += 86_400_000;
  const second = await compute();
  const asOf = (iso: string): Promise<Answer<CoverageReport>> => get(`?as_of=${encodeURIComponent(iso)}`);
  expect((await asOf(first.generated_at)).body).toEqual(JSON.parse(JSON.stringify(first)));
  expect((await asOf(second.generated_at)).body.generated_at).toBe(second.generated_at);
  const before = await asOf('2020-01-01');
  expect([before.status, before.text]).toEqual([400, expect.stringContaining('as_of is before the first coverage report')]);
  nowMs -= 86_400_000;
  expect((await asOf(second.generated_at)).status).toBe(400);
});
