/** Tells whether a form was filed after the deadline of its first trade; null when that cannot be determined. */
import { form4DueDate, nextDay } from '#schemas/edgar-calendar.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { isSlipOfYear } from './slip-of-year.ts';

/**
 * Whether the first trade and the period of report contradict each other: the same day in different years, or a first trade before the
 * period when no trade has the period's date (the period should be the earliest trade's day). The form also contradicts itself where the
 * year of the first trade had to be mended.
 */
function contradicts({ period_of_report: period, transactions }: RawForm4, firstDate: string): boolean {
  const isFiled = (date: string): boolean => transactions.some(({ transaction_date }) => transaction_date === date);
  if (isSlipOfYear(firstDate, period) || !isFiled(firstDate)) return true;
  return firstDate < period && !isFiled(period);
}

/** Whether the first deadline was missed; each fill has its own. `reportedOn`: the day of the trade's first report, or null. */
export function isLate(raw: RawForm4, firstDate: string, reportedOn: string | null): boolean | null {
  if (reportedOn === null || contradicts(raw, firstDate) || raw.period_of_report > nextDay(reportedOn)) return null;
  return reportedOn > form4DueDate(firstDate);
}
