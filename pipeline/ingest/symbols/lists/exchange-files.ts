/** Parses Nasdaq Trader's `nasdaqlisted.txt` and `otherlisted.txt`, tables separated by pipes. Test issues are left out. */
import { SymbolEntry } from '#schemas/symbol.ts';
import { readEasternInstant } from '../../dates.ts';
import { bareRow, type ListedSymbol, type SymbolListResult } from './symbol-list.ts';
import { fundName } from './sec-list.ts';
import { companyOf, spellListed } from './security-name.ts';

/** Names of the values in column `Exchange` of otherlisted.txt (Nasdaq Trader, "Symbol Look-Up/Directory Data Fields & Definitions"). */
const exchangeNames: Readonly<Record<string, string>> = { A: 'NYSE American', N: 'NYSE', P: 'NYSE Arca', Z: 'CBOE', V: 'IEX' };

/** Matches month, day, year, hours and minutes (Eastern): `0721202517:31`. */
const trailer = /^File Creation Time:?\s*(\d{2})(\d{2})(\d{4})(\d{2}):?(\d{2})/i;
const symbolColumns = ['ACT Symbol', 'Symbol', 'NASDAQ Symbol', 'CQS Symbol'];

export function readExchangeFile(body: Buffer): SymbolListResult {
  const lines = body
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const made = trailer.exec(lines.at(-1) ?? '');
  const head = (lines[0] ?? '').split('|').map((cell) => cell.trim());
  if (!head.includes('Security Name') || !symbolColumns.some((column) => head.includes(column)))
    return { ok: false, detail: 'not a file of listed securities' };
  if (made === null) return { ok: false, detail: 'no "File Creation Time" at its end: cut short' };
  const rows = new Map<string, ListedSymbol>();
  let unreadable = 0;
  for (const line of lines.slice(1, -1)) {
    const cells = line.split('|').map((cell) => cell.trim());
    const cell = (column: string): string => cells[head.indexOf(column)] ?? '';
    if (cell('Test Issue') === 'Y') continue;
    const row = cells.length < head.length ? null : rowFrom(cell, head.includes('Exchange'));
    if (row === null) unreadable += 1;
    else if (!rows.has(row.symbol)) rows.set(row.symbol, row);
  }
  if (rows.size === 0) return { ok: false, detail: `no symbol among ${lines.length - 2} lines` };
  const [, month, day, year, hour, minute] = made;
  const madeAt = readEasternInstant(`${year}-${month}-${day}T${hour}:${minute}`);
  return { ok: true, rows: [...rows.values()], madeAt, unreadable };
}

function rowFrom(cell: (column: string) => string, isOther: boolean): ListedSymbol | null {
  const security = cell('Security Name').replace(/\s+/g, ' ');
  const exchange = isOther ? (exchangeNames[cell('Exchange')] ?? null) : 'Nasdaq';
  for (const column of symbolColumns) {
    const symbol = spellListed(cell(column));
    if (security === '' || !SymbolEntry.shape.symbol.safeParse(symbol).success) continue;
    // The flag is N for exchange-traded notes, whose CIK is that of their bank.
    const isFund = cell('ETF') === 'Y' || fundName.test(security);
    return { ...bareRow(symbol, companyOf(security)), security, exchange, currency: 'USD', asset_type: isFund ? 'ETF' : 'Stock' };
  }
  return null;
}
