/** Computes the fingerprint by which near-duplicates are found. It uses served texts alone, because it is recomputed from log records. */
import { peopleAndPlaces, rareNouns } from '../tickers/homonyms/homonyms.ts';
import { mixHashes } from '../text/hash.ts';
import { lexemeOf, wordTest } from '../text/lexeme.ts';
import { statisticsNamed } from '../text/statistics.ts';
import { wordsOf, wordsUpTo, type Words } from '../text/words.ts';
import { outletDomain } from '../normalise/outlets.ts';
import { marksOf } from './marks.ts';

export interface ServedWords {
  readonly title: Words;
  readonly summary: Words;
}

/** Lists of integers in one array, to save memory: 200,000 articles have a fingerprint. Read it with startOf and endOf. */
export interface Fingerprint {
  readonly ints: Int32Array;
  /** Index in `ints` where the fingerprint begins, with the end of each section, the flags, then the sections. */
  readonly at: number;
}

/** Number of each section. Words are stemmed and hashed, marks are hashed (marks.ts). A set is sorted. */
export const sections = {
  title: 0,
  titleSet: 1,
  /** The title's words that may be names, a set. */
  titleNames: 2,
  /** Hashes of each three successive words of the summary, a set. */
  shingles: 3,
  summarySet: 4,
  titleNumbers: 5,
  titleCalendar: 6,
  summaryNumbers: 7,
  summaryCalendar: 8,
} as const;
export type FingerprintSection = (typeof sections)[keyof typeof sections];

const [DIRECTIONS_AT, CURRENCIES_AT, IS_NOTICE_AT, STATISTICS_AT, HEAD_LENGTH] = [9, 10, 11, 12, 13] as const;

export const startOf = ({ ints, at }: Fingerprint, part: FingerprintSection): number => at + (part === 0 ? HEAD_LENGTH : (ints[at + part - 1] ?? 0));
export const endOf = ({ ints, at }: Fingerprint, part: FingerprintSection): number => at + (ints[at + part] ?? 0);
export const lengthOf = (fingerprint: Fingerprint, part: FingerprintSection): number => endOf(fingerprint, part) - startOf(fingerprint, part);

/** Returns the direction bits of the title (text/lexeme.ts). */
export const titleDirections = ({ ints, at }: Fingerprint): number => ints[at + DIRECTIONS_AT] ?? 0;
/** Returns the currency bits of the title (marks.ts). */
export const titleCurrencies = ({ ints, at }: Fingerprint): number => ints[at + CURRENCIES_AT] ?? 0;
/** Returns the bits of the statistics that the title names (text/statistics.ts). */
export const titleStatistics = ({ ints, at }: Fingerprint): number => ints[at + STATISTICS_AT] ?? 0;
/** Whether the title is a recurring notice, such as `Form 8-K`, whose headline does not prove the same text. */
export const isNotice = ({ ints, at }: Fingerprint): boolean => ints[at + IS_NOTICE_AT] === 1;
export const intsOf = (fingerprint: Fingerprint): Int32Array =>
  fingerprint.ints.subarray(fingerprint.at, endOf(fingerprint, sections.summaryCalendar));

/** Matches labels of versions of a story: `UPDATE 1-`, `BRIEF-`, `(CORRECTED)`, `EXCLUSIVE:`. */
const VERSION =
  /^\s*(?:\(?(?:UPDATE|WRAPUP|CORRECTED|REFILE|BRIEF|EXCLUSIVE|BREAKING|RPT|REPEAT|FACTBOX|ADVISORY|DEALTALK|FOCUS|INSIGHT|LEAD|JUST IN|DEVELOPING|LIVE|VIDEO|WATCH|Update|Exclusive|Breaking|Corrected|Correction|Video|Watch|Just in|Live)\)?(?:\s+\d{1,2})?(?:\s+NEWS)?\s*[-–—:|]+\s*)+/;
const TRAILER =
  /(?<!\s)\s*(?:\((?:UPDATE[D]?(?:\s?\d)?|Update[d]?(?:\s?\d)?|VIDEO|Video|video|CORRECTED|Corrected)\)|[-–—:|]\s*(?:sources?|report|reports|WSJ|NYT|FT|CNBC|Bloomberg|Reuters|update|video|live updates?))\s*$/i;
const SEPARATOR = /(?<!\s)\s+[-–—|·»•]{1,2}\s+/;

// prettier-ignore
const NOTICE =
  /\b(?:form|schedule)\s?(?:3|4|5|144|8-?k|6-?k|10-?[kq]|20-?f|13[dgf]|s-?[1348]|f-?[1346]|424b\d?|def\s?14a)\b|\bfiles?\s(?:an?\s)?(?:form\s)?(?:8-?k|10-?[kq]|6-?k|s-?[13])\b|\b(?:transactions? in own (?:shares|securities)|holdings?(?:\(s\))? in company|net asset values?(?:\(s\))?|pdmr|total voting rights|form 8(?:\.\d)?|rule 8\.\d|notice of (?:agm|egm|annual|meeting)|share (?:buyback|repurchase) (?:programme|program|transactions?)|block listing|director dealing|price monitoring extension|trading halts?|daily (?:estimated )?nav)\b/i;

/** Every addition that bareTitle removes has one of these characters. */
const FRAMED = /[-–—|·»•:(]/;

/** Returns a title without version labels and without an outlet's name at either end. */
function bareTitle(title: string): string {
  if (!FRAMED.test(title)) return title;
  let bare = title.replace(VERSION, '');
  for (let pass = 0; pass < 2; pass += 1) {
    const pieces = bare.split(SEPARATOR);
    const last = pieces.at(-1) ?? '';
    const first = pieces[0] ?? '';
    if (pieces.length > 1 && last.length < 40 && outletDomain(last.replace(/^(?:source|via):?\s+/i, '')) !== null)
      bare = bare.slice(0, bare.length - last.length).replace(/(?<!\s)\s+[-–—|·»•]{1,2}\s+$/, '');
    else if (pieces.length > 1 && first.length < 40 && outletDomain(first) !== null)
      bare = bare.slice(first.length).replace(/^\s+[-–—|·»•]{1,2}\s+/, '');
    bare = bare.replace(TRAILER, '');
  }
  return bare === '' ? title : bare;
}

export interface ServedText {
  readonly words: ServedWords;
  readonly fingerprint: Fingerprint;
}

/** Cache of the last result, because an article that was just decided is added to the window next. */
let last: { readonly title: string; readonly summary: string; readonly served: ServedText } | null = null;

/** Returns words and fingerprint of a title and a summary; `known` has words that were already read. */
export function wordsAndFingerprint(title: string, summary: string, known?: { readonly title: Words; readonly lead: Words }): ServedText {
  if (last !== null && last.title === title && last.summary === summary) return last.served;
  const bare = bareTitle(title);
  const words: ServedWords = {
    title: known?.title.text === bare ? known.title : wordsOf(bare),
    summary: known === undefined ? wordsOf(summary) : summaryWords(known.lead, summary),
  };
  const served = { words, fingerprint: fingerprintOf(title, words) };
  last = { title, summary, served };
  return served;
}

/** Returns the summary's words. They are taken from the lead's words when the summary is the beginning of the lead, as it usually is. */
function summaryWords(lead: Words, summary: string): Words {
  if (!lead.text.startsWith(summary) || (lead.text.length > summary.length && lead.text[summary.length] !== ' ')) return wordsOf(summary);
  return lead.text.length === summary.length ? lead : wordsUpTo(lead, summary.length);
}

let scratch = new Int32Array(1 << 12);

function fingerprintOf(title: string, words: ServedWords): Fingerprint {
  const lengthMax = HEAD_LENGTH + 5 * words.title.lexemes.length + 4 * words.summary.lexemes.length;
  if (lengthMax > scratch.length) scratch = new Int32Array(2 * lengthMax);
  const ints = scratch;
  let end = putStems(ints, HEAD_LENGTH, words.title);
  ints[sections.title] = end;
  ints.copyWithin(end, HEAD_LENGTH, end);
  end = ints[sections.titleSet] = sortedSet(ints, end, 2 * end - HEAD_LENGTH);
  end = ints[sections.titleNames] = sortedSet(ints, end, putNames(ints, end, words.title));
  const stemsAt = end;
  // The shingles overwrite the stems that they are made from, so the stems are copied and written back after them.
  const stemsEnd = putStems(ints, stemsAt, words.summary);
  const stems = ints.slice(stemsAt, stemsEnd);
  end = ints[sections.shingles] = sortedSet(ints, stemsAt, putShingles(ints, stemsAt, stems));
  ints.set(stems, end);
  end = ints[sections.summarySet] = sortedSet(ints, end, end + stems.length);
  const titleMarks = marksOf(words.title);
  const summaryMarks = marksOf(words.summary);
  end = ints[sections.titleNumbers] = put(ints, end, titleMarks.numbers);
  end = ints[sections.titleCalendar] = put(ints, end, titleMarks.calendar);
  end = ints[sections.summaryNumbers] = put(ints, end, summaryMarks.numbers);
  end = ints[sections.summaryCalendar] = put(ints, end, summaryMarks.calendar);
  ints[DIRECTIONS_AT] = titleMarks.directions;
  ints[CURRENCIES_AT] = titleMarks.currencies;
  ints[IS_NOTICE_AT] = NOTICE.test(title) ? 1 : 0;
  ints[STATISTICS_AT] = statisticsNamed(title);
  return { ints: ints.slice(0, end), at: 0 };
}

const mayBeName = wordTest((word) => {
  if (word.length < 2 || /^[$€£\d]/.test(word)) return false;
  return lexemeOf(word).perMillion === 0 || rareNouns.has(word) || peopleAndPlaces.has(word);
});

function putStems(ints: Int32Array, at: number, { lexemes }: Words): number {
  for (let i = 0; i < lexemes.length; i += 1) ints[at + i] = lexemes[i]?.stem ?? 0;
  return at + lexemes.length;
}

function putNames(ints: Int32Array, at: number, { lexemes }: Words): number {
  let end = at;
  for (const lexeme of lexemes) {
    if (!mayBeName(lexeme)) continue;
    ints[end] = lexeme.stem;
    end += 1;
  }
  return end;
}

function putShingles(ints: Int32Array, at: number, stems: Int32Array): number {
  const count = Math.max(0, stems.length - 2);
  for (let i = 0; i < count; i += 1) ints[at + i] = mixHashes(mixHashes(stems[i] ?? 0, stems[i + 1] ?? 0), stems[i + 2] ?? 0);
  return at + count;
}

function put(ints: Int32Array, at: number, values: readonly number[]): number {
  for (let i = 0; i < values.length; i += 1) ints[at + i] = values[i] ?? 0;
  return at + values.length;
}

/** Maximum length of a range that is sorted by insertion, which is faster for short ranges. */
const INSERTED_MAX = 24;

/** Sorts the integers in this range and removes repeated ones. Returns the new end. */
function sortedSet(ints: Int32Array, from: number, to: number): number {
  if (to - from > INSERTED_MAX) ints.subarray(from, to).sort();
  else {
    for (let i = from + 1; i < to; i += 1) {
      const value = ints[i] ?? 0;
      let at = i;
      for (; at > from && (ints[at - 1] ?? 0) > value; at -= 1) ints[at] = ints[at - 1] ?? 0;
      ints[at] = value;
    }
  }
  let end = from;
  for (let i = from; i < to; i += 1) {
    const value = ints[i] ?? 0;
    if (i > from && value === ints[end - 1]) continue;
    ints[end] = value;
    end += 1;
  }
  return end;
}
