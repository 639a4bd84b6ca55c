/** Confirmed dates of earnings reports by ticker, in memory. It follows the KV bucket `report_dates`. */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { ReportDate } from '#schemas/report-date.ts';

export interface ReportDates {
  /** Returns the first known date from `today` on of any of these tickers; null: there is none. A date is never computed. */
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

/** Fills the dates from the bucket and follows changes; unreadable entries are logged and skipped. */
export const followReportDates = (bucket: KV, dates: ReportDates, options: FollowOptions): Promise<{ readonly stop: () => void }> =>
  followBucket(bucket, { put: (ticker, value) => dates.put(ticker, ReportDate.parse(value).report_date), remove: dates.remove }, options);
