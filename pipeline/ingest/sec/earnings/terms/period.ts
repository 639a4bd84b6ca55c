/** Reads the period that a heading names: its duration and its end. */
import { monthNumber, monthPattern } from '../../../dates.ts';
import { memoise } from './memoise.ts';

export interface Period {
  /** Duration: 3, 6, 9 or 12; null if no word states it. */
  readonly months: number | null;
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  /** Quarter 1-4 if the heading counts quarters, else null. */
  readonly quarter: number | null;
}

const monthWord = `(${monthPattern})`;
const monthDay = new RegExp(
  `\\b${monthWord}\\.?(?:\\s*(\\d{1,2}))?(?:\\s*[/-]\\s*\\d{1,2})?(?:st|nd|rd|th)?(?:\\b|(?<=\\.)\\s*\\b)[\\s,]*((?:19|20)\\d\\d|['’]\\d\\d\\b|(?<=[a-z]\\.?[-\\s])\\d\\d$)?`,
  'gi',
);
const dayMonth = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.?\\s+${monthWord}\\.?[\\s,]*((?:19|20)\\d\\d)?`, 'gi');
const numeric = /\b(\d{1,2})[/.](\d{1,2})[/.]((?:19|20)?\d\d)\b/g;
const iso = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/;

const ordinals: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, '1st': 1, '2nd': 2, '3rd': 3, '4th': 4 };

const durations: readonly (readonly [RegExp, number])[] = [
  [/\b(?:three|3)[\s-]*months?\b|(?<![$€£¥\d.,])\b3m\b/i, 3],
  [/\b(?:thirteen|fourteen|13|14)[\s-]*weeks?\b/i, 3],
  [
    /\b(?:six|6)[\s-]*months?\b|(?<![$€£¥\d.,])\b6m\b|\b(?:twenty[\s-]?six|twenty[\s-]?seven|26|27)[\s-]*weeks?\b|\bhalf[\s-]?year\b|\b(?:first|second|1st|2nd)\s+half\b|\b[12]h\b|\bh[12]\b/i,
    6,
  ],
  [/\b(?:nine|9)[\s-]*months?\b|(?<![$€£¥\d.,])\b9m\b|\b(?:thirty[\s-]?nine|forty|39|40)[\s-]*weeks?\b/i, 9],
  [/\b(?:twelve|12)[\s-]*months?\b|(?<![$€£¥\d.,])\b12m\b|\b(?:fifty[\s-]?two|fifty[\s-]?three|52|53)[\s-]*weeks?\b/i, 12],
];
const quarterWord = /\b(?:quarters?|quarterly|qtr\.?|q[1-4]|[1-4]q)(?:\b|(?=\d))/i;
const yearWord = /\b(?:years?|annual|fiscal|fy)\b|\bfy(?=\d)/i;
const toDate = /\byear[\s-]to[\s-]date\b|\bytd\b/i;

/** Matches numbers that share the word after the last one: "Three and nine months", "3, 6 and 12 months". */
const shared = /\b(three|six|nine|twelve|3|6|9|12)(?=(?:\s*(?:,|and|&|\/)\s*(?:three|six|nine|twelve|3|6|9|12)\b){1,4}[\s-]*months?\b)/gi;
const monthsNamed: Readonly<Record<string, number>> = { three: 3, six: 6, nine: 9, twelve: 12, '3': 3, '6': 6, '9': 9, '12': 12 };
/** Matches a quarter and a year: "Fourth quarter and full year" names both, "third quarter of fiscal year" only one. */
const quarterAndYear = /\bquarters?(?:\s+ended)?\s*(?:and|&|,)\s*(?:the\s+|full[\s-]+|fiscal\s+)*(?:year|annual)/i;

/** Returns the durations that the words name, in months, each once. */
export const durationsIn = memoise((words: string): readonly number[] => {
  const lengths = durations.filter(([pattern]) => pattern.test(words)).map(([, months]) => months);
  for (const [, number = ''] of words.matchAll(shared)) {
    const months = monthsNamed[number.toLowerCase()];
    if (months !== undefined && !lengths.includes(months)) lengths.push(months);
  }
  if (quarterWord.test(words) && !lengths.includes(3)) lengths.push(3);
  if (quarterAndYear.test(words) && !lengths.includes(12)) lengths.push(12);
  if (!lengths.includes(12) && !lengths.includes(3) && yearWord.test(words) && !toDate.test(words)) lengths.push(12);
  return lengths;
});

/** Returns the duration in months if the words name exactly one, else null. A year beside a quarter is the quarter's year. */
export function monthsIn(words: string): number | null {
  if (toDate.test(words)) return null;
  const lengths = durationsIn(words);
  return lengths.length === 1 ? (lengths[0] ?? null) : null;
}

const fullYear = (text: string): number => {
  const year = Number(text.replace(/\D/g, ''));
  return year >= 100 ? year : year >= 70 ? 1900 + year : 2000 + year;
};

export interface DateFound {
  readonly year: number | null;
  readonly month: number;
  readonly day: number | null;
}

/** Returns the dates in the words, with or without day and year. */
export const datesIn = memoise((words: string): readonly DateFound[] => {
  if (!/[a-z/.-]/i.test(words)) return [];
  const dates: DateFound[] = [];
  const isoDate = iso.exec(words);
  if (isoDate !== null) dates.push({ year: Number(isoDate[1]), month: Number(isoDate[2]), day: Number(isoDate[3]) });
  for (const [, first = '', second = '', year = ''] of words.matchAll(numeric)) {
    const [month, day] = Number(first) > 12 || words.includes('.') ? [Number(second), Number(first)] : [Number(first), Number(second)];
    if (month >= 1 && month <= 12 && day <= 31) dates.push({ year: fullYear(year), month, day });
  }
  for (const [, name = '', day, year] of words.matchAll(monthDay))
    dates.push({ month: monthNumber(name)!, day: day === undefined ? null : Number(day), year: year === undefined ? null : fullYear(year) });
  if (dates.every((date) => date.day === null))
    for (const [, day = '', name = '', year] of words.matchAll(dayMonth))
      dates.unshift({ month: monthNumber(name)!, day: Number(day), year: year === undefined ? null : fullYear(year) });
  return dates;
});

export const isSameDay = (one: DateFound, other: DateFound): boolean =>
  one.month === other.month && one.day === other.day && (one.year === null || other.year === null || one.year === other.year);

/** Returns the number of the first quarter that the words name; null if there is none. */
export function quarterIn(words: string): number | null {
  const match =
    /\bq([1-4])(?!\d)|\b([1-4])q(?![a-z])|\b(first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+(?:\w+[\s-]+)?(?:fiscal\s+)?(?:quarter|qtr)/i.exec(
      words,
    );
  if (match === null) return /\bq[1-4](?=\d\d)/i.test(words) ? Number(/q([1-4])/i.exec(words)?.[1]) : null;
  return match[3] === undefined ? Number(match[1] ?? match[2]) : (ordinals[match[3].toLowerCase()] ?? null);
}

/** Matches years: four digits, or two after a quarter, half or "FY". */
const yearPattern = /(?<![\d.,$])((?:19|20)\d\d)(?![\d,]*\d|%|\.\d|-\d)|\b(?:q[1-4]|[1-4]q|fy|[12]h|h[12])\s?['’]?\s?(\d\d)(?!\d)/gi;
const yearMentions = (words: string): number[] => [...words.matchAll(yearPattern)].map((match) => fullYear(match[1] ?? match[2] ?? ''));

export const yearsIn = memoise((words: string): readonly number[] => [...new Set(yearMentions(words))]);

/**
 * Returns the period in a column's heading, whose lines are joined from top to bottom. The last year is the column's own: below "13 weeks
 * ended July 3, 2004 and June 28, 2003" the lines "2004" and "2003" decide.
 */
export function readPeriod(words: string): Period {
  const dates = datesIn(words);
  const lastYear = yearMentions(words).at(-1) ?? null;
  const dated = (lastYear === null ? undefined : dates.find((date) => date.year === lastYear)) ?? dates[dates.length - 1] ?? null;
  return {
    months: monthsIn(words),
    year: lastYear ?? dated?.year ?? null,
    month: dated?.month ?? null,
    day: dated?.day ?? null,
    quarter: quarterIn(words),
  };
}

/** Matches words of periods and units; the other words of a heading say what else the column is. */
const dressing = new RegExp(
  [
    monthDay.source,
    '\\b(?:three|six|nine|twelve|thirteen|fourteen|twenty[\\s-]?(?:six|seven)|thirty[\\s-]?nine|forty|fifty[\\s-]?(?:two|three)|3|6|9|12|13|14|26|27|39|40|52|53)[\\s-]*(?:months?|weeks?)',
    '\\b(?:for|the|of|and|as|at|in|ended|ending|end|months?|weeks?|periods?|quarters?|quarterly|qtrs?|years?|fiscal|fy|q[1-4]|[1-4]q|h[12]|[12]h|half|first|second|third|fourth|1st|2nd|3rd|4th|full|unaudited|audited|year[\\s-]to[\\s-]date|ytd|except|per|share|data|amounts?|thousands?|millions?|billions?|dollars?|us|usd|eur|euros?|rmb|cny|cad|cdn|gbp|consolidated|total|actual|reported|as reported|gaap|ifrs|restated|revised|recast|current|prior|previous|dollar|dollars|notes?|translation|convenience|3m|6m|9m|12m)\\b',
    '[\\d\\W_]+',
  ].join('|'),
  'gi',
);
/** Returns the words of a heading that name neither period nor unit. */
export const restOf = (words: string): string => words.replace(dressing, ' ').replace(/\s+/g, ' ').trim();
