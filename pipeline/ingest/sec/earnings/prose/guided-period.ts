/** Finds the period of a guided figure in the words around it. */
import { quarterIn, yearsIn } from '../terms/period.ts';
import { withoutAsides } from './measures.ts';

const quarterPhrase =
  '(?:first|second|third|fourth|1st|2nd|3rd|4th)[\\s-]+(?:fiscal\\s+)?(?:quarter|qtr)(?:(?:[\\s,]+(?:of|in|for|the|fiscal|year|ending|ended))*[\\s,]+20\\d\\d|[\\s,]+of\\s+(?:the|its|our|this)\\s+(?:full\\s+)?(?:fiscal\\s+|calendar\\s+)?year)?|q[1-4]\\b(?:[\\s,]*(?:of\\s+)?(?:fiscal\\s+|fy\\s?)?20\\d\\d)?';
const yearPhrase =
  'full[\\s-]+(?:fiscal[\\s-]+)?year|(?<=\\bfor )the year(?!\\s+(?:ago|ended|before))|(?:fiscal|calendar)(?:[\\s-]+year)?(?:\\s+20\\d\\d)|(?:fiscal|calendar)[\\s-]+year|\\bannual\\b|\\b20\\d\\d\\b';
const periodPhrase = new RegExp(`\\b(?:(${quarterPhrase})|${yearPhrase})`, 'gi');

/** Matches a whole year without a number; it counts, as an unnumbered quarter does. */
const wholeYear = /^(?:full|the year|(?:fiscal|calendar)[\s-]+year)/i;

/** Returns the last period before `at`, else the first one after: "provided in the third quarter, for the full year of 2010". */
export function periodOf(words: string, at = words.length): string | null {
  const text = withoutAsides(words);
  const named = [...text.matchAll(periodPhrase)];
  const nearest = named.findLast(({ index }) => index < at) ?? named[0];
  if (nearest === undefined) return null;
  const [phrase, quarterWords] = nearest;
  const all = yearsIn(text);
  const year = yearsIn(phrase)[0] ?? (all.length === 1 ? all[0] : null) ?? null;
  const quarter = quarterWords === undefined ? null : quarterIn(quarterWords);
  // "The first quarter of fiscal 2016" usually lies in 2015.
  const lower = text.toLowerCase();
  const isFiscal =
    /\b(?:fiscal|fy)\b/i.test(phrase) || (year !== null && [`fiscal ${year}`, `fiscal year ${year}`].some((one) => lower.includes(one)));
  if (quarter !== null) return year === null ? `Q${quarter}` : `Q${quarter} ${isFiscal ? 'FY' : ''}${year}`;
  if (year === null) return wholeYear.test(phrase) ? 'FY' : null;
  return `FY${year}`;
}

/** Returns the heading's period when it completes the own one: "the second quarter" under "the second quarter of 2020". */
export const wholePeriod = (own: string | null, heading: string | null): string | null =>
  own === null || heading?.startsWith(own) === true ? heading : own;
