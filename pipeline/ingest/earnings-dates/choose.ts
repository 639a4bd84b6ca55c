/** Selects when to request report dates, and for which tickers: 05:30 UTC, major tickers without a report for 55 days. */
import { isMajor, type MajorTickers } from '#schemas/major-tickers.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

const dayMs = 86_400_000;
const dueAtMs = (5 * 60 + 30) * 60_000;
const sinceFilingMs = 55 * dayMs;

/** Returns the last 05:30 UTC up to `now`. */
export const lastDueAt = (now: Date): string => new Date(Math.floor((now.getTime() - dueAtMs) / dayMs) * dayMs + dueAtMs).toISOString();

export const majorStocks = (directory: readonly SymbolEntry[], major: MajorTickers): string[] =>
  directory.filter((entry) => entry.status === 'active' && entry.asset_type === 'Stock' && isMajor(entry, major)).map(({ symbol }) => symbol);

/** Returns the tickers to request; one without a stored report counts as due. */
export const tickersDue = (tickers: readonly string[], lastFiledAtMs: ReadonlyMap<string, number>, now: Date): string[] =>
  tickers.filter((ticker) => now.getTime() - (lastFiledAtMs.get(ticker) ?? -Infinity) >= sinceFilingMs).sort();
