/** Whether a form was filed after the deadline of its first trade; null where that is not to be told. */
import { daysBetween, form4DueDate, nextDay } from '#schemas/edgar-calendar.ts';
import type { RawForm4 } from '#schemas/raw.ts';

/** The period of report is the day of the earliest trade, give or take what another table reports. */
const slipDaysMax = 7;

const isSlipOfYear = (date: string, period: string): boolean =>
  date.slice(0, 4) !== period.slice(0, 4) &&
  Math.abs(daysBetween(`${period.slice(0, 4)}${date.slice(4)}`.replace('02-29', '02-28'), period)) <= slipDaysMax;

/**
 * The first trade and the period of report say different things: one bears the other's day in another year, or the trade was made
 * before the period although the period should be its earliest day and no other trade of the form was made then.
 */
function contradicts({ period_of_report: period, transactions }: RawForm4, firstDate: string): boolean {
  if (isSlipOfYear(firstDate, period)) return true;
  return firstDate < period && !transactions.some(({ transaction_date }) => transaction_date === period);
}

/** `reportedOn`: the day that the trade was first reported, or null. Each fill has a deadline of its own: the first one missed makes the filing late. */
export function isLate(raw: RawForm4, firstDate: string, reportedOn: string | null): boolean | null {
  if (reportedOn === null || contradicts(raw, firstDate) || raw.period_of_report > nextDay(reportedOn)) return null;
  return reportedOn > form4DueDate(firstDate);
}
