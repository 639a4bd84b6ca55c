import { expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call, type Answer } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { insiderTrade, revisionRecord, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import type { List } from './list-ground.ts';

const startMs = Date.now();
const hourMs = 3_600_000;
const ago = (hours: number): string => new Date(startMs - hours * hourMs).toISOString();
type Changes = Parameters<typeof rowRecord>[1];
const row = (name: string, hours: number, changes: Changes = {}): FeedRow =>
  rowRecord(name, { publishedAt: ago(hours), refinedAt: ago(0), tickers: [], ...changes });
let trades = 0;
const form4 = (ticker: string, hours: number): FeedRow => {
  trades += 1;
  return tradeRow(
    insiderTrade({ ticker, accession_number: `0001234567-26-${String(trades).padStart(6, '0')}`, accepted_at: ago(hours), filed_at: ago(0) }),
  );
};

// ACME and ACME-B belong to one issuer. One of the fresh stories also has a write-up.
const base = row('base', 2, { tickers: ['ACME'], category: 'earnings' });
const reprint = row('reprint of base', 1, { tickers: ['ACME'], category: 'earnings', storyId: base.uid });
const fresh = [
  row('fresh 1', 3, { tickers: ['ACME', 'NVDA'] }),
  row('class b', 5, { tickers: ['ACME-B'] }),
  row('later', 1.5, { tickers: ['ACME'] }),
];
const writeUp = row('fresh 1, written up', 2.5, { tickers: ['ACME'], storyId: fresh[0]!.uid });
const tie = [row('tie a', 8, { tickers: ['ACME'] }), row('tie b', 8, { tickers: ['ACME'] })].sort((a, b) => (a.uid < b.uid ? -1 : 1));
const stale = row('stale', 2 + 7 * 24 + 1, { tickers: ['ACME'] });
const low = row('low', 4, { tickers: ['ACME'], relevance: 3 });
const sameCategory = Array.from({ length: 8 }, (_, at) => row(`earnings ${at}`, 10 + at, { tickers: ['OTHER'], category: 'earnings' }));
const lone = row('lone', 20, { category: 'ipo' });
const oldBase = row('of last year', 400 * 24, { tickers: ['AGED'], category: 'crypto' });
const aged = [row('aged within', 100 * 24, { tickers: ['AGED'] }), row('aged now', 6, { tickers: ['AGED'] })];
const [ownTrade, otherTrade, loneTrade] = [form4('ACME', 3), form4('ACME', 4), form4('ELSE', 5)];
const records = [oldBase, ...aged, stale, ...sameCategory, lone, ...tie, low, ...fresh, writeUp, base, reprint, ownTrade, otherTrade, loneTrade];

const related = <T = List>(to: FeedRow, as = key): Promise<Answer<T>> => call<T>(`${api.url}/api/news/${to.uid}/related/`, { key: as });

const ground = await sharedGround();
await ground.putSymbols([symbolEntry('ACME', { cik: '0000320193' }), symbolEntry('ACME-B', { cik: '0000320193' })]);
await ground.append(records);
const { api, key } = await keyedApi('free', ground, {}, () => startMs);
const titles = (answer: Answer<List>): string[] => answer.body.results.map(({ original }) => original.title.replace('Title of ', ''));

test('at most six: other stories of its tickers and share classes first, newest first, ties by uid; then its category', async () => {
  const answer = await related(base);
  const names = (rows: readonly FeedRow[]): string[] => rows.map(({ identity }) => identity);
  expect(titles(answer)).toEqual(['later', 'fresh 1', 'class b', ...names(tie), 'earnings 0']);
  expect(answer.body.results[0]).toEqual(fresh[2]!.item);
  expect([answer.body.next_cursor, answer.body.symbol_note]).toEqual([null, null]);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
});

test('a reprint of the article is not related: a story is not related to itself', async () => {
  expect(titles(await related(reprint))).toEqual(titles(await related(base)));
  for (const title of ['fresh 1', 'fresh 1, written up']) expect(titles(await related(writeUp))).not.toContain(title);
});

test('without a ticker only its category, without a match in either none', async () => {
  expect(titles(await related(sameCategory[7]!))).toEqual(['earnings 0', 'earnings 1', 'earnings 2', 'earnings 3', 'earnings 4', 'earnings 5']);
  expect((await related(lone)).body).toEqual({ results: [], next_cursor: null, symbol_note: null, archive_ends_at: null });
});

test('Form 4 rows appear only for a Form 4 row', async () => {
  expect((await related(ownTrade)).body.results.map(({ original }) => original.uid)).toContain(otherTrade.uid);
  expect((await related(loneTrade)).body.results.map(({ original }) => original.uid)).toEqual([ownTrade.uid, otherTrade.uid]);
  for (const to of [base, ...fresh, ...sameCategory]) expect((await related(to)).body.results.every(({ insider }) => insider === null)).toBe(true);
});

test('rows past the archive of the plan are not listed, whatever the age of the article', async () => {
  expect(titles(await related(oldBase))).toEqual(['aged now']);
  const pro = (await ground.account('pro')).key;
  await until('the account', async () => (await related(oldBase, pro)).status === 200);
  expect(titles(await related(oldBase, pro))).toEqual(['aged now', 'aged within']);
});

test('a corrected row is listed as corrected at once', async () => {
  expect((await related(ownTrade)).body.results.find(({ original }) => original.uid === otherTrade.uid)!.insider!.shares).toBe('100');
  await ground.append([revisionRecord(otherTrade, { ...otherTrade.trade!, form: '4/A', shares: '77' })]);
  await until('the correction', async () => {
    const found = (await related(ownTrade)).body.results.find(({ original }) => original.uid === otherTrade.uid);
    return found?.insider?.shares === '77';
  });
});
