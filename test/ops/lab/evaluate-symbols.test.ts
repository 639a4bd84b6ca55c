/** `npm run evaluate -- symbols` over folders of dated lists, compared with a plain reading of the same files. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { evaluateSymbols, listedDays, printSymbols } from '#ops/lab/evaluate/symbols.ts';
import { applySymbolLists } from '#pipeline/ingest/symbols/history/apply-symbol-lists.ts';
import type { SymbolList } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tickerwire-symbols-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Makes a folder with these files and returns its path. */
function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}
const companies = (listed: Readonly<Record<string, readonly [cik: number, name: string]>>): string =>
  JSON.stringify({
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: Object.entries(listed).map(([ticker, [cik, name]]) => [cik, name, ticker, 'NYSE']),
  });
const steady = { STAY: [90, 'Stay Inc'], ALSO: [91, 'Also Inc'], MORE: [92, 'More Inc'] } as const;

describe('a folder of dated lists', () => {
  test('is told day by day: counts, renames, tickers of other companies', () => {
    const folder = folderOf('sec', {
      'company_tickers_exchange.2025-01-02.json': companies({ ...steady, OLD: [1, 'Alpha Corp'], TOOK: [2, 'Beta Inc'] }),
      'company_tickers_exchange.2025-01-03.json': companies({ ...steady, NEW: [1, 'Alpha Corp'] }),
      'company_tickers.2025-02.json': JSON.stringify(
        Object.values({ STAY: 90, ALSO: 91, MORE: 92, NEW: 1 })
          .map((cik, at) => ({ cik_str: cik, ticker: ['STAY', 'ALSO', 'MORE', 'NEW'][at], title: 'x' }))
          .reduce((all, one, at) => ({ ...all, [at]: one }), {}),
      ),
      'company_tickers_exchange.2025-03-05.json': companies({ ...steady, NEW: [1, 'Alpha Corp'], TOOK: [3, 'Gamma Labs'] }),
      'notes.txt': 'nothing',
    });
    const report = evaluateSymbols(folder);
    expect(report.days).toEqual([
      { date: '2025-01-02', active: 5, listed: 5, delisted: 0, renamed: 0 },
      { date: '2025-01-03', active: 4, listed: 1, delisted: 2, renamed: 1 },
      { date: '2025-02', active: 4, listed: 0, delisted: 0, renamed: 0 },
      { date: '2025-03-05', active: 5, listed: 1, delisted: 0, renamed: 0 },
    ]);
    expect(report.renames).toEqual([{ from: 'OLD', to: 'NEW', cik: '0000000001', date: '2025-01-03' }]);
    expect(report.reused).toEqual([{ ticker: 'TOOK', former: '0000000002', now: '0000000003', date: '2025-03-05' }]);
    expect(printSymbols(report)).toMatch(/OLD +NEW +0000000001 +2025-01-03/);
  });

  test('with a list that is cut says so, and goes on from the day before', () => {
    const rows = (...symbols: string[]): string => JSON.stringify(symbols.map((symbol) => ({ symbol, name: `${symbol} Inc. Common Stock` })));
    const folder = folderOf('cut', {
      'nasdaq_full_tickers.2025-01-02.json': rows('AAA', 'BBB', 'CCC', 'DDD'),
      'nasdaq_full_tickers.2025-01-03.json': rows('AAA'),
      'nasdaq_full_tickers.2025-01-04.json': rows('AAA', 'BBB', 'CCC'),
    });
    const { days, refused } = evaluateSymbols(folder);
    expect(days.map(({ active, delisted }) => [active, delisted])).toEqual([
      [4, 0],
      [4, 0],
      [3, 1],
    ]);
    expect(refused).toMatchObject([{ date: '2025-01-03', file: 'nasdaq_full' }]);
  });

  test('with a name that bears no day of the calendar says so, and reads the others', () => {
    const folder = folderOf('no-such-day', {
      'company_tickers_exchange.2025-02-30.json': companies(steady),
      'company_tickers_exchange.2025-13.json': companies(steady),
      'company_tickers_exchange.2025-03-05.json': companies(steady),
    });
    const { days, refused } = evaluateSymbols(folder);
    expect(days).toEqual([{ date: '2025-03-05', active: 3, listed: 3, delisted: 0, renamed: 0 }]);
    expect(refused.map(({ file }) => file).sort()).toEqual(['company_tickers_exchange.2025-02-30.json', 'company_tickers_exchange.2025-13.json']);
  });

  test('of nothing is an error', () => expect(() => evaluateSymbols(folderOf('empty', {}))).toThrow(/no dated list/));

  test('of the made-up world finds what became of its companies', () => {
    const report = evaluateSymbols(documentsDir('symbols'));
    expect(report.renames.length).toBeGreaterThan(10);
    expect(report.refused).toEqual([]);
  });
});

const real = dataDir('symbols');
describe.skipIf(real === null)('the recorded lists', () => {
  const copyOf = (name: string, keep: RegExp): string => {
    const folder = join(scratch, name);
    mkdirSync(folder);
    for (const file of readdirSync(real!)) if (keep.test(file)) cpSync(join(real!, file), join(folder, file));
    return folder;
  };
  const json = (file: string): unknown =>
    JSON.parse((file.endsWith('.gz') ? gunzipSync(readFileSync(join(real!, file))) : readFileSync(join(real!, file))).toString());

  test('of the exchanges give the recorded difference: what is gone, new, and renamed by an unchanged name', () => {
    const diff = json('diff_2025-03-15_2025-09-05.json') as { gone: number; new: number; renames_same_name: { old: string; new: string }[] };
    const report = evaluateSymbols(copyOf('exchanges', /_full_tickers/));
    expect(report.days.at(-1)).toMatchObject({ date: '2025-09-05', listed: diff.new, delisted: diff.gone, renamed: diff.renames_same_name.length });
    const spelled = (ticker: string): string => ticker.replace('/', '-').replace('^', '-P');
    expect(report.renames.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(
      diff.renames_same_name.map((one) => `${spelled(one.old)} ${spelled(one.new)}`).sort(),
    );
    expect(report.renames.every(({ cik }) => cik === null)).toBe(true);
  });

  test('of the SEC give the renames that a plain reading by CIK finds, but for other securities of one issuer', () => {
    type Rows = Record<string, { cik_str: string | number; ticker: string }>;
    const list = (file: string) =>
      new Map(Object.values(json(file) as Rows).map(({ cik_str, ticker }) => [ticker, String(cik_str).padStart(10, '0')]));
    const [before, after] = [list('company_tickers.2024-05.json.gz'), list('company_tickers.2025-09.json.gz')];
    const report = evaluateSymbols(copyOf('filers', /^company_tickers/));
    const gone = Map.groupBy(
      [...before].filter(([ticker, cik]) => after.get(ticker) !== cik),
      ([, cik]) => cik,
    );
    const came = Map.groupBy(
      [...after].filter(([ticker, cik]) => before.get(ticker) !== cik),
      ([, cik]) => cik,
    );
    const single = [...gone].flatMap(([cik, own]) => (own.length === 1 && came.get(cik)?.length === 1 ? own.map(([ticker]) => ticker) : []));
    const found = new Set(report.renames.map(({ from }) => from));
    // Each rename is real: the filer gave up the one ticker and took the other.
    for (const { from, to, cik } of report.renames) expect([before.get(from), after.get(to)]).toEqual([cik, cik]);
    const left = single.filter((ticker) => !found.has(ticker));
    expect(single.length).toBe(273);
    expect(left.sort()).toEqual(['AMJ', 'AQNU', 'CFG-PD', 'GECCM', 'GS-PK', 'MBINO', 'MBNKP', 'RF-PB', 'SCE-PH', 'TRINL', 'VISTA']);
    const changed = [...before].filter(([ticker, cik]) => after.has(ticker) && after.get(ticker) !== cik).map(([ticker]) => ticker);
    const sameName = new Set(['AIRO', 'BLK', 'LSBK', 'MPU', 'TTGT']);
    expect(report.reused.map(({ ticker }) => ticker).sort()).toEqual(changed.filter((ticker) => !sameName.has(ticker)).sort());
  });

  test('give the same history with a kill in the middle of every day, and refuse the days before it', () => {
    type State = { readonly entries: Map<string, SymbolEntry>; readonly dates: Map<string, string>; readonly begun: Map<string, string> };
    const empty = (): State => ({ entries: new Map(), dates: new Map(), begun: new Map() });
    const take = (state: State, writes: readonly SymbolEntry[], share: number): void => {
      for (const entry of writes.slice(0, Math.ceil(writes.length * share))) state.entries.set(entry.symbol, entry);
    };
    const [plain, killed] = [empty(), empty()];
    const past: SymbolList[] = [];
    for (const [day, { lists }] of [...listedDays(real!)].entries()) {
      for (const { source, date } of lists) killed.begun.set(source, date);
      // Every fourth day is killed before the first write, and every fourth after the last.
      take(killed, applySymbolLists(killed, lists).writes, (day % 4) / 3);
      for (const state of [plain, killed]) {
        const step = applySymbolLists(state, lists);
        take(state, step.writes, 1);
        for (const { source, date } of step.accepted) state.dates.set(source, date);
      }
      const older = past.filter(({ source, date }) => date < (killed.dates.get(source) ?? ''));
      expect(applySymbolLists(killed, older)).toMatchObject({ writes: [], accepted: [] });
      past.push(...lists);
    }
    expect(killed.entries).toEqual(plain.entries);
  });

  test('of all sources together refuse nothing and keep what the SEC knows', () => {
    const { refused, renames, days } = evaluateSymbols(real!);
    expect([refused, days.length]).toEqual([[], 5]);
    for (const to of ['XYZ', 'ONC', 'GTM']) expect(renames.some((rename) => rename.to === to && rename.cik !== null)).toBe(true);
  });
});
