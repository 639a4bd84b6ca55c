import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { InsiderTrades } from '#api/symbols/insider-trades.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import { until } from '#test/support/until.ts';
import { insiderTrade, ownerOf, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';
import { tradesGround } from './trades-ground.ts';
import { walkPages } from '../walk-pages.ts';

type Trades = z.infer<typeof InsiderTrades>;
interface Feed {
  readonly results: readonly { readonly original: { readonly uid: string } }[];
  readonly next_cursor: string;
}

const now = Date.parse('2026-11-21T15:00:00.000Z');
const tickers = ['ACME', 'ACME-B', 'OLD', 'OTHER'] as const;
const codes = ['P', 'S', 'D'] as const;

/** Trade `at` is some days older than the one before it, by one of four owners; the oldest are from the backfill. */
const trades = Array.from({ length: 60 }, (_, at): InsiderTrade => {
  const date = Temporal.PlainDate.from('2026-11-20')
    .subtract({ days: Math.floor((at * at) / 3) })
    .toString();
  const cents = 100_003 * (at + 1);
  return insiderTrade({
    accession_number: `0001234567-26-${String(at).padStart(6, '0')}`,
    ticker: tickers[at % 4]!,
    transaction_code: codes[at % 3]!,
    ownership_form: at % 5 === 0 ? 'indirect' : 'direct',
    owners: [ownerOf({ cik: `000100000${at % 4}`, name: `Owner ${at % 4}` })],
    last_date: date,
    is_10b5_1: [true, false, null][at % 3]!,
    total_value_usd: at % 7 === 0 ? null : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
    ...(at === 14 && { value_basis: 'implausible' as const }),
    tranches: [
      { transaction_date: date, shares: '60', price_usd: '10.5' },
      { transaction_date: date, shares: '40', price_usd: null },
    ],
  });
});
const isPast = (at: number): boolean => at > 40;
const records = trades.map((trade, at): FeedRecord => (isPast(at) ? tradeRecord(trade) : tradeRow(trade)));
const ground = await tradesGround(records, () => now);
const path = '/api/symbols/acme/insider-trades/';

const own = trades.map((trade, at) => ({ trade, at })).filter(({ trade }) => trade.ticker !== 'OTHER');
const uidAt = (at: number): string => (records[at] as { uid: string }).uid;
const cents = (decimal: string | null): bigint => BigInt((decimal ?? '0.00').replace('.', ''));

describe('200', () => {
  test('the first page has the chart of all share classes and former tickers, as documented', async () => {
    const { status, body } = await ground.get<Trades>(path);
    expect(status).toBe(200);
    expect(body.ticker).toBe('ACME');
    expect(body.coverage_start).toBe(own.map(({ trade }) => trade.last_date).sort()[0]);
    const ofYear = own.filter(({ trade }) => trade.last_date >= '2025-11-21');
    expect(body.chart_events!.map(({ accession_number }) => accession_number).sort()).toEqual(
      ofYear.map(({ trade }) => trade.accession_number).sort(),
    );
    for (const [window, from] of [
      ['last_3m', '2026-08-21'],
      ['last_12m', '2025-11-21'],
      ['all_time', '0000-01-01'],
    ] as const) {
      const inside = own.filter(({ trade }) => trade.last_date >= from).map(({ trade }) => trade);
      const bought = inside.filter(({ transaction_code }) => transaction_code === 'P').reduce((so, trade) => so + cents(trade.total_value_usd), 0n);
      const { buy_value_usd, buy_count, sell_count } = body.summary![window];
      expect([cents(buy_value_usd), buy_count + sell_count], window).toEqual([bought, inside.length]);
    }
    expect(body.series!.reduce((so, { buy_count, sell_count }) => so + buy_count + sell_count, 0)).toBe(own.length);
    expect(body.series_weekly!.reduce((so, { sell_value_usd }) => so + cents(sell_value_usd), 0n)).toBe(cents(body.summary!.last_12m.sell_value_usd));
    expect(body.summary!.top_insiders.reduce((so, { event_count }) => so + event_count, 0)).toBe(ofYear.length);
    expect(body.events).toHaveLength(20);
  });

  test('an event has the insider, the trade, each fill, and its article if there is one', async () => {
    const { body } = await ground.get<Trades>(`${path}?page_size=200`);
    const found = body.events.find(({ accession_number }) => accession_number === trades[5]!.accession_number)!;
    expect(found).toMatchObject({
      side: 'sell',
      transaction_code: 'D',
      ownership_form: 'I',
      is_10b5_1: false,
      is_10b5_1_basis: 'none',
      insider_name: 'Owner 1',
      tranche_count: 2,
      tranches: trades[5]!.tranches,
      stake_change_pct: '-10',
      news_uid: uidAt(5),
      news_title: 'Owner 1 trades ACME-B',
      has_article: true,
    });
    const basisOf = (at: number) => body.events.find(({ accession_number }) => accession_number === trades[at]!.accession_number)!.value_basis;
    expect([5, 14, 21].map(basisOf)).toEqual(['stated', 'implausible', 'unpriced']);
    const [past] = body.events.filter(({ has_article }) => !has_article);
    expect(past).toMatchObject({ news_uid: null, news_title: null, news_published: null });
    expect(body.events.filter(({ has_article }) => !has_article)).toHaveLength(own.filter(({ at }) => isPast(at)).length);
    for (const { news_uid } of body.events.slice(0, 3)) expect((await ground.get(`/api/news/${news_uid}/`)).status).toBe(200);
  });

  test.each([7, 200])('pages of %i have each event once, newest first; later pages have no aggregates', async (size) => {
    for (const [side, wanted] of [
      ['all', own],
      ['buy', own.filter(({ trade }) => trade.transaction_code === 'P')],
      ['sell', own.filter(({ trade }) => trade.transaction_code !== 'P')],
    ] as const) {
      const pages = await walkPages((cursor) => ground.get<Trades>(`${path}?side=${side}&page_size=${size}${cursor}`));
      for (const [index, { status, body }] of pages.entries()) {
        const aggregates = [body.summary, body.series, body.series_weekly, body.chart_events];
        expect([status, aggregates.every((value) => (value === null) === index > 0)]).toEqual([200, true]);
        expect(body.events.length).toBeLessThanOrEqual(size);
      }
      const events = pages.flatMap(({ body }) => body.events);
      const dates = events.map(({ transaction_date }) => transaction_date);
      expect(events.map(({ accession_number }) => accession_number).toSorted()).toEqual(wanted.map(({ trade }) => trade.accession_number).sort());
      expect(dates).toEqual(dates.toSorted().reverse());
    }
  });

  test('a backfilled trade is in no feed, has no article, and does not delay a poller', async () => {
    const pastUids = new Set(records.flatMap((record) => (record.type === 'trade' ? [record.uid] : [])));
    expect(pastUids.size).toBeGreaterThan(10);
    for (const feed of ['/api/news/?', '/api/news/insider/?', '/api/news/?sort=ingested&', '/api/news/insider/?sort=ingested&']) {
      const { body } = await ground.get<Feed>(`${feed}min_relevance=1&page_size=20`);
      expect(body.results.length, feed).toBeGreaterThan(0);
      expect(
        body.results.filter(({ original }) => pastUids.has(original.uid)),
        feed,
      ).toEqual([]);
    }
    for (const uid of [...pastUids].slice(0, 3)) {
      expect((await ground.get(`/api/news/${uid}/`)).status).toBe(404);
      expect((await ground.get(`/api/news/${uid}/related/`)).status).toBe(404);
    }
    const { body: head } = await ground.get<Feed>('/api/news/insider/?sort=ingested&min_relevance=1');
    const late = insiderTrade({ accession_number: '0008888888-10-000001', ticker: 'LATE', last_date: '2010-02-03' });
    const row = tradeRow(insiderTrade({ accession_number: '0008888888-26-000002', ticker: 'LATE' }), { publishedAt: '2026-11-20T12:00:00.000Z' });
    await ground.ground.append([tradeRecord(late), row]);
    const next = await until('the row', async () => {
      const { body } = await ground.get<Feed>(`/api/news/insider/?sort=ingested&min_relevance=1&cursor=${head.next_cursor}`);
      return body.results.length > 0 && body;
    });
    expect(next.results.map(({ original }) => original.uid)).toEqual([row.uid]);
    const empty = await ground.get<Feed>(`/api/news/insider/?sort=ingested&min_relevance=1&cursor=${next.next_cursor}`);
    expect(empty.body.results).toEqual([]);
  });

  test('a ticker without trades has empty buckets and null values', async () => {
    const { body } = await ground.get<Trades>('/api/symbols/QUIET/insider-trades');
    expect(body).toMatchObject({ coverage_start: null, events: [], chart_events: [], next_cursor: null });
    expect(body.summary!.all_time).toMatchObject({ buy_count: 0, buy_value_usd: null, pct_10b5_1: 0 });
    expect(body.series).toHaveLength(13);
    expect(body.series![0]).toMatchObject({ buy_count: 0, buy_priced_count: 0, buy_value_usd: '0', sell_value_usd: '0' });
    expect(body.series_weekly).toHaveLength(53);
  });

  test('a corrected trade is served as corrected at once, not from a cache', async () => {
    const before = (await ground.get<Trades>('/api/symbols/ACME/insider-trades/?page_size=200')).body.summary!.all_time;
    const row = records[1];
    if (row?.type !== 'row') throw new Error('a row was expected');
    const trade = { ...trades[1]!, form: '4/A' as const, accession_number: '0009999999-26-000001', total_value_usd: '1.00' };
    await ground.ground.append([revisionRecord(row, trade)]);
    const after = await until('the correction', async () => {
      const { body } = await ground.get<Trades>('/api/symbols/ACME/insider-trades/?page_size=200');
      return body.events.some(({ accession_number }) => accession_number === '0009999999-26-000001') && body;
    });
    expect(after.events.some(({ accession_number }) => accession_number === trades[1]!.accession_number)).toBe(false);
    expect(cents(after.summary!.all_time.sell_value_usd)).toBe(cents(before.sell_value_usd) - cents(trades[1]!.total_value_usd) + 100n);
    expect((await ground.get<{ insider: { total_value_usd: string } }>(`/api/news/${row.uid}/`)).body.insider.total_value_usd).toBe('1.00');
  });
});

test('the report of a trade by a co-owner is listed as such, and counts in no sum', async () => {
  // Each size is another page, so that none comes from the cache.
  let size = 200;
  const fresh = async (): Promise<Trades> => (await ground.get<Trades>(`${path}?page_size=${(size -= 1)}`)).body;
  const before = (await fresh()).summary!;
  const bought = { transaction_code: 'P', last_date: '2026-11-20', total_value_usd: '777.00' } as const;
  const row = tradeRow(insiderTrade({ ...bought, accession_number: '0007777777-26-000001' }));
  const joint = { ...bought, accession_number: '0007777777-26-000002', owners: [ownerOf({ cik: '0001999999' })], joint_with: row.uid };
  await ground.ground.append([row, tradeRecord(insiderTrade(joint))]);
  const body = await until('the report', async () => {
    const answer = await fresh();
    return answer.events.some(({ accession_number }) => accession_number === joint.accession_number) && answer;
  });
  const flags = (events: Trades['events']) =>
    Object.fromEntries(
      events
        .filter(({ accession_number }) => accession_number.startsWith('0007777777'))
        .map(({ accession_number, is_joint_duplicate, has_article }) => [accession_number.slice(-1), [is_joint_duplicate, has_article]]),
    );
  expect(flags(body.events)).toEqual({ '1': [false, true], '2': [true, false] });
  expect(flags(body.chart_events!)).toEqual(flags(body.events));
  for (const window of ['last_3m', 'last_12m', 'all_time'] as const) {
    expect(body.summary![window].buy_count).toBe(before[window].buy_count + 1);
    expect(cents(body.summary![window].buy_value_usd)).toBe(cents(before[window].buy_value_usd) + 77_700n);
  }
  expect(body.series!.reduce((so, { buy_count }) => so + buy_count, 0)).toBe(body.summary!.all_time.buy_count);
});

describe('400', () => {
  test('a cursor of another side or ticker', async () => {
    const { next_cursor } = (await ground.get<Trades>(`${path}?page_size=1`)).body;
    expect((await ground.get(`${path}?side=buy&cursor=${next_cursor}`)).status).toBe(400);
    expect((await ground.get(`/api/symbols/QUIET/insider-trades/?cursor=${next_cursor}`)).status).toBe(400);
  });
});
