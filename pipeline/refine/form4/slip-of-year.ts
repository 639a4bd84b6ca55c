/** Detects dates of a Form 4 with a mistyped year, and corrects the impossible ones. */
import { daysBetween, easternDate, nextDay } from '#schemas/edgar-calendar.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { acceptedOn } from '../filed-record.ts';

/** EDGAR's first year; an earlier trade date is a filer's error. */
const oldestTradeDate = '1993-01-01';

/** Maximum difference in days, apart from the year, to the period of report: the earliest trade's day, which need not be in this table. */
const slipDaysMax = 7;

const inYearOf = (date: string, period: string): string => `${period.slice(0, 4)}${date.slice(4)}`.replace('02-29', '02-28');

/** Returns whether only the year of a date is wrong, by the period of report. */
export const isSlipOfYear = (date: string, period: string): boolean =>
  date.slice(0, 4) !== period.slice(0, 4) && Math.abs(daysBetween(inYearOf(date, period), period)) <= slipDaysMax;

/** Returns why the form cannot report a trade of this day; null when it can. */
export function problemOfDate(raw: RawForm4, date: string): string | null {
  if (date < oldestTradeDate) return `traded on ${date}`;
  const accepted = acceptedOn(raw) ?? easternDate(raw.seen_at);
  // The next day is possible, because Asia is ahead of Eastern time.
  return date > nextDay(accepted) ? `traded on ${date}, filed on ${accepted}` : null;
}

/** Returns the form with impossible dates, such as `0025-03-14`, moved to the year of the period when only their year is wrong. */
export function withPossibleYears(raw: RawForm4): RawForm4 {
  const { period_of_report: period, transactions } = raw;
  return {
    ...raw,
    transactions: transactions.map((row) => {
      const { transaction_date: date } = row;
      if (problemOfDate(raw, date) === null || !isSlipOfYear(date, period)) return row;
      return { ...row, transaction_date: inYearOf(date, period) };
    }),
  };
}
