/** Finds the period of a guided figure in the words around it. */
import { quarterIn, yearsIn } from '../terms/period.ts';
import { withoutAsides } from './measures.ts';

const quarterPhrase =
  "(?:first|second|third|fourth|1st|2nd|3rd|4th)[\\s-]+(?:fiscal\\s+)?(?:quarter|qtr)(?:(?:[\\s,]+(?:of|in|for|the|fiscal|year|ending|ended))*[\\s,]+20\\d\\d|[\\s,]+of\\s+(?:the|its|our|this)\\s+(?:full\\s+)?(?:fiscal\\s+|calendar\\s+)?year)?|q[1-4]\\b(?:[\\s,]*(?:of\\s+)?(?:fiscal\\s+|fy\\s?)?(?:20\\d\\d|(?:fy\\s?|[’'])\\d\\d))?|q[1-4]\\d\\d\\b|[1-4]q\\s?[’']?(?:20)?\\d\\d";
const yearPhrase =
  "full[\\s-]+(?:fiscal[\\s-]+)?year|(?<=\\bfor )the year(?!\\s+(?:ago|ended|before))|(?:fiscal|calendar)(?:[\\s-]+year)?(?:\\s+20\\d\\d)|(?:fiscal|calendar)[\\s-]+year|\\bannual\\b|fy\\s?[’']?(?:20)?\\d\\d|\\b20\\d\\d\\b";
const periodPhrase = new RegExp(`\\b(?:(${quarterPhrase})|${yearPhrase})`, 'gi');

/** Matches a year without a number, which is a period like a quarter without a number. */
const wholeYear = /^(?:full|the year|(?:fiscal|calendar)[\s-]+year)/i;

const isBase =
  /\b(?:versus|vs\.?|over|than|against|compared (?:to|with)|from)\s+(?:(?:the|its|our|full|fiscal|actual|reported|year|results? (?:of|for|in))[\s-]+)*$/i;
/** Matches a quarter that is named only by its end, not by its number in the fiscal year. */
const quarterEnd =
  /\b(?:(?:three|3)[\s-]+months?|quarter|thirteen weeks|13 weeks)\s+end(?:ing|ed|s)\s+(?:on\s+)?([a-z]+\.? \d{1,2},? 20\d\d)|\b((?:january|february|march|april|may|june|july|august|september|october|november|december) 20\d\d) quarter\b/i;

/** Returns a date with its month in lower case but for the first letter; a heading may have it in capitals. */
const withMonthInLowerCase = (date: string): string => `${date.slice(0, 1).toUpperCase()}${date.slice(1).toLowerCase()}`;

/** Returns the last period before `at`, else the first one after: "provided in the third quarter, for the full year of 2010". */
export function periodOf(words: string, at = words.length): string | null {
  const text = withoutAsides(words);
  const quarter = quarterEnd.exec(text);
  if (quarter !== null && quarterIn(text) === null)
    return `quarter to ${withMonthInLowerCase((quarter[1] ?? quarter[2] ?? '').replace(/\s+/g, ' '))}`;
  const named = [...text.matchAll(periodPhrase)].filter(({ index }) => !isBase.test(text.slice(0, index)));
  const nearest = named.findLast(({ index }) => index < at) ?? named[0];
  if (nearest === undefined) return null;
  const [phrase, quarterWords] = nearest;
  const isNamedFiscal = /\b(?:fiscal|fy)\s*$/i.test(text.slice(0, nearest.index));
  const all = yearsIn(text);
  const year = yearsIn(phrase)[0] ?? (all.length === 1 ? all[0] : null) ?? null;
  const number = quarterWords === undefined ? null : quarterIn(quarterWords);
  // The first quarter of fiscal 2016 usually lies in 2015, so `FY` is part of the name.
  const lower = text.toLowerCase();
  const isFiscal =
    isNamedFiscal ||
    /\b(?:fiscal|fy)\b/i.test(phrase) ||
    (year !== null && [`fiscal ${year}`, `fiscal year ${year}`].some((one) => lower.includes(one)));
  if (number !== null) return year === null ? `Q${number}` : `Q${number} ${isFiscal ? 'FY' : ''}${year}`;
  if (year === null) return wholeYear.test(phrase) ? 'FY' : null;
  return `FY${year}`;
}

/** Returns the heading's period if it completes the sentence's ("the second quarter" under "the second quarter of 2020"), else the latter. */
export const wholePeriod = (own: string | null, heading: string | null): string | null =>
  own === null || heading?.startsWith(own) === true ? heading : own;
