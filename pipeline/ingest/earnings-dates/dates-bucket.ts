/** Stores confirmed report dates in their KV bucket; an answer of the source writes only the entries that change. */
import type { KV } from '@nats-io/kv';
import { ReportDate } from '#schemas/report-date.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { readEntries } from '#ops/nats/bucket-entry.ts';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';
import type { ReadDates } from './read-dates.ts';

interface DateChanges {
  readonly writes: readonly ReportDate[];
  readonly deletes: readonly string[];
}

/** Returns the changes after an answer about the tickers `requested`: new and moved dates are written, withdrawn ones deleted. */
export function changesOf(
  kept: ReadonlyMap<string, ReportDate>,
  requested: ReadonlySet<string>,
  answer: Pick<ReadDates, 'confirmed' | 'inDoubt'>,
  stamp: Pick<ReportDate, 'source' | 'confirmed_at'>,
): DateChanges {
  const writes = [...answer.confirmed]
    .filter(([ticker, date]) => kept.get(ticker)?.report_date !== date || kept.get(ticker)?.source !== stamp.source)
    .map(([ticker, report_date]): ReportDate => ({ ticker, report_date, ...stamp }));
  const deletes = [...kept.keys()].filter((ticker) => requested.has(ticker) && !answer.confirmed.has(ticker) && !answer.inDoubt.has(ticker));
  return { writes, deletes };
}

/** Returns the tickers to delete: their date has passed, or the source is no longer queried for them. */
export const outdated = (kept: ReadonlyMap<string, ReportDate>, major: ReadonlySet<string>, today: string): string[] =>
  [...kept.values()].filter(({ ticker, report_date }) => report_date < today || !major.has(ticker)).map(({ ticker }) => ticker);

export type DateStore = ReturnType<typeof createDateStore>;

export function createDateStore(buckets: { readonly dates: KV; readonly symbols: KV }, options: RetryOptions) {
  const { dates, symbols } = buckets;
  const onUnreadable = (key: string): void => options.log.error({ key }, 'entry.unreadable');
  return {
    kept: () => retryUntilStopped('read the report dates', () => readEntries(dates, ReportDate, { onUnreadable }), options),
    directory: () => retryUntilStopped('read the symbol directory', () => readEntries(symbols, SymbolEntry, { onUnreadable }), options),
    apply: async ({ writes, deletes }: DateChanges): Promise<void> => {
      for (const date of writes) await retryUntilStopped('write a report date', () => dates.put(date.ticker, JSON.stringify(date)), options);
      for (const ticker of deletes) await retryUntilStopped('delete a report date', () => dates.delete(ticker), options);
    },
  };
}
