import { expect, test } from 'vitest';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { lastEarningsFilings, storedFilings } from '#clickhouse/stored-filings.ts';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import { form4EventIdentity } from '#schemas/identity.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { numbered, sharedStore } from './fresh-store.ts';

const clickhouse = await sharedClickHouse();
const store = await sharedStore(clickhouse.url);

const accession = (serial: number): string => `0000000003-26-${String(serial).padStart(6, '0')}`;

test('a filing is held as what the log says of it, whatever the form of its identity', async () => {
  const records: FeedRecord[] = [
    rowRecord(form4EventIdentity(accession(1), 'S', 'indirect')),
    dropRecord(accession(2), { reason: 'no_open_market_trade', kind: 'form4', source_type: 'sec_form4' }),
    rowRecord(accession(3)),
    dropRecord(accession(4), { reason: 'not_earnings', kind: 'filing', source_type: 'sec_form6k' }),
  ];
  await insertRecords(store, numbered(records));
  const asked = [1, 2, 3, 4, 5].map(accession);
  expect([...(await storedFilings(store, 'sec_form4', asked))].toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    [accession(1), { as: 'served' }],
    [accession(2), { as: 'dropped', reason: 'no_open_market_trade' }],
    [accession(3), { as: 'served' }],
    [accession(4), { as: 'dropped', reason: 'not_earnings' }],
  ]);
  expect([...(await storedFilings(store, 'sec_form8k', asked)).keys()].toSorted()).toEqual([2, 3, 4].map(accession));
  expect(await storedFilings(store, 'sec_form6k', [])).toEqual(new Map());
});

test('a day of filings is asked for in requests that servers take', async () => {
  const day = Array.from({ length: 2_000 }, (_, index) => accession(index + 1));
  expect((await storedFilings(store, 'sec_form4', day)).size).toBe(4);
});

test('a ticker last reported with its newest 8-K of item 2.02 or 6-K', async () => {
  const filing = (identity: string, ticker: string, day: string, items: readonly string[] | null, tickers = [ticker]): FeedRow => {
    const publishedAt = `2026-${day}T21:00:00.000Z`;
    const row = rowRecord(identity, { tickers, publishedAt });
    const block = { accession_number: accession(9), filed_at: publishedAt, event_date: null, exhibit_url: null };
    const source_type = items === null ? ('sec_form6k' as const) : ('sec_form8k' as const);
    const original = { ...row.item.original, source_type };
    return {
      ...row,
      kind: 'filing',
      item: { ...row.item, original, filing: items === null ? null : { ...block, items: [...items], primary_item: items[0]! } },
    };
  };
  const records = [
    filing('a1', 'AAA', '01-05', ['2.02', '9.01']),
    filing('a2', 'AAA', '02-05', ['5.02', '2.02']),
    filing('a3', 'AAA', '03-05', ['5.02']),
    filing('b1', 'BBB', '01-07', null),
    { ...filing('b2', 'BBB', '03-07', ['2.02', '1.01'], ['ABC', 'BBB']), filers: ['ABC'] },
    filing('c1', 'CCC', '01-08', ['8.01']),
  ];
  await insertRecords(
    store,
    records.map((record, index) => ({ seq: index + 11, record })),
  );
  expect([...(await lastEarningsFilings(store, ['AAA', 'ABC', 'BBB', 'CCC', 'DDD']))]).toEqual([
    ['AAA', Date.parse('2026-02-05T21:00:00.000Z')],
    ['ABC', Date.parse('2026-03-07T21:00:00.000Z')],
    ['BBB', Date.parse('2026-01-07T21:00:00.000Z')],
  ]);
});
