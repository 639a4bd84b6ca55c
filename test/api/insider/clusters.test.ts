import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ClusterList } from '#api/insider/clusters.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import { call, type Answer } from '#test/support/api.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { insiderTrade, ownerOf, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';
import { holding, symbolEntry } from '#test/support/symbols.ts';
import { walkPages } from '../walk-pages.ts';

type Clusters = z.infer<typeof ClusterList>;

const now = Date.parse('2026-11-21T15:00:00.000Z');
let filings = 0;

/** Returns a purchase of issuer number `issuer` by its owner number `owner`. */
const purchase = (issuer: number, owner: number, date: string, changes: Partial<InsiderTrade> = {}): InsiderTrade => {
  filings += 1;
  return insiderTrade({
    issuer_cik: `00000000${10 + issuer}`,
    ticker: `T${issuer}`,
    issuer_name: `Issuer ${issuer}`,
    transaction_code: 'P',
    accession_number: `0001234567-26-${String(filings).padStart(6, '0')}`,
    owners: [ownerOf({ cik: `00000${10 + issuer}00${owner}`, name: `Owner ${owner}`, is_director: owner > 1, is_officer: owner === 1 })],
    last_date: date,
    tranches: [{ transaction_date: date, shares: `${100 + filings}`, price_usd: '10' }],
    accepted_at: `${date}T22:00:00.000Z`,
    ...changes,
  });
};

// T0 to T11 have a cluster of three buyers each, on one of six days. T0's first purchase is before the window.
const runs = Array.from({ length: 12 }, (_, issuer) =>
  [1, 2, 3].map((owner) => purchase(issuer, owner, owner === 1 && issuer === 0 ? '2026-10-15' : `2026-10-${25 + (issuer % 6)}`)),
);
// One cluster has two buyers and one under a plan, the other has three buyers of last spring.
const pair = [1, 2, 3].map((owner) => purchase(20, owner, '2026-11-02', owner === 3 ? { is_10b5_1: true } : {}));
const spring = [1, 2, 3].map((owner) => purchase(21, owner, '2026-04-02'));
const sales = [1, 2, 3].map((owner) => purchase(22, owner, '2026-11-02', { transaction_code: 'S' }));
const twoMonthsAgo = [1, 2, 3, 4].map((owner) => purchase(23, owner, '2026-09-15'));
// TB's company had the ticker TA before another company took it over; insiders of both bought.
const takenOver = '2026-06-01';
const bought = [30, 31].map((issuer) => [1, 2, 3].map((owner) => purchase(issuer, owner, '2026-09-20', { ticker: issuer === 30 ? 'TA' : 'TB' })));
const reused = [
  symbolEntry('TA', {
    cik: '0000000040',
    holdings: [holding('0000000041', { to: takenOver, renamed_to: 'TB' }), holding('0000000040', { from: takenOver, cik_from: takenOver })],
  }),
  symbolEntry('TB', { cik: '0000000041', holdings: [holding('0000000041', { from: takenOver, cik_from: takenOver })] }),
];

const ground = await sharedGround();
await ground.putSymbols([
  symbolEntry('T3', { cik: '0000000013' }),
  symbolEntry('T3-B', { cik: '0000000013' }),
  symbolEntry('T23', { cik: '0000000033' }),
  ...reused,
]);
await ground.append([...runs.flat(), ...pair, ...sales].map((trade) => tradeRow(trade)));
await ground.append([...spring, ...twoMonthsAgo, ...bought.flat()].map(tradeRecord));
const key = (await ground.account('pro', { perMinute: 100_000 })).key;
const freeKey = (await ground.account('free', { perMinute: 1_000, perDay: 1_000 })).key;
const api = await sharedApi(ground, {}, () => now);

const get = (query: string, as = key): Promise<Answer<Clusters>> => call<Clusters>(`${api.url}/api/news/insider/clusters/?${query}`, { key: as });
const tickers = (answer: Answer<Clusters>): string[] => answer.body.results.map(({ ticker }) => ticker);

describe('200', () => {
  test('runs of three or more buyers in thirty days, latest filing first, as documented', async () => {
    const answer = await get('page_size=50');
    expect(answer.status).toBe(200);
    expect(tickers(answer).toSorted()).toEqual(runs.map(([first]) => first!.ticker).sort());
    const known = answer.body.results.map(({ known_at }) => known_at);
    expect(known).toEqual(known.toSorted().reverse());
    const whole = answer.body.results.find(({ ticker }) => ticker === 'T0')!;
    expect(whole).toMatchObject({
      issuer_name: 'Issuer 0',
      cik: '0000000010',
      first_trade_date: '2026-10-15',
      last_trade_date: '2026-10-25',
      known_at: '2026-10-25T22:00:00.000Z',
      buyers_count: 3,
      officer_director_count: 3,
      total_value_usd: '3060.00',
      filings_count: 3,
      evidence_truncated: false,
    });
    expect((await call(`${api.url}/api/news/${whole.buyers[0]!.news_uid}/`, { key })).status).toBe(200);
  });

  test.each([2, 50])('pages of %i have each run once', async (size) => {
    const pages = await walkPages((cursor) => get(`page_size=${size}${cursor}`));
    expect(pages.flatMap(tickers)).toEqual(tickers(await get('page_size=50')));
  });

  test('fewer buyers on request; labelled buyers are listed on request and never counted', async () => {
    expect(tickers(await get('min_buyers=2&symbol=t20'))).toEqual(['T20']);
    const plain = (await get('min_buyers=2&symbol=T20')).body.results[0]!;
    expect(plain.buyers.map(({ label }) => label)).toEqual([null, null]);
    const labelled = (await get('min_buyers=2&symbol=T20&include_labelled=true')).body.results[0]!;
    expect(labelled.buyers.map(({ label }) => label)).toEqual([null, null, 'plan']);
    expect(labelled.buyers_count).toBe(2);
    expect(tickers(await get('min_buyers=4'))).toEqual([]);
  });

  test('a longer window with backfilled purchases, and other share classes of the issuer, but no sales', async () => {
    expect(tickers(await get('days=90&min_buyers=4'))).toEqual(['T23']);
    expect(tickers(await get('symbol=T3-B'))).toEqual(['T3']);
    expect(tickers(await get('symbol=T22&min_buyers=2'))).toEqual([]);
    expect(tickers(await get('symbol=NOSUCH'))).toEqual([]);
  });

  test('a corrected trade leaves a run to which it no longer belongs', async () => {
    const [first] = runs[5]!;
    const row = tradeRow(first!);
    expect(tickers(await get('symbol=T5'))).toEqual(['T5']);
    await ground.append([
      revisionRecord(row, {
        ...first!,
        form: '4/A',
        last_date: '2025-10-28',
        tranches: [{ ...first!.tranches[0]!, transaction_date: '2025-10-28' }],
      }),
    ]);
    await until('the correction', async () => tickers(await get('symbol=T5')).length === 0);
  });

  test('a trade whose purchase code was corrected is in no run', async () => {
    const [first] = runs[6]!;
    expect(tickers(await get('symbol=T6'))).toEqual(['T6']);
    await ground.append([revisionRecord(tradeRow(first!), { ...first!, form: '4/A', transaction_code: 'S', side: 'sell' })]);
    await until('the correction', async () => tickers(await get('symbol=T6')).length === 0);
  });
});

describe('a ticker that another company has taken over', () => {
  test.each([
    ['TA', ['TA']],
    ['TB,T23', ['T23', 'TB']],
  ])('%s: only the purchases of the requested companies', async (symbols, expected) => {
    expect(tickers(await get(`days=90&symbol=${symbols}`)).toSorted()).toEqual(expected);
  });
});

describe('403', () => {
  test('a window longer than the archive of the plan, but not one of the same length', async () => {
    const answer = await call<{ code: string; extra: object }>(`${api.url}/api/news/insider/clusters/?days=31`, { key: freeKey });
    const { code, extra } = answer.body;
    expect([answer.status, code]).toEqual([403, 'archive_horizon']);
    expect(extra).toMatchObject({ reason: 'archive_horizon', tier: 'free', archive_days: 30, upgrade: { tiers: ['basic', 'pro'] } });
    expect((await get('days=30', freeKey)).status).toBe(200);
    expect((await get('days=90')).status).toBe(200);
  });
});

describe('400', () => {
  test('a page larger than the plan allows, and a cursor of other filters', async () => {
    expect((await get('page_size=21', freeKey)).status).toBe(400);
    const { next_cursor } = (await get('page_size=1')).body;
    expect((await get(`days=31&page_size=1&cursor=${next_cursor}`)).status).toBe(400);
  });
});
