import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { RadarPage } from '#api/radar/snapshot.ts';
import { minutesAfter } from '#clickhouse/radar.ts';
import type { Company } from '#pipeline/radar/companies.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { RowContext } from '#schemas/radar.ts';
import { call, type TestAccount } from '#test/support/api.ts';
import { dayMs, radarRows, testListings } from '#test/support/radar.ts';
import { producerOn, wholeMinute } from '#test/support/radar-ground.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { earningsAnalysis, earningsRow, insiderTrade, ownerOf, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';

type Page = z.infer<typeof RadarPage>;

const minuteMs = 60_000;
const endMs = wholeMinute(Date.now());
const delays = { pro: 0, basic: 15, free: 60 } as const;
const plans = ['pro', 'basic', 'free'] as const;
/** The CIK of ACME and BOLT. DORN has none, and CRUX's company has no filings. */
const shared = '0000320193';
const companies = new Map<string, Company>(
  Array.from(testListings, ([ticker, company]): [string, Company] => [
    ticker,
    ticker === 'ACME' || ticker === 'BOLT' ? { ...company, cik: shared } : ticker === 'DORN' ? { ...company, cik: null } : company,
  ]),
);

const isoAt = (minutesAgo: number): string => new Date(endMs - minutesAgo * minuteMs).toISOString();
const dateBefore = (days: number): string => new Date(endMs - days * dayMs).toISOString().slice(0, 10);

function filing(name: string, form: '8k' | '6k', minutesAgo: number): FeedRow {
  const times = { publishedAt: isoAt(minutesAgo), refinedAt: isoAt(minutesAgo) };
  const row = earningsRow(name, earningsAnalysis({ ticker: 'ACME' }), { tickers: ['ACME'], ...times });
  return { ...row, item: { ...row.item, original: { ...row.item.original, source_type: form === '8k' ? 'sec_form8k' : 'sec_form6k' } } };
}
/** A filing on a deal, which also names the ticker of the other company. */
function deal(name: string, minutesAgo: number): FeedRow {
  const row = filing(name, '8k', minutesAgo);
  const enrichment = { ...row.item.enrichment, tickers: ['ACME', 'CRUX'] };
  return { ...row, item: { ...row.item, enrichment }, filers: ['ACME'] };
}
function purchase(nth: number, minutesAgo: number): FeedRow {
  const at = isoAt(minutesAgo);
  const owner = ownerOf({ cik: `000100000${nth}`, name: `Buyer ${nth}`, is_officer: nth === 1, is_director: nth === 2 });
  return tradeRow(
    insiderTrade({
      issuer_cik: shared,
      transaction_code: 'P',
      accession_number: `0001234567-26-00001${nth}`,
      accepted_at: at,
      filed_at: at,
      last_date: dateBefore(3 + nth),
      tranches: [{ transaction_date: dateBefore(3 + nth), shares: '100', price_usd: `${10 + nth}` }],
      owners: [owner],
    }),
  );
}

let nowMs = endMs + 5_000;
const accounts = new Map<string, TestAccount>();
const ground = await sharedGround();
await ground.append([
  ...radarRows(endMs),
  filing('too-old', '8k', 8 * 24 * 60),
  ...['one', 'two'].map((name, at) => filing(name, '8k', 500 - at * 100)),
  filing('half-an-hour', '6k', 30),
  deal('five-minutes', 5),
  purchase(1, 2 * 24 * 60),
  purchase(2, 24 * 60),
  purchase(3, 10),
]);
const producer = producerOn(ground, () => nowMs, { companies });
for (const minutes of [60, 15, 0]) await producer.make(endMs - minutes * minuteMs, new AbortController().signal);
for (const plan of plans) accounts.set(plan, await ground.account(plan, { perMinute: 100_000, perDay: 1_000_000 }));
const api = await sharedApi(ground, {}, () => nowMs);
await until('the keys', async () => (await call(`${api.url}/api/news/`, { key: accounts.get('pro')!.key })).status === 200);

const get = async (plan: string, query = ''): Promise<Page> =>
  (await call<Page>(`${api.url}/api/signals/snapshot/${query}`, { key: accounts.get(plan)!.key })).body;
const contextIn = ({ results }: Page, ticker: string): RowContext => results.find((row) => row.ticker === ticker)!.event_context!;

test('the context of a plan has the filings before its delay, like its news', async () => {
  const expected = {
    pro: { forms: ['8-K', '6-K', '8-K'], count: 4, clusters: 1 },
    basic: { forms: ['6-K', '8-K', '8-K'], count: 3, clusters: 0 },
    free: { forms: ['8-K', '8-K'], count: 2, clusters: 0 },
  };
  for (const plan of plans) {
    const page = await get(plan);
    const cutoff = new Date(endMs - delays[plan] * minuteMs).toISOString();
    expect(page.as_of).toBe(cutoff);
    expect(page.event_context).toMatchObject({
      status: 'available',
      sec_cutoff: cutoff,
      insider_cutoff: cutoff,
      age_seconds: 0,
      max_age_seconds: 300,
    });
    const context = contextIn(page, 'BOLT');
    expect(context).toMatchObject({ sec_cutoff: cutoff, insider_cutoff: cutoff, available: true });
    const { forms, count, clusters } = expected[plan];
    expect(context.filings.map(({ form }) => form)).toEqual(forms);
    expect([context.filings_count, context.insider_clusters_count]).toEqual([count, clusters]);
    for (const { filed_at } of context.filings) expect(filed_at <= cutoff).toBe(true);
    expect(context.filings.map(({ filed_at }) => filed_at)).toEqual(
      context.filings
        .map(({ filed_at }) => filed_at)
        .toSorted()
        .toReversed(),
    );
  }
});

test('a cluster of insiders has its buyers, officers and directors, dates and links, but no sum', async () => {
  const [cluster] = contextIn(await get('pro'), 'BOLT').insider_clusters;
  expect(cluster).toMatchObject({
    known_at: isoAt(10),
    buyers_count: 3,
    officer_director_count: 2,
    trade_dates: [dateBefore(6), dateBefore(5), dateBefore(4)],
    filings_count: 3,
    evidence_truncated: false,
  });
  expect(cluster!.sec_urls).toHaveLength(3);
  expect(JSON.stringify(cluster)).not.toMatch(/usd|value/i);
});

test('instruments of one company share a context; a company without filings has zeros, an unknown company has none', async () => {
  const page = await get('pro');
  expect(contextIn(page, 'ACME')).toEqual(contextIn(page, 'BOLT'));
  expect(contextIn(page, 'CRUX')).toMatchObject({
    status: 'available',
    filings_count: 0,
    insider_clusters_count: 0,
    filings: [],
    insider_clusters: [],
  });
  expect(contextIn(page, 'DORN')).toMatchObject({ status: 'unidentified', reason: 'no_cik', filings_count: null, insider_clusters_count: null });
  expect(contextIn(page, 'ETH-USD')).toMatchObject({ status: 'unsupported', reason: 'no_sec_issuer', filings_count: null });
  expect(contextIn(page, 'WA')).toMatchObject({ status: 'unidentified', reason: 'ticker_not_in_directory', filings_count: null });
});

test('a cursor keeps its context while filings arrive', async () => {
  const whole = await get('pro', '?sort=stories&order=asc&limit=100');
  const first = await get('pro', '?sort=stories&order=asc&limit=3');
  await ground.append([filing('between-pages', '8k', -0.5)]);
  await producer.make(endMs + minuteMs, new AbortController().signal);
  nowMs = endMs + minuteMs + 5_000;
  const seen = [...first.results];
  for (let cursor = first.next_cursor; cursor !== null;) {
    const page = await get('pro', `?sort=stories&order=asc&limit=3&cursor=${cursor}`);
    expect(page.event_context).toEqual({ ...first.event_context, age_seconds: 60 });
    seen.push(...page.results);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(whole.results);
  expect(contextIn(await get('pro'), 'BOLT').filings_count).toBe(5);
});

test('its age is that at the time of the answer, and a page with another age has another ETag', async () => {
  const key = accounts.get('pro')!.key;
  const ask = () => call<Page>(`${api.url}/api/signals/snapshot/`, { key });
  const before = await ask();
  const startMs = nowMs;
  const ages: (number | null)[] = [];
  for (const seconds of [0, 30, 90]) {
    nowMs = startMs + seconds * 1_000;
    ages.push((await ask()).body.event_context.age_seconds);
  }
  expect(ages).toEqual([0, 30, 90]);
  const after = await ask();
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(after.body.snapshot_id).toBe(before.body.snapshot_id);
  expect(after.body.access.watchlist_count).toBeNull();
});

test('the served id begins with the id under which the snapshot is stored', async () => {
  const { snapshot_id: id, window, as_of } = await get('pro');
  const stored = await minutesAfter(ground.store, endMs - minuteMs);
  const minute = stored.find((one) => one.window === window && one.asOfMs === Date.parse(as_of));
  expect(id).toMatch(/^[a-f0-9]{64}$/);
  expect(id.slice(0, 16)).toBe(minute!.snapshotId);
});
