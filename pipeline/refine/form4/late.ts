/** Tells whether a form was filed after the deadline of its first trade; null when that cannot be determined. */
import { daysBetween, form4DueDate, nextDay } from '#schemas/edgar-calendar.ts';
import type { RawForm4 } from '#schemas/raw.ts';

/**
 * Most days between a date and the period of report where only the year is wrong. The period is the day of the earliest
 * trade, which may be one of the other table.
 */
const slipDaysMax = 7;

const isSlipOfYear = (date: string, period: string): boolean =>
  date.slice(0, 4) !== period.slice(0, 4) &&
  Math.abs(daysBetween(`${period.slice(0, 4)}${date.slice(4)}`.replace('02-29', '02-28'), period)) <= slipDaysMax;

/**
 * Whether the first trade and the period of report contradict each other: one is the other's day in another year, or the
 * trade precedes the period, which should be its earliest day, and no trade of the form was made then.
 */
function contradicts({ period_of_report: period, transactions }: RawForm4, firstDate: string): boolean {
  if (isSlipOfYear(firstDate, period)) return true;
  return firstDate < period && !transactions.some(({ transaction_date }) => transaction_date === period);
}

/** Whether the first deadline was missed; each fill has its own. `reportedOn`: the day of the trade's first report, or null. */
export function isLate(raw: RawForm4, firstDate: string, reportedOn: string | null): boolean | null {
  if (reportedOn === null || contradicts(raw, firstDate) || raw.period_of_report > nextDay(reportedOn)) return null;
  return reportedOn > form4DueDate(firstDate);
}
