/**
 * Measures the dateline that opens a press release (place, date, newswire): `HARTFORD, Conn., Apr. 29, 2020 –`, `April 29, 2020 - FORT
 * WORTH, TX -`, `BOSTON --`, `AURORA, ILLINOIS... (April 15, 1999) ...`, `SAN JOSE, Calif., June 30 /PRNewswire-FirstCall/ --`.
 */
import { monthPattern } from '../../dates.ts';

const month = `(?:${monthPattern}|${monthPattern.toUpperCase()})\\b\\.?`;
export const datePattern = `(?:${month}\\s+\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+\\d{4})?|\\d{1,2}(?:st|nd|rd|th|,)?\\s+${month},?(?:\\s+\\d{4})?)`;
const wirePattern =
  '(?:pr ?newswire|business ?wire|globe ?newswire|prime ?newswire|market ?wired?|accesswire|cnw|canada newswire|newsfile|xinhua(?:-prnewswire)?|dgap|ftn|comtex)';
const gap = '(?:[-–—]+|\\.{2,}|…|[:/])';

const inHead = new RegExp(`^(.{0,110}?)\\(?\\b(${datePattern})`);
/** Matches punctuation and newswire names between the date and the first words. */
const afterDate = new RegExp(
  `^\\s*[,.]?\\s*\\)?(?:\\s*${gap})*\\s*(?:[(/–—-]*\\s*${wirePattern}[^)/–—]{0,40}[)/]*)?(?:\\s*${gap})*\\s*(?:via\\s+\\S+\\s*)?(?:\\([^()]{2,40}:[^()]{1,40}\\)\\s*${gap}+\\s*)?`,
  'i',
);
const placeAfter = /^\p{Lu}[\p{L} .,]{2,40}\s*(?:-{1,3}|[–—])\s+(?=[\p{Lu}“"])/u;
const wireOnly = new RegExp(`^.{0,90}?[(/]\\s*${wirePattern}[^)/]{0,40}[)/]\\s*${gap}*\\s*`, 'i');
const placeOnly = /^\p{Lu}[\p{Lu} .’'&-]{2,50}(?:,\s*\p{Lu}[\p{L}. ]{1,24})?,?\s*(?:-{2,20}|[–—]|\.{3}|…| - )\s*(?=[“"\p{Lu}])/u;
/** Matches the first word of a sentence: a date near it is not a dateline. */
const opensSentence = /^(?:on|for|in|as of|at|during|by|since|the|effective|our|we|this|that)\b/i;

/** Matches words that no place or newswire contains: a date after them belongs to the text. */
const textWords =
  /\b(?:today|announced?|reported|results?|ended|ending|for|to|has|have|is|was|that|will|periods?|quarter|half|months|weeks|year|statements?|at|as|highlights|sheets?|financial|through|since|until)\b/i;

/** Returns the length of a dateline with a date, in characters; 0 if there is none. */
export function datedLength(text: string): number {
  const dated = inHead.exec(text);
  if (dated === null || opensSentence.test(text) || textWords.test(dated[1] ?? '')) return 0;
  const end = dated[0].length;
  const after = afterDate.exec(text.slice(end))?.[0] ?? '';
  // Without punctuation after it the date is part of a sentence.
  if (!/[-–—.…:/)]/.test(after)) return 0;
  const at = end + after.length;
  return at + (placeAfter.exec(text.slice(at))?.[0].length ?? 0);
}

/** Returns the length of the dateline with or without a date, in characters; 0 if there is none. A headline in capitals may pass for a place. */
export const datelineLength = (text: string): number =>
  datedLength(text) || (wireOnly.exec(text)?.[0].length ?? placeOnly.exec(text)?.[0].length ?? 0);
