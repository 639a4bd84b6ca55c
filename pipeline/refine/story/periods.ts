/** Finds the periods that a text reports on: years, and quarters (the second for half a year). Reports on two periods are two events. */

const ENDS: ReadonlyMap<string, number> = new Map(
  ['1 first 1st', '2 second 2nd', '3 third 3rd', '4 fourth 4th final'].flatMap((names, quarter) =>
    names.split(' ').map((name) => [name, 1 << quarter]),
  ),
);
const [HALF_YEAR, NINE_MONTHS, WHOLE_YEAR] = [1 << 1, 1 << 2, 1 << 3] as const;
const YEARS_FROM = 4;
const [QUARTERS_MASK, YEARS_MASK] = [0b1111, 0b1111_1111 << YEARS_FROM] as const;
export const PERIODS_MASK = QUARTERS_MASK | YEARS_MASK;

const REPORTED = '(?:results?|earnings|profits?|sales|revenues?|income|loss(?:es)?)';
const QUARTER = /\bf?q([1-4])\b|\b([1-4])q|\b(first|second|third|fourth|final|1st|2nd|3rd|4th)[- ](?:fiscal[- ])?(?:quarter|qtr)/gi;
const HALF = /\b(?:(first|second)[- ]half|h([12])|(?:half[- ]year(?:ly)?|six[- ]months?))\b/gi;
const NINE = /\bnine[- ]months?\b/i;
const YEAR = new RegExp(String.raw`\b(?:full[- ]year|annual|yearly)(?: (?:fiscal|net|operating|20\d\d)){0,2} ${REPORTED}\b`, 'i');
/** Matches `fiscal 2025`, `FY25`, `Q2 2025`, `2025 results`. */
const DATED = new RegExp(
  String.raw`\bfy ?['’]?(?:20)?(\d\d)\b|\b(?:fiscal(?: year)?|f?q[1-4]|[1-4]q|quarter|half|full[- ]year|year) 20(\d\d)\b|\b20(\d\d) (?:fiscal |annual |full[- ]year |[a-z]+[- ]quarter )?${REPORTED}\b`,
  'gi',
);
/** Words for expectations, which mostly concern another period than the results. */
const EXPECTED = /\b(?:sees|guid\w+|outlook|expects?|predict\w*|project(?:s|ed|ions?)|forecast\w*|targets?|warn\w*)\b/i;

/** Returns the bits of the periods that a text names, or 0 when it names none or an expectation. */
export function periodsIn(text: string): number {
  let bits = 0;
  for (const [, ...names] of text.matchAll(QUARTER)) bits |= ENDS.get(firstOf(names)) ?? 0;
  for (const [, ...names] of text.matchAll(HALF)) bits |= /second|2/.test(firstOf(names)) ? WHOLE_YEAR : HALF_YEAR;
  if (NINE.test(text)) bits |= NINE_MONTHS;
  if (YEAR.test(text)) bits |= WHOLE_YEAR;
  for (const [, ...years] of text.matchAll(DATED)) bits |= 1 << (YEARS_FROM + (Number(firstOf(years)) & 7));
  return bits !== 0 && EXPECTED.test(text) ? 0 : bits;
}

const firstOf = (names: readonly (string | undefined)[]): string => names.find((name) => name !== undefined)?.toLowerCase() ?? '';

/** Returns whether both name quarters, else years, and none in common. Quarters come first, because fiscal years have other numbers. */
export const areOtherPeriods = (a: number, b: number): boolean => {
  const mask = (a & b & QUARTERS_MASK) !== 0 ? 0 : (a & QUARTERS_MASK) !== 0 && (b & QUARTERS_MASK) !== 0 ? QUARTERS_MASK : YEARS_MASK;
  return (a & mask) !== 0 && (b & mask) !== 0 && (a & b & mask) === 0;
};
