/**
 * Finds the tickers under which a company is in the news: its former and later ones, and the issuer's other classes. Follows the bucket
 * `symbols`, and reports changes (debounced).
 */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { companyTickers, type SymbolIndex } from '#schemas/company-tickers.ts';
import { holdingsOf, SymbolEntry } from '#schemas/symbol.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';

export interface CompanyNames {
  readonly tickersFor: (ticker: string) => readonly TickerSpan[];
  readonly stop: () => void;
}

/** Milliseconds without a change before reporting: loading the list makes thousands of changes. */
const restMs = 500;

/** Calls `onChange` after the entries of a change are known. */
export async function followCompanyNames(bucket: KV, options: FollowOptions, onChange: () => void): Promise<CompanyNames> {
  const entries = new Map<string, SymbolEntry>();
  const byCik = new Map<string, Set<string>>();
  const former = new Map<string, Set<string>>();
  const index: SymbolIndex = {
    get: (symbol) => entries.get(symbol),
    ofCik: (cik) => byCik.get(cik) ?? [],
    formerOf: (symbol) => former.get(symbol) ?? [],
  };
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, restMs);
  };
  const remove = (symbol: string): void => {
    const entry = entries.get(symbol);
    if (entry === undefined) return;
    entries.delete(symbol);
    for (const { cik, renamed_to } of holdingsOf(entry)) {
      if (cik !== null) byCik.get(cik)?.delete(symbol);
      former.get(renamed_to)?.delete(symbol);
    }
    changed();
  };
  const put = (_: string, value: unknown): void => {
    const entry = SymbolEntry.parse(value);
    remove(entry.symbol);
    entries.set(entry.symbol, entry);
    for (const { cik, renamed_to } of holdingsOf(entry)) {
      if (cik !== null) byCik.getOrInsertComputed(cik, () => new Set()).add(entry.symbol);
      if (renamed_to !== '') former.getOrInsertComputed(renamed_to, () => new Set()).add(entry.symbol);
    }
    changed();
  };
  const following = await followBucket(bucket, { put, remove }, options);
  return {
    tickersFor: (ticker) => companyTickers(ticker, index),
    stop: () => {
      clearTimeout(timer);
      following.stop();
    },
  };
}
