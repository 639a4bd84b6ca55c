/** When companies will report, in memory: dates of the configured source by ticker, and the companies' own statements by CIK. */
import type { NextReportTime, ReportTime } from '#schemas/report-date.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

interface NextReport {
  readonly next_report_date: string | null;
  readonly next_report_time: NextReportTime | null;
}

export interface ReportDates {
  /**
   * Returns the first known date from `today` on of any of these tickers; none is computed. A statement of the company replaces the date of
   * the source until its day has passed. `entry`: the symbol; undefined: no company.
   */
  readonly next: (tickers: readonly string[], entry: Pick<SymbolEntry, 'cik' | 'asset_type'> | undefined, today: string) => NextReport;
}

/** `dates`: by ticker; `times`: the statements by CIK. Both are read as they are at each call. */
export function createReportDates(dates: ReadonlyMap<string, string>, times: ReadonlyMap<string, ReportTime>): ReportDates {
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
  };
}
