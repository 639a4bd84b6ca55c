/** Confirmed dates of earnings reports by ticker, in memory. Follows the KV bucket `report_dates`. */
import type { KV } from '@nats-io/kv';
import type { Logger } from '#ops/runtime/log.ts';
import { ReportDate } from '#schemas/report-date.ts';

export interface ReportDates {
  /** The first date from `today` on that is held of any of these tickers; null: none is. A date is never computed. */
  readonly next: (tickers: readonly string[], today: string) => string | null;
  readonly put: (ticker: string, date: string) => void;
  readonly remove: (ticker: string) => void;
}

export function createReportDates(): ReportDates {
  const dates = new Map<string, string>();
  return {
    next: (tickers, today) =>
      tickers
        .flatMap((ticker) => dates.get(ticker) ?? [])
        .filter((date) => date >= today)
        .sort((a, b) => (a < b ? -1 : 1))[0] ?? null,
    put: (ticker, date) => void dates.set(ticker, date),
    remove: (ticker) => void dates.delete(ticker),
  };
}

/** Fills it from the bucket and keeps it so; an entry that cannot be read is logged and left out. */
export async function followReportDates(bucket: KV, dates: ReportDates, log: Logger): Promise<{ readonly stop: () => void }> {
  const watch = await bucket.watch({ ignoreDeletes: false });
  void (async () => {
    for await (const entry of watch) {
      if (entry.operation !== 'PUT') {
        dates.remove(entry.key);
        continue;
      }
      const parsed = ReportDate.safeParse(entry.json());
      if (parsed.success) dates.put(entry.key, parsed.data.report_date);
      else log.error({ ticker: entry.key, err: parsed.error }, 'report_date.unreadable');
    }
  })();
  return { stop: () => watch.stop() };
}
