import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { EarningsList } from '#api/symbols/earnings-list.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { Article } from '#schemas/item.ts';
import type { ReportDate, ReportTime } from '#schemas/report-date.ts';
import { buckets } from '#schemas/subjects.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';
import { laterRecord } from '#test/support/records.ts';
import { earningsAnalysis, earningsRow } from '#test/support/trades.ts';
import { tradesGround } from './trades-ground.ts';

type Earnings = z.infer<typeof EarningsList>;

const now = Date.now();
const dayMs = 86_400_000;
const dayFrom = (days: number): string => new Date(now + days * dayMs).toISOString().slice(0, 10);
const at = (quarter: number): string => new Date(now - quarter * 90 * dayMs).toISOString();
const reads = Array.from({ length: 24 }, (_, quarter) => {
  const ticker = quarter % 2 === 0 ? 'ACME' : 'ACME-B';
  const row = earningsRow(`8-K ${quarter}`, earningsAnalysis({ ticker, fiscal_period: `Q${1 + (quarter % 4)} ${2026 - Math.floor(quarter / 4)}` }), {
    publishedAt: at(quarter),
    refinedAt: new Date(now).toISOString(),
  });
  return quarter === 0 ? row : { ...row, is_history: true as const };
});
const { earnings: _, ...unread } = earningsRow('8-K without a read', earningsAnalysis({ ticker: 'QUIET' }));
/** A read as earlier releases stored it, before its texts were required. */
const older = laterRecord({
  ...earningsRow('8-K of an older release', earningsAnalysis({ ticker: '' }), { tickers: ['FIRST'], publishedAt: at(1), refinedAt: at(1) }),
  earnings: {
    ...earningsAnalysis({ ticker: '' }),
    segments: [{ name: 'Cloud', revenue: null, yoy_change: null, qoq_change: null, driver: null, evidence: { start: 1, end: 2 } }],
    guidance: {
      period: null,
      revenue: '1',
      gross_margin: null,
      operating_expenses: null,
      tax_rate: null,
      eps: null,
      other: [],
      state: 'none',
      evidence: [],
    },
    quotes: [{ speaker: null, role: null, text: 'We did well.' }],
  },
}) as FeedRow;
const ground = await tradesGround([...reads, older, { ...unread, earnings_refusal: 'no_statement' }], () => now);

const get = (ticker: string) => ground.get<Earnings>(`/api/symbols/${ticker}/earnings/`);

test('at most twenty reads, newest first, of every share class, each with its own ticker', async () => {
  const { status, body } = await get('acme');
  expect(status).toBe(200);
  expect(body.reports.map(({ uid }) => uid)).toEqual(reads.slice(0, 20).map(({ uid }) => uid));
  expect(body.reports.slice(0, 2).map(({ ticker }) => ticker)).toEqual(['ACME', 'ACME-B']);
  expect(body.reports[0]!.analysis).toEqual(reads[0]!.earnings);
  expect(body.next_report_date).toBeNull();
});

test('texts that an older release stored as null are "", also in the single fetch', async () => {
  for (const read of [
    (await get('FIRST')).body.reports[0]!.analysis,
    (await ground.get<z.infer<typeof Article>>(`/api/news/${older.uid}/`)).body.earnings!,
  ]) {
    expect(read).toMatchObject({ ticker: '', segments: [{ revenue: '', driver: '' }], guidance: { period: '' }, quotes: [{ speaker: '' }] });
  }
  expect((await get('FIRST')).body.reports[0]!.ticker).toBe('FIRST');
});

test('a release with unverified numbers has no read', async () => {
  expect((await get('QUIET')).body).toMatchObject({ reports: [], next_report_date: null });
});

test('the single fetch has the read, also of a backfilled row, which is on no delta page', async () => {
  for (const row of [reads[0]!, reads[5]!]) {
    const { status, body } = await ground.get<z.infer<typeof Article>>(`/api/news/${row.uid}/`);
    expect(status).toBe(200);
    expect(body.earnings).toEqual(row.earnings);
  }
  expect((await ground.get<z.infer<typeof Article>>(`/api/news/${unread.uid}/`)).body.earnings).toBeNull();
  const { body } = await ground.get<{ results: { original: { uid: string } }[] }>('/api/news/?sort=ingested&symbol=ACME&page_size=20');
  expect(body.results.map(({ original }) => original.uid)).toEqual([reads[0]!.uid]);
});

test('the next date is a confirmed future date of any of the share classes', async () => {
  const bucket = await openBucket(ground.ground.bus, buckets.reportDates);
  const put = (ticker: string, report_date: string) =>
    bucket.put(ticker, JSON.stringify({ ticker, report_date, source: 'test', confirmed_at: new Date(now).toISOString() } satisfies ReportDate));
  await put('QUIET', dayFrom(-3));
  await put('ACME-B', dayFrom(40));
  await until('the date', async () => (await get('ACME')).body.next_report_date === dayFrom(40));
  expect((await get('QUIET')).body.next_report_date).toBeNull();
  const times = await openBucket(ground.ground.bus, buckets.reportTimes);
  const cik = '0000000077';
  await ground.ground.putSymbols([symbolEntry('STATED', { cik }), symbolEntry('FUND', { cik, asset_type: 'ETF' })]);
  await put('STATED', dayFrom(30));
  await put('FUND', dayFrom(30));
  const stated = {
    date: dayFrom(31),
    session: 'before_open',
    text: 'It will report.',
    source_uid: '00'.repeat(8),
    source_url: 'https://www.sec.gov/x',
  } as const;
  await times.put(cik, JSON.stringify({ ...stated, cik, stated_at: new Date(now).toISOString() } satisfies ReportTime));
  // The company's own date replaces that of the source.
  await until('the statement', async () => (await get('STATED')).body.next_report_date === dayFrom(31));
  expect((await get('STATED')).body.next_report_time).toEqual({ ...stated, confirmed: true });
  expect((await ground.get('/api/symbols/STATED/')).body).toMatchObject({
    next_report_date: dayFrom(31),
    next_report_time: { session: 'before_open' },
  });
  expect((await get('FUND')).body).toMatchObject({ next_report_date: dayFrom(30), next_report_time: null });
  // The days are those of New York, where yesterday by UTC may be today.
  await times.put(cik, JSON.stringify({ ...stated, date: dayFrom(-2), cik, stated_at: new Date(now).toISOString() } satisfies ReportTime));
  await until('its end', async () => (await get('STATED')).body.next_report_date === dayFrom(30));
  expect((await get('STATED')).body.next_report_time).toBeNull();
  await bucket.delete('ACME-B');
  await until('its end', async () => (await get('ACME')).body.next_report_date === null);
});
