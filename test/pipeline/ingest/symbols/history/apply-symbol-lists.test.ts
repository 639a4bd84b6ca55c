import { describe, expect, test } from 'vitest';
import { applySymbolLists, type HistoryStep } from '#pipeline/ingest/symbols/history/apply-symbol-lists.ts';
import { bareRow, rowOf, type ListedSymbol, type SymbolList } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { holdingsOf, type SymbolEntry } from '#schemas/symbol.ts';
import { listedEntry } from '../entry.ts';

/** Returns a directory to which lists are applied, one call a day. */
function directory(...entries: SymbolEntry[]) {
  const state = { entries: new Map(entries.map((entry) => [entry.symbol, entry])), dates: new Map<string, string>() };
  return {
    ...state,
    at: (symbol: string): SymbolEntry | undefined => state.entries.get(symbol),
    apply: (...listings: SymbolList[]): HistoryStep => {
      const step = applySymbolLists(state, listings);
      for (const entry of step.writes) state.entries.set(entry.symbol, entry);
      for (const { source, date } of step.accepted) state.dates.set(source, date);
      return step;
    },
  };
}

const sec = (date: string, listed: Readonly<Record<string, number | readonly [cik: number, name: string]>>): SymbolList => ({
  source: 'sec',
  date,
  rows: Object.entries(listed).map(([ticker, of]) => {
    const [cik, name] = typeof of === 'number' ? [of, `Company ${of} Inc`] : of;
    return rowOf(listedEntry(ticker, { cik: String(cik).padStart(10, '0'), name }));
  }),
});
const exchange = (source: string, date: string, listed: Readonly<Record<string, string>>): SymbolList => ({
  source,
  date,
  rows: Object.entries(listed).map(([ticker, security]): ListedSymbol => ({
    ...bareRow(ticker, security),
    security,
    exchange: 'Nasdaq',
    currency: 'USD',
  })),
});
/** Further companies, so that a list that loses one does not count as cut. */
const many = { ZZA: 91, ZZB: 92, ZZC: 93, ZZD: 94 };
const day = (number: number): string => `2025-03-${String(number).padStart(2, '0')}`;
/** Returns a directory with the first list of the SEC, and those of others. */
function firstListed(companies: Parameters<typeof sec>[1], ...others: SymbolList[]): ReturnType<typeof directory> {
  const known = directory();
  known.apply(sec(day(1), { ...many, ...companies }), ...others);
  return known;
}

describe('a list', () => {
  test('is written once: what is the same is not written again, and an entry of a release before stays as it is', () => {
    const known = directory(listedEntry('AAA'), listedEntry('BTC-USD', { asset_type: 'Crypto', cik: null }));
    expect(known.apply({ source: 'sec', date: day(1), rows: [rowOf(listedEntry('AAA'))] })).toMatchObject({ writes: [], delisted: [] });
  });

  test('keeps what other sources added to an entry', () => {
    const before = listedEntry('AAA', { sector: 'Energy', country: 'Canada', brand_aliases: ['Triple A'] });
    const known = directory(before);
    known.apply({ source: 'sec', date: day(1), rows: [rowOf(listedEntry('AAA', { name: 'AAA Corp', exchange: null }))] });
    expect(known.at('AAA')).toEqual({ ...before, name: 'AAA Corp' });
  });

  test.each([
    ['is empty', {}],
    ['lost more than half of its symbols', { ZZA: 91 }],
    ['lists half as many', { ZZA: 91, ZZB: 92 }],
  ])('that %s is refused, and nothing is delisted', (_, companies) => {
    const known = firstListed({});
    const step = known.apply(sec(day(2), companies));
    expect(step).toMatchObject({ writes: [], refused: [{ source: 'sec', outcome: 'implausible' }] });
  });

  test('of one source that lost a symbol delists it only when no other that was heard of lately has it', () => {
    const left = { ZZA: 'Z - Common Stock', ZZB: 'Zed - Common Stock' };
    const known = firstListed({ AAA: 1 }, exchange('nasdaqlisted', day(1), { AAA: 'AAA Inc. - Common Stock', ...left }));
    expect(known.apply(exchange('nasdaqlisted', day(2), left)).delisted).toEqual([]);
    expect(known.at('AAA')).toMatchObject({ status: 'active' });
    expect(known.apply(sec(day(3), many)).delisted).toEqual(['AAA']);
    expect(known.at('AAA')).toMatchObject({ status: 'delisted', delisted_at: day(3) });
  });

  test('of a source that has been away for weeks keeps nothing', () => {
    const known = firstListed({ AAA: 1 }, exchange('nasdaqlisted', day(1), { AAA: 'AAA Inc.' }));
    expect(known.apply(sec(day(28), many)).delisted).toEqual(['AAA']);
  });

  test('of the SEC names the company of a symbol that an exchange listed first', () => {
    const known = directory();
    known.apply(exchange('nasdaqlisted', day(1), { AAA: 'Triple A, Inc. - Common Stock' }));
    expect(known.at('AAA')).toMatchObject({ cik: null, exchange: 'Nasdaq' });
    known.apply(sec(day(2), { ...many, AAA: [1, 'TRIPLE A INC'] }));
    expect(known.at('AAA')).toMatchObject({ cik: '0000000001', name: 'TRIPLE A INC', exchange: 'Nasdaq' });
  });
});

describe('a rename', () => {
  test('is found by the CIK, on the day', () => {
    const known = firstListed({ OLD: 1 });
    const step = known.apply(sec(day(2), { ...many, NEW: 1 }));
    expect(step).toMatchObject({ listed: ['NEW'], delisted: ['OLD'], renames: [{ from: 'OLD', to: 'NEW', cik: '0000000001', date: day(2) }] });
    expect(known.at('OLD')).toMatchObject({ status: 'delisted', delisted_at: day(2), renamed_to: 'NEW' });
  });

  test('is found where both were listed for a while', () => {
    const known = firstListed({ OLD: 1 });
    expect(known.apply(sec(day(2), { ...many, OLD: 1, NEW: 1 })).renames).toEqual([]);
    known.apply(sec(day(9), { ...many, OLD: 1, NEW: 1 }));
    expect(known.apply(sec(day(10), { ...many, NEW: 1 })).renames).toMatchObject([{ from: 'OLD', to: 'NEW' }]);
  });

  test.each([
    [['OLD', 'OLDW'], ['NEW', 'NEWWW'], { OLD: 'NEW', OLDW: 'NEWWW' }],
    [['QRTEA', 'QRTEB', 'QRTEP'], ['QVCGA', 'QVCGB', 'QVCGP'], { QRTEA: 'QVCGA', QRTEB: 'QVCGB', QRTEP: 'QVCGP' }],
    [['NYCB', 'NYCB-PA', 'NYCB-PU'], ['FLG', 'FLG-PA', 'FLG-PU'], { NYCB: 'FLG', 'NYCB-PA': 'FLG-PA', 'NYCB-PU': 'FLG-PU' }],
    [['SLAM', 'SLAMU', 'SLAMW'], ['SLAMF', 'SLMUF', 'SLMWF'], { SLAM: 'SLAMF', SLAMU: 'SLMUF', SLAMW: 'SLMWF' }],
  ])('of several classes at once keeps each to its kind: %s', (before, after, expected) => {
    const known = directory();
    const of = (tickers: readonly string[]) => Object.fromEntries(tickers.map((ticker) => [ticker, 1]));
    known.apply(sec(day(1), { ...many, ...of(before) }));
    const { renames } = known.apply(sec(day(2), { ...many, ...of(after) }));
    expect(Object.fromEntries(renames.map(({ from, to }) => [from, to]))).toEqual(expected);
  });

  test.each([
    ['a preferred share in place of the common ones', { OLD: 1 }, { 'AAA-PB': 1, AAA: 2 }],
    ['another series of preferred shares', { AAA: 1, 'AAA-PB': 1 }, { AAA: 1, 'AAA-PF': 1 }],
    ['two that went and one that came', { 'LGF-A': 1, 'LGF-B': 1 }, { STRZ: 1 }],
    ['a note of an issuer whose shares stay', { JPM: 1, AMJ: 1 }, { JPM: 1, VYLD: 1 }],
    ['another company', { OLD: 1 }, { NEW: 2 }],
  ])('is not invented: %s', (_, before, after) => {
    const known = firstListed({ ...before });
    expect(known.apply(sec(day(2), { ...many, ...after })).renames).toEqual([]);
  });

  test('without CIKs is concluded from the full name of the security, where it is the only one', () => {
    const known = directory();
    const stay = { STAY: 'Stay Corp. - Common Stock' };
    known.apply(
      exchange('nasdaqlisted', day(1), { ...stay, OLD: 'Old Co. - Common Stock', OLDW: 'Old Co. - Warrant', TWA: 'Twin Inc.', TWB: 'Twin Inc.' }),
    );
    const step = known.apply(
      exchange('nasdaqlisted', day(2), { ...stay, NEW: 'Old Co. - Common Stock', NEWW: 'Old Co. - Warrant', TWC: 'Twin Inc.' }),
    );
    expect(step.renames).toEqual([
      { from: 'OLD', to: 'NEW', cik: null, date: day(2) },
      { from: 'OLDW', to: 'NEWW', cik: null, date: day(2) },
    ]);
  });

  test('there and back again ends where it began, and each holding is separate', () => {
    const known = firstListed({ AAA: 1 });
    known.apply(sec(day(2), { ...many, BBB: 1 }));
    expect(known.apply(sec(day(3), { ...many, AAA: 1 })).renames).toMatchObject([{ from: 'BBB', to: 'AAA' }]);
    expect(holdingsOf(known.at('AAA')!)).toMatchObject([
      { from: null, to: day(2), renamed_to: 'BBB' },
      { from: day(3), to: null },
    ]);
  });
});

describe('a ticker', () => {
  test('that returns is listed again as if it had not been gone', () => {
    const known = firstListed({ AAA: 1 });
    const before = known.at('AAA');
    known.apply(sec(day(2), many));
    expect(known.apply(sec(day(3), { ...many, AAA: 1 })).listed).toEqual(['AAA']);
    expect(known.at('AAA')).toEqual(before);
  });

  test('that another company takes over belongs to each in its time, and the former one is found under its new ticker', () => {
    const known = firstListed({ B: [1, 'Barnes Group'], GOLD: [2, 'Barrick Gold'] });
    const step = known.apply(sec(day(2), { ...many, B: [2, 'Barrick Mining'], BGI: [1, 'Barnes Group'] }));
    expect(step.reused).toEqual([{ ticker: 'B', former: '0000000001', now: '0000000002', date: day(2) }]);
    expect(step.renames).toMatchObject([
      { from: 'B', to: 'BGI', cik: '0000000001' },
      { from: 'GOLD', to: 'B', cik: '0000000002' },
    ]);
    expect(known.at('B')).toMatchObject({ status: 'active', cik: '0000000002', renamed_to: '' });
    expect(holdingsOf(known.at('B')!)).toMatchObject([
      { cik: '0000000001', to: day(2), renamed_to: 'BGI' },
      { cik: '0000000002', from: day(2), to: null },
    ]);
  });

  test('that was gone and is taken over later keeps nothing of the former company', () => {
    const known = directory(listedEntry('AAA', { sector: 'Energy', cik: '0000000001', name: 'Alpha Energy' }));
    known.apply(sec(day(1), { ...many, AAA: [1, 'Alpha Energy'] }));
    known.apply(sec(day(2), many));
    expect(known.apply(sec(day(9), { ...many, AAA: [2, 'Beta Labs'] })).reused).toMatchObject([{ ticker: 'AAA', date: day(9) }]);
    expect(known.at('AAA')).toMatchObject({ name: 'Beta Labs', sector: null, status: 'active', delisted_at: null });
  });

  test('of a company that only registered anew stays its own', () => {
    const known = firstListed({ BLK: [1, 'BlackRock Inc.'] });
    expect(known.apply(sec(day(2), { ...many, BLK: [2, 'BlackRock, Inc.'] })).reused).toEqual([]);
    expect(known.at('BLK')).toMatchObject({ cik: '0000000002', status: 'active' });
  });
});
