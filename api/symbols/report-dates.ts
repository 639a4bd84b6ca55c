/**
 * When companies will report, in memory: dates of the configured source by ticker, and the companies' own statements by CIK. It follows the
 * KV buckets `report_dates` and `report_times`.
 */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { ReportDate, ReportTime, type NextReportTime } from '#schemas/report-date.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

export interface NextReport {
  readonly next_report_date: string | null;
  readonly next_report_time: NextReportTime | null;
}

export interface ReportDates {
  /**
   * Returns the first known date from `today` on of any of these tickers; none is computed. A statement of the company replaces the date of
   * the source until its day has passed. `entry`: the symbol; undefined: no company.
   */
  readonly next: (tickers: readonly string[], entry: Pick<SymbolEntry, 'cik' | 'asset_type'> | undefined, today: string) => NextReport;
  readonly put: (ticker: string, date: string) => void;
  readonly remove: (ticker: string) => void;
  readonly putTime: (cik: string, time: ReportTime) => void;
  readonly removeTime: (cik: string) => void;
}

export function createReportDates(): ReportDates {
  const dates = new Map<string, string>();
  const times = new Map<string, ReportTime>();
  return {
    next: (tickers, entry, today) => {
      // Funds of one trust share its CIK, but the trust's results are not theirs.
      const stated = entry === undefined || entry.cik === null || entry.asset_type !== 'Stock' ? undefined : times.get(entry.cik);
      if (stated !== undefined && stated.date >= today) {
        const { date, session, source_uid, source_url, text } = stated;
        return { next_report_date: date, next_report_time: { date, session, confirmed: true, source_uid, source_url, text } };
      }
      const ahead = tickers.flatMap((ticker) => dates.get(ticker) ?? []).filter((date) => date >= today);
      return { next_report_date: ahead.sort()[0] ?? null, next_report_time: null };
    },
    put: (ticker, date) => void dates.set(ticker, date),
    remove: (ticker) => void dates.delete(ticker),
    putTime: (cik, time) => void times.set(cik, time),
    removeTime: (cik) => void times.delete(cik),
  };
}

/** Fills the dates from the bucket and follows changes; unreadable entries are logged and skipped. */
export const followReportDates = (bucket: KV, dates: ReportDates, options: FollowOptions): Promise<{ readonly stop: () => void }> =>
  followBucket(bucket, { put: (ticker, value) => dates.put(ticker, ReportDate.parse(value).report_date), remove: dates.remove }, options);

export const followReportTimes = (bucket: KV, dates: ReportDates, options: FollowOptions): Promise<{ readonly stop: () => void }> =>
  followBucket(bucket, { put: (cik, value) => dates.putTime(cik, ReportTime.parse(value)), remove: dates.removeTime }, options);
