/** Names a period as the issuer counts it, with its last day. */
import { calendarDay } from '../../../dates.ts';
import { datesIn, quarterIn, yearsIn, type Period } from './period.ts';

export interface FiscalPeriod {
  /** Name such as `Q1 2020`, `Q4 FY2019`, `H1 2010`, `9M 2010`, `FY2019`. */
  readonly name: string;
  /** Last day, e.g. `2020-03-31`; null if the release does not print it. */
  readonly end: string | null;
}

const leadCharacters = 6_000;
const quarterSaid =
  /\b(?:(?:fiscal|fy)\s?(?:year\s)?(?:20)?\d\d[\s,’'s-]*(?:first|second|third|fourth|q[1-4])[\s-]*(?:fiscal\s)?(?:quarter)?|(?:first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+(?:fiscal\s+)?quarter(?:[\s,]+(?:of|ended|and|for|in|the|its|our|full|fiscal|year|results)){0,6}[\s,]+(?:20\d\d)?|q[1-4]\s?(?:fy|fiscal)?\s?['’]?(?:20)?\d\d)/gi;

type YearPeriod = Period & { readonly year: number };

interface Count {
  readonly letter: 'Q' | 'H';
  readonly months: 3 | 6;
  readonly said: RegExp;
  readonly countIn: (words: string) => number | null;
}
const quarters: Count = {
  letter: 'Q',
  months: 3,
  said: quarterSaid,
  countIn: (words) => quarterIn(words) ?? quarterIn(words.replace(/(first|second|third|fourth)\b(?!\s+quarter)/i, '$1 quarter')),
};
/** A half counts only with a year, or as what is reported: "a stronger second half" looks ahead. */
const halves: Count = {
  letter: 'H',
  months: 6,
  said: /\b(?:first|second|1st|2nd)[\s-]+half(?:[\s-]+year)?(?:[\s,]+(?:of|the|its|our|fiscal|financial|year|fy)){0,5}[\s,]+(?:(?:20)?\d\d\b|ended|results?|reports?)|\bh[12]\s?(?:fy|fiscal)?\s?['’]?(?:20)?\d\d\b/gi,
  countIn: (words) => (/\b(?:first|1st|h1)/i.test(words) ? 1 : 2),
};

/** `endsYear`: a column of twelve months ends with the period, so the period is the last of a year (maybe of a running one). */
export function fiscalPeriod(printed: YearPeriod & { readonly months: number }, text: string, endsYear = false): FiscalPeriod {
  const lead = text.slice(0, leadCharacters);
  const end = lastDay(printed, lead);
  const period = { ...printed, ...countedEnd(printed) };
  if (period.months === 12) return { name: `FY${period.year}`, end };
  if (period.months === 9) return { name: `9M ${period.year}`, end };
  return { name: period.months === 6 ? halfName(period, lead, endsYear) : quarterName(period, lead, endsYear), end };
}

/** Returns the half that the first words name. Otherwise an interim report is about the first half of the issuer's year. */
function halfName(period: YearPeriod, lead: string, endsYear: boolean): string {
  const half = endsYear || (period.quarter ?? 1) > 2 ? 2 : 1;
  const said = firstSaid(halves, { ...period, quarter: endsYear ? half : null }, lead);
  if (said !== null) return said;
  return period.month === null || isCalendar(period, half, halves) ? `H${half} ${period.year}` : `H${half} FY${fiscalYear([], period, half, halves)}`;
}

function quarterName(period: YearPeriod, lead: string, endsYear: boolean): string {
  const said = firstSaid(quarters, endsYear ? { ...period, quarter: period.quarter ?? 4 } : period, lead);
  if (said !== null) return said;
  if (period.quarter !== null) return `Q${period.quarter} ${period.year}`;
  if (endsYear && period.month !== null && period.month % 3 !== 0) return `Q4 FY${period.year}`;
  return period.month === null ? String(period.year) : `Q${Math.ceil(period.month / 3)} ${period.year}`;
}

/** Matches words before a period that the release compares with or looks ahead to. */
const namesOther =
  /\b(?:over|than|versus|vs\.?|against|compared (?:to|with)|(?<!highlights |results )from|stronger|weaker|softer|better|expects?|anticipates?|sees|forecasts?|(?:outlook|guidance|expectations|dividends?|distribution) (?:for|in|of)|into|ahead (?:to|of))\s(?:(?:the|its|our|an?)\s)?(?:(?:strong|record|prior|previous|preceding|stronger|weaker|softer|better)\s)?$/i;
/** Matches words after a period for which something is declared or expected: "fourth quarter 2026 cash dividend", ", we expect". */
const isForOther =
  /^ ?(?:(?:regular|special|quarterly|cash|common|preferred|stock|share|business|financial|full|fiscal|year|revenue|sales|earnings|eps|adjusted|ebitda)[\s-]){0,4}(?:dividends?|distributions?|outlook|guidance|forecasts?|expectations|targets?)\b|^,? (?:we|it|the company|management) (?:now )?(?:expects?|anticipates?|will)\b/i;
const charactersBefore = 60;
const charactersAfter = 80;
/** Matches a name that the words after it do not qualify: "third quarter results and outlook". */
const isWhole = /\bresults\b|(?:\band|,)$/i;

function isOther(lead: string, name: string, index: number): boolean {
  const words = name.trimEnd();
  const end = index + words.length;
  return (
    namesOther.test(lead.slice(Math.max(0, index - charactersBefore), index).replace(/\s+/g, ' ')) ||
    (!isWhole.test(words) && isForOther.test(lead.slice(end, end + charactersAfter)))
  );
}

/**
 * Returns the first name that fits the period and is not of another one; the headline has it. If it has no year, the first name of the same
 * part with a year completes it.
 */
function firstSaid(count: Count, period: YearPeriod, lead: string): string | null {
  const names = [...lead.matchAll(count.said)].flatMap(({ 0: words, index }) => {
    const name = isOther(lead, words, index) ? null : nameSaid(words, period, count);
    return name ?? [];
  });
  return (names.find(({ part, hasYear }) => hasYear && part === names[0]!.part) ?? names[0])?.name ?? null;
}

function nameSaid(words: string, period: YearPeriod, count: Count) {
  const part = count.countIn(words);
  if (part === null || (period.quarter !== null && period.quarter !== part)) return null;
  const years = yearsIn(words.replace(/['’](\d\d)\b/, '20$1'));
  const year = years[0] ?? period.year;
  const named = (name: string) => ({ name: `${count.letter}${part} ${name}`, part, hasYear: years.length > 0 });
  if (period.month === null) return year === period.year ? named(`${/fiscal|\bfy/i.test(words) ? 'FY' : ''}${year}`) : null;
  if (isCalendar(period, part, count)) return year === period.year ? named(String(year)) : null;
  // A fiscal year has the number of the calendar year in which it ends, or of the one before. Other years are comparisons.
  const fiscal = fiscalYear(years, period, part, count);
  const least = period.month <= 2 ? period.year - 1 : period.year;
  return Math.abs(fiscal - fiscalYear([], period, part, count)) <= 1 && fiscal >= least ? named(`FY${fiscal}`) : null;
}

/** Returns the month and year of a period's end. The first seven days count to the month before (52- and 53-week years). */
function countedEnd({ year, month, day }: YearPeriod): Pick<YearPeriod, 'year' | 'month'> {
  if (month === null || day === null || day > 7) return { year, month };
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
}

const isCalendar = ({ month }: Period, part: number, { months }: Count): boolean => month === part * months;

/** Returns the stated fiscal year, else the year in which its last part ends. */
function fiscalYear(years: readonly number[], { month, year }: YearPeriod, part: number, { months }: Count): number {
  const said = years[0];
  if (said !== undefined) return said;
  return (month ?? 12) + (12 - part * months) > 12 ? year + 1 : year;
}

function lastDay(period: YearPeriod, lead: string): string | null {
  if (period.month !== null && period.day !== null) return dayText(period.year, period.month, period.day);
  for (const [words] of lead.matchAll(/\b(?:ended|ending|as of)\s+[^.;\n]{6,30}(?:19|20)\d\d/gi)) {
    const date = datesIn(words).find((one) => one.year === period.year && one.day !== null);
    if (date !== undefined && date.day !== null && (period.month === null || period.month === date.month))
      return dayText(period.year, date.month, date.day);
  }
  return null;
}

const dayText = (year: number, month: number, day: number): string | null => calendarDay(year, month, day)?.toString() ?? null;
