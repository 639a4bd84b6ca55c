/** Tells which period a guided figure is of, from the words around it. */
import { quarterIn, yearsIn } from '../terms/period.ts';

const quarterPhrase =
  '(?:first|second|third|fourth|1st|2nd|3rd|4th)[\\s-]+(?:fiscal\\s+)?(?:quarter|qtr)(?:(?:[\\s,]+(?:of|in|for|the|fiscal|year|ending|ended))*[\\s,]+20\\d\\d)?|q[1-4]\\b(?:[\\s,]*(?:of\\s+)?(?:fiscal\\s+|fy\\s?)?20\\d\\d)?';
const yearPhrase =
  'full[\\s-]+(?:fiscal[\\s-]+)?year|(?:fiscal|calendar)(?:[\\s-]+year)?(?:\\s+20\\d\\d)|(?:fiscal|calendar)[\\s-]+year|\\bannual\\b|\\b20\\d\\d\\b';
const periodPhrase = new RegExp(`\\b(?:(${quarterPhrase})|${yearPhrase})`, 'gi');

/** The period named last before the figure at `at`, else the first one behind it: "provided in the third quarter, for the full year of 2010". */
export function periodOf(text: string, at = text.length): string | null {
  const named = [...text.matchAll(periodPhrase)];
  const nearest = named.findLast(({ index }) => index < at) ?? named[0];
  if (nearest === undefined) return null;
  const [words, quarterWords] = nearest;
  const all = yearsIn(text);
  const year = yearsIn(words)[0] ?? (all.length === 1 ? all[0] : null) ?? null;
  const quarter = quarterWords === undefined ? null : quarterIn(quarterWords);
  // "The first quarter of fiscal 2016" lies in 2015 as a rule.
  const lower = text.toLowerCase();
  const isFiscal =
    /\b(?:fiscal|fy)\b/i.test(words) || (year !== null && [`fiscal ${year}`, `fiscal year ${year}`].some((phrase) => lower.includes(phrase)));
  if (quarter !== null) return year === null ? `Q${quarter}` : `Q${quarter} ${isFiscal ? 'FY' : ''}${year}`;
  return year === null ? null : `FY${year}`;
}

/** A year is spoken of, with its number or without. */
export const namesYear = (text: string): boolean => /\b(?:for|in|over) the year\b|\b(?:full|fiscal|calendar)[\s-]+year\b/i.test(text);

/** "The second quarter" under a heading of the second quarter of 2020 is that one. */
export const wholePeriod = (own: string | null, heading: string | null): string | null =>
  own === null || heading?.startsWith(own) === true ? heading : own;
