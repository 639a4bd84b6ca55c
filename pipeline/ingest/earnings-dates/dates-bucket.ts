/** The KV bucket of confirmed report dates; an answer writes only the entries it changes. */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { ReportDate } from '#schemas/report-date.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';
import type { ReadDates } from './read-dates.ts';

export interface DateChanges {
  readonly writes: readonly ReportDate[];
  readonly deletes: readonly string[];
}

/** Returns the changes after an answer about `asked`: writes new and moved dates, deletes withdrawn ones. */
export function changesOf(
  kept: ReadonlyMap<string, ReportDate>,
  asked: ReadonlySet<string>,
  answer: Pick<ReadDates, 'confirmed' | 'inDoubt'>,
  stamp: Pick<ReportDate, 'source' | 'confirmed_at'>,
): DateChanges {
  const writes = [...answer.confirmed]
    .filter(([ticker, date]) => kept.get(ticker)?.report_date !== date || kept.get(ticker)?.source !== stamp.source)
    .map(([ticker, report_date]): ReportDate => ({ ticker, report_date, ...stamp }));
  const deletes = [...kept.keys()].filter((ticker) => asked.has(ticker) && !answer.confirmed.has(ticker) && !answer.inDoubt.has(ticker));
  return { writes, deletes };
}

/** Returns tickers whose date has passed, or that are no longer requested, so that a change would go unnoticed. */
export const outdated = (kept: ReadonlyMap<string, ReportDate>, major: ReadonlySet<string>, today: string): string[] =>
  [...kept.values()].filter(({ ticker, report_date }) => report_date < today || !major.has(ticker)).map(({ ticker }) => ticker);

export interface DateStore {
  readonly kept: () => Promise<Map<string, ReportDate>>;
  readonly directory: () => Promise<SymbolEntry[]>;
  readonly apply: (changes: DateChanges) => Promise<void>;
}

async function valuesOf<T>(bucket: KV, parse: (value: unknown) => T | null, log: Logger): Promise<Map<string, T>> {
  const values = new Map<string, T>();
  for await (const entry of await bucket.history()) {
    const value = entry.operation === 'PUT' ? parse(entry.json()) : null;
    if (value === null) values.delete(entry.key);
    else values.set(entry.key, value);
    if (value === null && entry.operation === 'PUT') log.error({ key: entry.key }, 'entry.unreadable');
  }
  return values;
}

export function createDateStore(buckets: { readonly dates: KV; readonly symbols: KV }, options: RetryOptions): DateStore {
  const { dates, symbols } = buckets;
  return {
    kept: () =>
      retryUntilStopped('read the report dates', () => valuesOf(dates, (value) => ReportDate.safeParse(value).data ?? null, options.log), options),
    directory: async () => {
      const read = () => valuesOf(symbols, (value) => SymbolEntry.safeParse(value).data ?? null, options.log);
      return [...(await retryUntilStopped('read the symbol directory', read, options)).values()];
    },
    apply: async ({ writes, deletes }) => {
      for (const date of writes) await retryUntilStopped('write a report date', () => dates.put(date.ticker, JSON.stringify(date)), options);
      for (const ticker of deletes) await retryUntilStopped('delete a report date', () => dates.delete(ticker), options);
    },
  };
}
