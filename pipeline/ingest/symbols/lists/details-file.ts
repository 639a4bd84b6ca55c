/**
 * Parses a vendor's file of symbols with details: a JSON list of records (`{symbol, name, country, industry, sector, ipoyear}`, as from
 * Nasdaq's screener) or CSV with a header (`symbol,name,summary,currency,sector,industry_group,…` or `symbol,name,cryptocurrency,currency,…`,
 * as from FinanceDatabase). Columns are found by name and may be missing.
 */
import { gunzipSync } from 'node:zlib';
import { isJsonObject, type JsonObject } from '#schemas/json-text.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { parseJson } from '../../parse/json.ts';
import { bareRow, type ListedSymbol, type SymbolListResult } from './symbol-list.ts';
import { companyOf, spellListed } from './security-name.ts';

const unpackedBytesMax = 200_000_000;

/** Returns the rows of the file, or why it is invalid. `body` may be gzipped. Rows of US shares only add details to shares of other sources. */
export function readDetails(body: Buffer): SymbolListResult {
  let text: string;
  try {
    const isPacked = body[0] === 0x1f && body[1] === 0x8b;
    text = (isPacked ? gunzipSync(body, { maxOutputLength: unpackedBytesMax }) : body).toString('utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return { ok: false, detail: `gzip: ${(error as Error).message}` };
  }
  const records = /^\s*[[{]/.test(text) ? jsonRecords(text) : csvRecords(text);
  if (typeof records === 'string') return { ok: false, detail: records };
  const rows = new Map<string, ListedSymbol>();
  let unreadable = 0;
  for (const record of records) {
    if (/^true$/i.test(textOf(record, 'delisted') ?? '')) continue;
    const row = rowFrom(record);
    if (row === null) unreadable += 1;
    else if (row !== 'left out' && !rows.has(row.symbol)) rows.set(row.symbol, row);
  }
  if (rows.size === 0) return { ok: false, detail: `no symbol among ${records.length} records` };
  return { ok: true, rows: [...rows.values()], madeAt: null, unreadable };
}

/** Returns the records of a list, or of `{rows: […]}`, `{data: {rows: […]}}` and the like; a string is the reason why there are none. */
function jsonRecords(text: string): JsonObject[] | string {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed.detail;
  let { value } = parsed;
  for (let depth = 0; depth < 3 && isJsonObject(value); depth += 1) value = value.rows ?? value.results ?? value.symbols ?? value.data;
  if (!Array.isArray(value)) return 'JSON, but not a list of symbols';
  return value.filter(isJsonObject);
}

function textOf(record: JsonObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const text = String(value).replace(/\s+/g, ' ').trim();
    if (text !== '' && !/^(?:null|none|nan|n\/a)$/i.test(text)) return text;
  }
  return null;
}

const foreign = /^[A-Z0-9][A-Z0-9-]*\.[A-Z]{1,4}$/;
const usSuffixes = /\.(?:[A-CUW]|WS|UN|RT)$/;

/** Returns the row of a record; null without a valid symbol or a name. */
function rowFrom(record: JsonObject): ListedSymbol | 'left out' | null {
  // A ticker may equal a placeholder for a missing value: `NAN`.
  const [given] = [record.symbol, record.ticker, record.Symbol].flatMap((value) =>
    typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
  );
  const name = textOf(record, 'name', 'company', 'Name');
  if (given === undefined || name === null) return null;
  const coin = textOf(record, 'cryptocurrency');
  const assetType = textOf(record, 'asset_type', 'type');
  const currency = textOf(record, 'currency');
  if (coin !== null || assetType === 'Crypto') return coinRow(record, { given, name, coin, currency });
  const isForeign = foreign.test(given.toUpperCase()) && !usSuffixes.test(given.toUpperCase());
  const symbol = isForeign ? given.toUpperCase() : spellListed(given);
  if (!SymbolEntry.shape.symbol.safeParse(symbol).success) return null;
  return {
    ...bareRow(symbol, companyOf(name)),
    asset_type: assetType === 'ETF' || textOf(record, 'category_group', 'family') !== null ? 'ETF' : 'Stock',
    exchange: isForeign ? textOf(record, 'market', 'exchange') : null,
    sector: textOf(record, 'sector'),
    industry: textOf(record, 'industry', 'industry_group', 'category'),
    country: textOf(record, 'country'),
    currency,
    brand_aliases: aliasesOf(record),
    description: textOf(record, 'summary', 'description'),
    website: websiteOf(record),
    isDetail: !isForeign,
  };
}

/** Returns the row of a coin, which its price in dollars represents; prices in other currencies are left out. Null for an invalid symbol. */
function coinRow(
  record: JsonObject,
  { given, name, coin, currency }: { readonly given: string; readonly name: string; readonly coin: string | null; readonly currency: string | null },
): ListedSymbol | 'left out' | null {
  const symbol = coin === null ? given.toUpperCase() : `${coin.toUpperCase()}-USD`;
  if (coin !== null && currency !== null && currency !== 'USD') return 'left out';
  if (!/-USD$/.test(symbol) || !SymbolEntry.shape.symbol.safeParse(symbol).success) return null;
  return {
    ...bareRow(symbol, name.replace(/(?<!\s)\s+USD$/i, '')),
    asset_type: 'Crypto',
    currency: 'USD',
    brand_aliases: aliasesOf(record),
    description: textOf(record, 'summary', 'description'),
    website: websiteOf(record),
  };
}

const aliasesMax = 10;
const aliasesOf = (record: JsonObject): string[] => {
  const given = record.brand_aliases ?? record.aliases;
  const list = Array.isArray(given) ? given : typeof given === 'string' ? given.split('|') : [];
  return list.flatMap((alias) => (typeof alias === 'string' && alias.trim() !== '' ? [alias.trim().slice(0, 100)] : [])).slice(0, aliasesMax);
};

const websiteOf = (record: JsonObject): string | null => {
  const address = textOf(record, 'website');
  return address !== null && /^https?:\/\/[^\s"<>]{1,300}$/.test(address) ? address : null;
};

const columnsMax = 100;

/** Returns the records of a CSV text with a header (RFC 4180), by column; a string is the reason why there are none. */
function csvRecords(text: string): Record<string, string>[] | string {
  const lines = linesOf(text);
  const [head, ...rest] = lines;
  if (head === undefined || head.length < 2 || head.length > columnsMax) return 'not CSV with a header row';
  const names = head.map((name) => name.trim());
  return rest.filter((cells) => cells.length === names.length).map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]!])));
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  // Matches a cell up to the next comma or line end. A quoted cell may contain both, and doubled quotes.
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  let at = 0;
  while (at < text.length) {
    cell.lastIndex = at;
    const match = cell.exec(text);
    if (match === null) {
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      [cells, at] = [[], end + 1];
      continue;
    }
    at = cell.lastIndex;
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === ',' && at < text.length) continue;
    // The text ends behind a comma: the last cell is empty.
    if (match[3] === ',') cells.push('');
    lines.push(cells);
    cells = [];
  }
  return lines;
}
