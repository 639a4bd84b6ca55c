/** Formats news items of the insider feed as CSV lines (RFC 4180), with the insider block flattened into columns. */
import type { StoredItem } from '#schemas/item.ts';

type Cell = string | number | boolean | null;

/** The columns in the order of the file, with functions that return their values. */
const columns: Readonly<Record<string, (item: StoredItem) => Cell>> = {
  uid: ({ original }) => original.uid,
  time_published: ({ original }) => original.time_published,
  tickers: ({ enrichment }) => enrichment.tickers.join(),
  title: ({ original }) => original.title,
  url: ({ original }) => original.url,
  category: ({ enrichment }) => enrichment.category,
  relevance_score: ({ enrichment }) => enrichment.relevance_score,
  side: ({ insider }) => insider?.side ?? null,
  transaction_code: ({ insider }) => insider?.transaction_code ?? null,
  shares: ({ insider }) => insider?.shares ?? null,
  avg_price_usd: ({ insider }) => insider?.avg_price_usd ?? null,
  total_value_usd: ({ insider }) => insider?.total_value_usd ?? null,
  is_10b5_1: ({ insider }) => insider?.is_10b5_1 ?? null,
  insider_name: ({ insider }) => insider?.insider_name ?? null,
  insider_title: ({ insider }) => insider?.insider_title ?? null,
  is_officer: ({ insider }) => insider?.is_officer ?? null,
  is_director: ({ insider }) => insider?.is_director ?? null,
  is_ten_percent_owner: ({ insider }) => insider?.is_ten_percent_owner ?? null,
  transaction_date: ({ insider }) => insider?.transaction_date ?? null,
  filed_at: ({ insider }) => insider?.filed_at ?? null,
  late_filing: ({ insider }) => insider?.late_filing ?? null,
  summary: ({ original }) => original.summary,
};

/** Matches a text that spreadsheets run as a formula, full-width forms included (OWASP, "CSV Injection"). */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** Returns a cell; null is an empty cell. A leading apostrophe makes a spreadsheet show a formula as text. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly Cell[]): string => `${cells.map(csvCell).join()}\r\n`;

export const csvColumns: readonly string[] = Object.keys(columns);
export const csvHeader = line(csvColumns);
export const csvLine = (item: StoredItem): string => line(Object.values(columns).map((value) => value(item)));
