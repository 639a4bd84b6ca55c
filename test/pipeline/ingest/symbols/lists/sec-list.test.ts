import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cryptocurrencies } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { documentsDir } from '#test/support/data.ts';
import { listedEntry } from '../entry.ts';

const read = (list: unknown) => readTickerList(Buffer.from(typeof list === 'string' ? list : JSON.stringify(list)));
const byField = (...data: unknown[]) => ({ fields: ['cik', 'name', 'ticker', 'exchange'], data });

describe('ticker list', () => {
  test('a row becomes an entry; its columns are found by name', () => {
    const [cik, name] = [1067983, 'BERKSHIRE HATHAWAY INC'];
    const entries = [listedEntry('BRK-B', { name, cik: '0001067983', rank: 0 })];
    expect(read(byField([cik, name, 'BRK.B', 'NYSE']))).toEqual({ ok: true, unreadable: 0, entries });
    const otherOrder = { fields: ['ticker', 'exchange', 'cik', 'name'], data: [['BRK/B', 'NYSE', cik, name]] };
    expect(read(otherOrder)).toEqual({ ok: true, unreadable: 0, entries });
  });

  test('the list without exchanges is read too, with CIKs as numbers or padded text', () => {
    const list = {
      '0': { cik_str: 789019, ticker: 'MSFT', title: 'MICROSOFT CORP' },
      '1': { cik_str: '0001045810', ticker: 'NVDA', title: 'NVIDIA CORP' },
    };
    expect(read(list)).toMatchObject({
      ok: true,
      entries: [
        { symbol: 'MSFT', cik: '0000789019', exchange: null },
        { symbol: 'NVDA', cik: '0001045810' },
      ],
    });
  });

  test('a byte order mark before it and line ends of Windows change nothing', () => {
    const text = JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data: [[1, 'Alpha', 'AAA', 'NYSE']] }, null, 2);
    const plain = readTickerList(Buffer.from(text));
    expect(plain).toMatchObject({ ok: true, entries: [{ symbol: 'AAA' }] });
    expect(readTickerList(Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`))).toEqual(plain);
  });

  test('the mark that tells namesakes apart is not a part of a name', () => {
    const names = ['BANK OF AMERICA CORP /DE/', 'US BANCORP \\DE\\', 'WELLS FARGO & COMPANY/MN', 'Apple Inc.'].map((name, index) => [
      index + 1,
      name,
      `T${index}`,
      'NYSE',
    ]);
    const list = read(byField(...names));
    expect(list.ok && list.entries.map(({ name }) => name)).toEqual(['BANK OF AMERICA CORP', 'US BANCORP', 'WELLS FARGO & COMPANY', 'Apple Inc.']);
  });

  test('funds are told by their names', () => {
    const list = read(
      byField(
        [1, 'SPDR S&P 500 ETF TRUST', 'SPY', 'NYSE'],
        [2, 'INVESCO QQQ TRUST, SERIES 1', 'QQQ', 'Nasdaq'],
        [3, 'NETFLIX INC', 'NFLX', 'Nasdaq'],
      ),
    );
    expect(list.ok && list.entries.map((entry) => entry.asset_type)).toEqual(['ETF', 'ETF', 'Stock']);
  });

  test('rows that cannot be read are counted and left out, and a ticker is listed once', () => {
    const broken = [[2, '', 'BBB', 'NYSE'], [0, 'C', 'CCC', 'NYSE'], [4, 'D', 'bad ticker!', 'NYSE'], ['x'], 7];
    const list = read(byField([1, 'A', 'AAA', null], [1, 'A again', 'AAA', 'NYSE'], ...broken));
    expect(list).toMatchObject({ ok: true, unreadable: 5, entries: [{ symbol: 'AAA', exchange: null, name: 'A' }] });
  });

  test.each([
    ['an HTML page', '<!DOCTYPE html><html></html>'],
    ['a file cut short', JSON.stringify(byField([1, 'A', 'AAA', 'NYSE'])).slice(0, -5)],
    ['an empty list', byField()],
    ['columns of other names', { fields: ['a'], data: [[1]] }],
  ])('%s is not a list', (_, list) => {
    expect(read(list)).toMatchObject({ ok: false });
  });

  test('about thirty leading coins have their -USD symbols', () => {
    expect(cryptocurrencies.length).toBeGreaterThanOrEqual(30);
    expect(new Set(cryptocurrencies.map(({ symbol }) => symbol)).size).toBe(cryptocurrencies.length);
    for (const coin of cryptocurrencies)
      expect(SymbolEntry.parse(coin)).toMatchObject({ asset_type: 'Crypto', symbol: expect.stringMatching(/^[A-Z]+-USD$/) });
  });

  const folder = documentsDir('symbols');
  test.each(['company_tickers_exchange.2025-09.json.gz', 'company_tickers.2025-09.json.gz', 'company_tickers.2024-05.json.gz'])(
    'every row of %s becomes an entry',
    (file) => {
      const body = gunzipSync(readFileSync(`${folder}/${file}`));
      const raw = JSON.parse(body.toString()) as { readonly data: readonly string[][] } | Record<string, { readonly ticker: string }>;
      const tickers = Array.isArray(raw.data)
        ? (raw.data as string[][]).map((row) => row[2])
        : Object.values(raw as Record<string, { ticker: string }>).map(({ ticker }) => ticker);
      const list = readTickerList(body);
      expect(list).toMatchObject({ ok: true, unreadable: 0 });
      expect(list.ok && new Set(list.entries.map(({ symbol }) => symbol))).toEqual(new Set(tickers));
    },
  );
});
