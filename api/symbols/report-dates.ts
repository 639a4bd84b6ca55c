/** Confirmed report dates of companies, from the configured source by ticker and from the companies' own statements by CIK. */
import type { NextReportTime, ReportTime } from '#schemas/report-date.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

interface NextReport {
  readonly next_report_date: string | null;
  readonly next_report_time: NextReportTime | null;
}

export type ReportDates = ReturnType<typeof createReportDates>;

/** Creates the lookup. `dates` (by ticker) and `times` (by CIK) may change between its calls. */
export function createReportDates(dates: ReadonlyMap<string, string>, times: ReadonlyMap<string, ReportTime>) {
  return {
    /**
     * Returns the first date of the tickers from `today` on, a date in New York. The company's own statement replaces the source's date until
     * the stated day has passed; `entry` is the symbol whose company may have made one.
     */
    next: (tickers: readonly string[], entry: Pick<SymbolEntry, 'cik' | 'asset_type'> | undefined, today: string): NextReport => {
      // The funds of a trust have its CIK, but the trust's results are not those of the funds.
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
