/** Names a period in the issuer's own count, with its last day, from the columns and words of the release. */
import { datesIn, quarterIn, yearsIn, type Period } from './period.ts';

export interface FiscalPeriod {
  /** Name such as `Q1 2020`, `Q4 FY2019`, `H1 2010`, `9M 2010`, `FY2019`. */
  readonly name: string;
  /** Last day, e.g. `2020-03-31`; null when no words print it. */
  readonly end: string | null;
}

const leadCharacters = 6_000;
const quarterSaid =
  /\b(?:(?:fiscal|fy)\s?(?:year\s)?(?:20)?\d\d[\s,’'s-]*(?:first|second|third|fourth|q[1-4])[\s-]*(?:fiscal\s)?(?:quarter)?|(?:first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+(?:fiscal\s+)?quarter(?:[\s,]+(?:of|ended|and|for|in|the|its|our|full|fiscal|year|results)){0,6}[\s,]+(?:20\d\d)?|q[1-4]\s?(?:fy|fiscal)?\s?['’]?(?:20)?\d\d)/gi;

/**
 * Returns the name and the last day of a period. `endsYear`: a column of twelve months ends with the quarter, which is then a fourth
 * quarter (or the twelve months are a running year).
 */
export function fiscalPeriod(period: Period & { readonly months: number; readonly year: number }, text: string, endsYear = false): FiscalPeriod {
  const lead = text.slice(0, leadCharacters);
  const end = lastDay(period, lead);
  if (period.months === 12) return { name: `FY${period.year}`, end };
  if (period.months === 6) return { name: `H${(period.quarter ?? halfOf(period)) > 1 ? 2 : 1} ${period.year}`, end };
  if (period.months === 9) return { name: `9M ${period.year}`, end };
  return { name: quarterName(period, lead, endsYear), end };
}

const halfOf = ({ month }: Period): number => (month !== null && month > 8 ? 2 : 1);

/** Returns the quarter that the first words name most often with a year near the columns'; else the calendar quarter. */
function quarterName(period: Period & { readonly year: number }, lead: string, endsYear: boolean): string {
  const votes = new Map<string, number>();
  for (const [words] of lead.matchAll(quarterSaid)) {
    const name = nameSaid(words, period);
    if (name !== null && !(endsYear && !name.startsWith('Q4'))) votes.set(name, (votes.get(name) ?? 0) + 1);
  }
  const most = Math.max(...votes.values());
  const voted = [...votes].find(([, count]) => count === most);
  if (voted !== undefined) return voted[0];
  if (period.quarter !== null) return `Q${period.quarter} ${period.year}`;
  if (endsYear && period.month !== null && endMonth(period.month, period.day) % 3 !== 0) return `Q4 FY${period.year}`;
  return period.month === null ? String(period.year) : `Q${calendarQuarter(period.month, period.day)} ${period.year}`;
}

function nameSaid(words: string, period: Period & { readonly year: number }): string | null {
  const quarter = quarterIn(words) ?? quarterIn(words.replace(/(first|second|third|fourth)\b(?!\s+quarter)/i, '$1 quarter'));
  if (quarter === null || (period.quarter !== null && period.quarter !== quarter)) return null;
  const years = yearsIn(words.replace(/['’](\d\d)\b/, '20$1'));
  const year = years[0] ?? period.year;
  if (period.month === null) return year === period.year ? `Q${quarter} ${/fiscal|\bfy/i.test(words) ? 'FY' : ''}${year}` : null;
  if (isCalendar(period, quarter)) return year === period.year ? `Q${quarter} ${year}` : null;
  // A fiscal year bears the calendar year in which it ends, or the one before; another year's quarter is a comparison.
  const fiscal = fiscalYear(years, period, quarter);
  return Math.abs(fiscal - fiscalYear([], period, quarter)) <= 1 && fiscal >= period.year ? `Q${quarter} FY${fiscal}` : null;
}

/** Returns the month in which a quarter ends; its first seven days count to the month before (52- and 53-week years). */
const endMonth = (month: number, day: number | null): number => (day !== null && day <= 7 ? (month === 1 ? 12 : month - 1) : month);
const calendarQuarter = (month: number, day: number | null): number => Math.ceil(endMonth(month, day) / 3);

const isCalendar = ({ month, day }: Period, quarter: number): boolean => month !== null && endMonth(month, day) === quarter * 3;

/** Returns the stated fiscal year, else the year in which its fourth quarter ends. */
function fiscalYear(years: readonly number[], { month, year }: Period & { readonly year: number }, quarter: number): number {
  const said = years[0];
  if (said !== undefined) return said;
  return (month ?? 12) + (4 - quarter) * 3 > 12 ? year + 1 : year;
}

function lastDay(period: Period & { readonly year: number }, lead: string): string | null {
  if (period.month !== null && period.day !== null) return isoDate(period.year, period.month, period.day);
  for (const [words] of lead.matchAll(/\b(?:ended|ending|as of)\s+[^.;\n]{6,30}(?:19|20)\d\d/gi)) {
    const date = datesIn(words).find((one) => one.year === period.year && one.day !== null);
    if (date !== undefined && date.day !== null && (period.month === null || period.month === date.month))
      return isoDate(period.year, date.month, date.day);
  }
  return null;
}

function isoDate(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text ? text : null;
}
