/** Parses the SEC's ticker files, `company_tickers_exchange.json` and `company_tickers.json`. */
import { isJsonObject } from '#schemas/json-text.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { newEntry } from './symbol-list.ts';
import { parseJson } from '../../parse/json.ts';
import { normaliseTicker } from './security-name.ts';

type ListResult =
  | { readonly ok: true; readonly entries: readonly SymbolEntry[]; readonly unreadable: number }
  | { readonly ok: false; readonly detail: string };

interface Listed {
  readonly cik: unknown;
  readonly ticker: unknown;
  readonly name: unknown;
  readonly exchange: unknown;
}

/** Matches the state or country that the SEC appends to distinguish namesakes: `BANK OF AMERICA CORP /DE/`, `US BANCORP \DE\`. */
const namesakeMark = /(?<!\s)\s*[/\\][A-Z .]{2,15}[/\\]?\s*$/;

const cleanName = (name: string): string => name.replace(/\s+/g, ' ').trim().replace(namesakeMark, '') || name.trim();

export const fundName = /\bETFs?\b|\bETNs?\b|\bEXCHANGE[- ]TRADED\b|\bSPDR\b|\bISHARES\b|\bPROSHARES\b|\bQQQ\b/i;

function entryOf({ cik, ticker, name, exchange }: Listed, rank: number): SymbolEntry | null {
  if (typeof ticker !== 'string' || typeof name !== 'string' || name.trim() === '') return null;
  if (!(typeof cik === 'number' || typeof cik === 'string') || !/^0*[1-9]\d{0,9}$/.test(String(cik))) return null;
  const facts = {
    symbol: normaliseTicker(ticker),
    name: cleanName(name),
    asset_type: fundName.test(name) ? ('ETF' as const) : ('Stock' as const),
    exchange: typeof exchange === 'string' && exchange.trim() !== '' ? exchange.trim() : null,
    currency: 'USD',
    cik: String(cik).replace(/^0+/, '').padStart(10, '0'),
  };
  const entry = SymbolEntry.safeParse({ ...newEntry(facts), rank });
  return entry.success ? entry.data : null;
}

/** Returns the rows of `{fields: [...], data: [[...]]}` or `{"0": {cik_str, ticker, title}}`; null for any other value. */
function rowsOf(list: unknown): readonly Listed[] | null {
  if (!isJsonObject(list)) return null;
  if (Array.isArray(list.fields) && Array.isArray(list.data)) {
    const fields: readonly unknown[] = list.fields;
    const [cik = -1, ticker = -1, name = -1, exchange = -1] = ['cik', 'ticker', 'name', 'exchange'].map((field) => fields.indexOf(field));
    if (cik < 0 || ticker < 0 || name < 0) return null;
    return list.data.map((row: unknown) => {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [];
      return { cik: cells[cik], ticker: cells[ticker], name: cells[name], exchange: cells[exchange] };
    });
  }
  const rows = Object.values(list).filter(isJsonObject);
  if (rows.length === 0 || !rows.every((row) => 'cik_str' in row && 'ticker' in row)) return null;
  return rows.map((row) => ({ cik: row.cik_str, ticker: row.ticker, name: row.title, exchange: null }));
}

export function readTickerList(body: Buffer): ListResult {
  const list = parseJson(body.toString('utf8'));
  if (!list.ok) return list;
  const rows = rowsOf(list.value);
  if (!rows) return { ok: false, detail: 'JSON, but not a ticker list' };
  const entries = new Map<string, SymbolEntry>();
  let unreadable = 0;
  for (const row of rows) {
    const entry = entryOf(row, entries.size);
    if (!entry) unreadable += 1;
    // The SEC sorts by size, so the first of two entries for a ticker counts.
    else if (!entries.has(entry.symbol)) entries.set(entry.symbol, entry);
  }
  if (entries.size === 0) return { ok: false, detail: `no symbol among ${rows.length} rows` };
  return { ok: true, entries: [...entries.values()], unreadable };
}
