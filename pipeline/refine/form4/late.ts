/** Decides whether a form was filed after the deadline of its first trade. */
import { form4DueDate, nextDay } from '#schemas/edgar-calendar.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { isSlipOfYear } from './slip-of-year.ts';

/**
 * Returns whether first trade and period of report contradict each other. The period should be the earliest trade's day, so a trade before it needs
 * another on that day. A first date that no row has was corrected (slip-of-year.ts) and contradicts too.
 */
function contradicts({ period_of_report: period, transactions }: RawForm4, firstDate: string): boolean {
  const isFiled = (date: string): boolean => transactions.some(({ transaction_date }) => transaction_date === date);
  if (isSlipOfYear(firstDate, period) || !isFiled(firstDate)) return true;
  return firstDate < period && !isFiled(period);
}

/** Returns whether the deadline was missed; null when the form does not show it. `reportedOn` is the day of the first report. */
export function isLate(raw: RawForm4, firstDate: string, reportedOn: string | null): boolean | null {
  if (reportedOn === null || contradicts(raw, firstDate) || raw.period_of_report > nextDay(reportedOn)) return null;
  return reportedOn > form4DueDate(firstDate);
}
