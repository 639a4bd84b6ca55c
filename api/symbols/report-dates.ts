/** Confirmed dates of earnings reports by ticker, in memory. Follows the KV bucket `report_dates`. */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
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
export const followReportDates = (bucket: KV, dates: ReportDates, options: FollowOptions): Promise<{ readonly stop: () => void }> =>
  followBucket(bucket, { put: (ticker, value) => dates.put(ticker, ReportDate.parse(value).report_date), remove: dates.remove }, options);
