/** The feed of a ticker includes the company's other tickers, over renames and takeovers: in past pages, the tail and delta polls. */
import { describe, expect, test } from 'vitest';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { call } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { holding, symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';
import type { List } from './list-ground.ts';

const dayMs = 86_400_000;
const nowMs = Date.now();
const agoAt = (days: number): string => new Date(nowMs - days * dayMs).toISOString();
const dateAgo = (days: number): string => agoAt(days).slice(0, 10);

const [barnes, barrick] = ['0000009984', '0000756894'];
/** B belonged to Barnes Group until ten days ago, which is now BGI. B now belongs to Barrick, formerly GOLD. */
const takenOver = dateAgo(10);
const symbols: readonly SymbolEntry[] = [
  symbolEntry('B', {
    name: 'Barrick Mining',
    cik: barrick,
    holdings: [
      holding(barnes, { name: 'Barnes Group', to: takenOver, renamed_to: 'BGI' }),
      holding(barrick, { from: takenOver, cik_from: takenOver }),
    ],
  }),
  symbolEntry('GOLD', { cik: barrick, status: 'delisted', delisted_at: takenOver, renamed_to: 'B' }),
  symbolEntry('BGI', { cik: barnes, holdings: [holding(barnes, { from: takenOver, cik_from: takenOver })] }),
  symbolEntry('GOOG', { cik: '0001652044' }),
  symbolEntry('GOOGL', { cik: '0001652044' }),
  symbolEntry('OLD', { cik: '0000000001' }),
];
const rows = [
  ['barnes as B', 'B', 20],
  ['barrick as GOLD', 'GOLD', 15],
  ['barrick as B', 'B', 5],
  ['barnes as BGI', 'BGI', 4],
  ['class C', 'GOOG', 3],
  ['class A', 'GOOGL', 2],
  ['old', 'OLD', 1],
] as const;

const ground = await sharedGround();
await ground.putSymbols(symbols);
await ground.append(
  rows.map(([identity, ticker, days]) => rowRecord(identity, { tickers: [ticker], publishedAt: agoAt(days), refinedAt: agoAt(days) })),
);
const { api, key } = await keyedApi('pro', ground);

const ask = async (query: string): Promise<List> => {
  const { status, body } = await call<List>(`${api.url}/api/news/?page_size=20&${query}`, { key });
  expect(status).toBe(200);
  return body;
};
const titles = ({ results }: List): string[] => results.map(({ original }) => original.title.replace('Title of ', '')).sort();

const expected = {
  B: ['barrick as B', 'barrick as GOLD'],
  GOLD: ['barrick as B', 'barrick as GOLD'],
  BGI: ['barnes as B', 'barnes as BGI'],
  GOOG: ['class A', 'class C'],
} as const;

describe.each(Object.entries(expected))('symbol=%s', (symbol, articles) => {
  test('has the articles of its company under every ticker, and none of another company that had one of the tickers', async () => {
    for (const mode of ['published', 'ingested']) expect(titles(await ask(`symbol=${symbol}&sort=${mode}`))).toEqual(articles);
  });

  test('has the same articles from the tables', async () => {
    const { body } = await call<List>(`${api.url}/api/news/?symbol=${symbol}&page_size=1`, { key });
    const next = await ask(`symbol=${symbol}&cursor=${body.next_cursor}`.replace('page_size=20&', ''));
    expect([...titles(body), ...titles(next)].sort()).toEqual(articles);
    expect(titles(await ask(`symbol=${symbol}&from_date=${dateAgo(25)}`))).toEqual(articles);
  });
});

test('as of a day a symbol means the company that had it then, or none', async () => {
  expect(titles(await ask(`symbol=B&as_of=${dateAgo(12)}`))).toEqual(['barnes as B']);
  expect(titles(await ask(`symbol=GOLD&as_of=${dateAgo(12)}`))).toEqual(['barrick as GOLD']);
  expect(titles(await ask(`symbol=BGI&as_of=${dateAgo(12)}`))).toEqual([]);
});

test('related articles are about the company that had the ticker when the article appeared', async () => {
  const related = async (identity: string) => {
    const { body } = await call<List>(`${api.url}/api/news/${rowRecord(identity).uid}/related/`, { key });
    return body.results.map(({ original }) => original.title.replace('Title of ', ''))[0];
  };
  expect(await related('barrick as B')).not.toBe('barnes as B');
  expect(await related('barnes as B')).toBe('barnes as BGI');
});

test('after a rename a poller continues with its cursor, and gets every later row of either ticker once', async () => {
  const first = await ask('symbol=OLD&sort=ingested');
  expect(titles(first)).toEqual(['old']);
  await ground.append([rowRecord('before the rename', { tickers: ['OLD'], publishedAt: agoAt(0) })]);
  await until('the row', async () => titles(await ask(`symbol=OLD&sort=ingested&cursor=${first.next_cursor}`)).length === 1);
  await ground.putSymbols([
    symbolEntry('OLD', { cik: '0000000001', status: 'delisted', delisted_at: dateAgo(0), renamed_to: 'NEW' }),
    symbolEntry('NEW', { cik: '0000000001', holdings: [holding('0000000001', { from: dateAgo(0), cik_from: dateAgo(0) })] }),
  ]);
  await until('the rename', async () => (await call<{ renamed_to: string }>(`${api.url}/api/symbols/OLD/`, { key })).body.renamed_to === 'NEW');
  await ground.append([rowRecord('after the rename', { tickers: ['NEW'], publishedAt: agoAt(0) })]);
  let cursor = first.next_cursor;
  const seen: string[] = [];
  await until('both rows', async () => {
    const page = await ask(`symbol=OLD&sort=ingested&cursor=${cursor}`);
    seen.push(...titles(page));
    cursor = page.next_cursor;
    return seen.length >= 2;
  });
  expect(seen.toSorted()).toEqual(['after the rename', 'before the rename']);
  expect(titles(await ask(`symbol=OLD&sort=ingested&cursor=${cursor}`))).toEqual([]);
  expect(titles(await ask('symbol=NEW'))).toEqual(['after the rename', 'before the rename', 'old']);
});
