/** Recognises dates of a Form 4 whose year was typed wrongly, and corrects impossible ones. */
import { daysBetween, easternDate, nextDay } from '#schemas/edgar-calendar.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { acceptedOn } from '../filed-record.ts';

/** EDGAR's first year; an older trade date is a clerical error. */
const oldestTradeDate = '1993-01-01';

/**
 * Maximum number of days, apart from the year, between a date with a wrong year and the period of report. The period is the day of the earliest
 * trade, which may be one of the other table.
 */
const slipDaysMax = 7;

const inYearOf = (date: string, period: string): string => `${period.slice(0, 4)}${date.slice(4)}`.replace('02-29', '02-28');

/** Returns whether a date has the wrong year, by the period of the report. */
export const isSlipOfYear = (date: string, period: string): boolean =>
  date.slice(0, 4) !== period.slice(0, 4) && Math.abs(daysBetween(inYearOf(date, period), period)) <= slipDaysMax;

/** Returns why no trade of the form can have been made on that day; null where one can. */
export function problemOfDate(raw: RawForm4, date: string): string | null {
  if (date < oldestTradeDate) return `traded on ${date}`;
  const accepted = acceptedOn(raw) ?? easternDate(raw.seen_at);
  // A day ahead is possible: in Asia it is already tomorrow.
  return date > nextDay(accepted) ? `traded on ${date}, filed on ${accepted}` : null;
}

/** Returns the form with impossible dates, such as `0025-03-14`, corrected to the year of its period, where only the year is wrong. */
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
