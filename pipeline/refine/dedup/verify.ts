/**
 * Two fingerprints in, whether they are one text published twice out, and why. Precision first: a copy
 * that is missed is one row more in its story, a wrong drop is news lost.
 */
import { hashText } from '../text/hash.ts';
import { stemOf } from '../text/stem.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { Marks } from './marks.ts';

export interface Sameness {
  /** Overlap of the titles' words, and of the summaries' runs of three words; null where one is too short to tell. */
  readonly titles: number;
  readonly summaries: number | null;
  /** What they have in common that makes them one text. */
  readonly reason: string;
}

const SUMMARY_SHINGLES_MIN = 6;
/** A title of fewer words says too little to be the same text by itself. */
const TITLE_WORDS_MIN = 5;
const DISTINCT_TITLE_WORDS_MIN = 8;

/** Null where they are two texts. */
export function compareTexts(a: Fingerprint, b: Fingerprint): Sameness | null {
  const titles = jaccard(a.titleSet, b.titleSet);
  if (titles < TITLES_MIN && !shareLeastRuns(a, b)) return null;
  if (contradicts(a, b)) return null;
  const summaries = isTooShort(a) || isTooShort(b) ? null : jaccard(a.shingles, b.shingles);
  const reason = reasonOf(a, b, titles, summaries);
  return reason === null ? null : { titles, summaries, reason };
}

const isTooShort = ({ shingles }: Fingerprint): boolean => shingles.length < SUMMARY_SHINGLES_MIN;

/** Under this overlap of titles only the same lead makes two texts one, and then the least of its runs are the same too (MinHash). */
const TITLES_MIN = 0.3;
const LEAST_RUNS = 6;

const shareLeastRuns = (a: Fingerprint, b: Fingerprint): boolean => a.shingles.subarray(0, LEAST_RUNS).some((run) => has(b.shingles, run));

function reasonOf(a: Fingerprint, b: Fingerprint, titles: number, summaries: number | null): string | null {
  if (sameOrder(a.title, b.title)) {
    const isDistinct = a.title.length >= DISTINCT_TITLE_WORDS_MIN;
    if (summaries === null) return a.title.length >= TITLE_WORDS_MIN && !a.isNotice && saysWhat(a) ? 'same headline' : null;
    if (summaries >= (a.isNotice ? 0.9 : isDistinct && saysWhat(a) ? 0.05 : 0.3)) return 'same headline';
    return null;
  }
  const [shorter, longer] = a.title.length <= b.title.length ? [a.title, b.title] : [b.title, a.title];
  const isEdited = shorter.length >= TITLE_WORDS_MIN && contains(longer, shorter) && longer.length - shorter.length <= 6;
  if (summaries === null) {
    // Without a lead to compare, only small words may differ.
    return shorter.length >= DISTINCT_TITLE_WORDS_MIN && !a.isNotice && differOnlyIn(SMALL_WORDS, a, b) ? 'same headline but for small words' : null;
  }
  if (isEdited && summaries >= 0.4) return 'headline edited at its ends, same lead';
  if (summaries >= 0.75 && titles >= 0.35) return 'headline reworded, same lead';
  if (summaries >= 0.9 && Math.min(a.shingles.length, b.shingles.length) >= 20 && isTold(a, b) && isTold(b, a))
    return 'same lead under another headline';
  return null;
}

/** Stems of words that a headline has or has not and means the same. */
// prettier-ignore
const SMALL_WORDS: ReadonlySet<number> = new Set('a an the to of for in on at by as its it is are was be that this from with and or after amid over says say said will new s'.split(' ').map((word) => hashText(stemOf(word))));

function differOnlyIn(words: ReadonlySet<number>, a: Fingerprint, b: Fingerprint): boolean {
  return a.titleSet.every((word) => words.has(word) || has(b.titleSet, word)) && b.titleSet.every((word) => words.has(word) || has(a.titleSet, word));
}

/** A headline with a name or a number in it; without one it may head a column that appears every day. */
const saysWhat = ({ titleNames, titleMarks }: Fingerprint): boolean => titleNames.length > 0 || titleMarks.numbers.length > 0;

/** What the two cannot both say if they are one text. */
function contradicts(a: Fingerprint, b: Fingerprint): boolean {
  if (!toldBy(a.titleMarks.numbers, b) || !toldBy(b.titleMarks.numbers, a)) return true;
  if (!isTooShort(a) && !isTooShort(b) && !numbersAgree(a.summaryMarks.numbers, b.summaryMarks.numbers)) return true;
  if (differ(a.titleMarks.calendar, b.titleMarks.calendar) || differ(a.summaryMarks.calendar, b.summaryMarks.calendar)) return true;
  if (opposed(a.titleMarks, b.titleMarks)) return true;
  return !sameNames(a, b) || beginDifferently(a, b);
}

/** Same template, another subject: the first word differs on both sides, and what follows is the same. */
function beginDifferently(a: Fingerprint, b: Fingerprint): boolean {
  const [firstA, firstB] = [a.title[0], b.title[0]];
  if (firstA === undefined || firstB === undefined || firstA === firstB) return false;
  return !has(b.titleSet, firstA) && !has(a.titleSet, firstB) && !(has(b.summarySet, firstA) && has(a.summarySet, firstB));
}

/** A name that one title has and the other text has nowhere, on both sides: another company in the same template. */
function sameNames(a: Fingerprint, b: Fingerprint): boolean {
  const onlyA = foreignNames(a, b);
  const onlyB = foreignNames(b, a);
  return !(onlyA > 0 && onlyB > 0) && onlyA <= 2 && onlyB <= 2;
}

function foreignNames(of: Fingerprint, other: Fingerprint): number {
  let foreign = 0;
  for (const name of of.titleNames) if (!has(other.titleSet, name) && !has(other.summarySet, name)) foreign += 1;
  return foreign;
}

function toldBy(numbers: readonly string[], text: Fingerprint): boolean {
  for (const number of numbers) if (!text.titleMarks.numbers.includes(number) && !text.summaryMarks.numbers.includes(number)) return false;
  return true;
}

/** One holds all of the other's: a lead that was cut shorter loses numbers, it does not change them. */
function numbersAgree(a: readonly string[], b: readonly string[]): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  for (const number of fewer) if (!more.includes(number)) return false;
  return true;
}

const differ = (a: readonly string[], b: readonly string[]): boolean => a.length > 0 && b.length > 0 && !numbersAgree(a, b);

const opposed = (a: Marks, b: Marks): boolean => a.directions.length === 1 && b.directions.length === 1 && !numbersAgree(a.directions, b.directions);

/** Half of what a title names stands in the common lead: the lead is the article's own, not its outlet's. */
function isTold(of: Fingerprint, lead: Fingerprint): boolean {
  let told = 0;
  for (const name of of.titleNames) if (has(lead.summarySet, name)) told += 1;
  return of.titleNames.length > 0 && told * 2 >= of.titleNames.length;
}

function sameOrder(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at]);
}

function contains(longer: Int32Array, shorter: Int32Array): boolean {
  for (let from = 0; from + shorter.length <= longer.length; from += 1) {
    let at = 0;
    while (at < shorter.length && longer[from + at] === shorter[at]) at += 1;
    if (at === shorter.length) return true;
  }
  return false;
}

function has(sorted: Int32Array, value: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}

export function jaccard(a: Int32Array, b: Int32Array): number {
  let i = 0;
  let j = 0;
  let shared = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  const union = a.length + b.length - shared;
  return union === 0 ? 0 : shared / union;
}
