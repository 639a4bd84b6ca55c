/** Decides whether two articles are the same text. A missed copy is one more row in its story, but a false match drops a real article. */
import { hashText } from '../text/hash.ts';
import { stemOf } from '../text/stem.ts';
import {
  endOf,
  isNotice,
  lengthOf,
  sections,
  startOf,
  titleDirections,
  titleStatistics,
  type Fingerprint,
  type FingerprintSection,
} from './fingerprint.ts';

interface Sameness {
  readonly titles: number;
  /** Jaccard index of the summaries' shingles; null when a summary is too short to compare. */
  readonly summaries: number | null;
  readonly reason: string;
}

const SUMMARY_SHINGLES_MIN = 6;
const TITLE_WORDS_MIN = 5;
const DISTINCT_TITLE_WORDS_MIN = 8;

export function compareTexts(a: Fingerprint, b: Fingerprint): Sameness | null {
  const titles = jaccard(a, b, sections.titleSet);
  if (titles < TITLES_MIN && !shareLeastRuns(a, b)) return null;
  if (contradicts(a, b)) return null;
  const summaries = isTooShort(a) || isTooShort(b) ? null : jaccard(a, b, sections.shingles);
  const reason = reasonOf(a, b, titles, summaries);
  return reason === null ? null : { titles, summaries, reason };
}

const isTooShort = (of: Fingerprint): boolean => lengthOf(of, sections.shingles) < SUMMARY_SHINGLES_MIN;

/** Below this overlap of titles, `b` must have one of the smallest shingle hashes of `a` (MinHash) to be compared. */
const TITLES_MIN = 0.3;
const LEAST_RUNS = 6;

function shareLeastRuns(a: Fingerprint, b: Fingerprint): boolean {
  const from = startOf(a, sections.shingles);
  const to = Math.min(endOf(a, sections.shingles), from + LEAST_RUNS);
  for (let at = from; at < to; at += 1) if (has(b, sections.shingles, a.ints[at] ?? 0)) return true;
  return false;
}

function reasonOf(a: Fingerprint, b: Fingerprint, titles: number, summaries: number | null): string | null {
  const [lengthA, lengthB] = [lengthOf(a, sections.title), lengthOf(b, sections.title)];
  if (sameOrder(a, b)) {
    const isLong = lengthA >= DISTINCT_TITLE_WORDS_MIN;
    if (summaries === null) return lengthA >= TITLE_WORDS_MIN && !isNotice(a) && isSpecific(a) ? 'same headline' : null;
    if (summaries >= (isNotice(a) ? 0.9 : isLong && isSpecific(a) ? 0.05 : 0.3)) return 'same headline';
    return null;
  }
  const [shorter, longer] = lengthA <= lengthB ? [a, b] : [b, a];
  const shorterLength = Math.min(lengthA, lengthB);
  const isEdited = shorterLength >= TITLE_WORDS_MIN && Math.abs(lengthA - lengthB) <= 6 && contains(longer, shorter);
  if (summaries === null) {
    return shorterLength >= DISTINCT_TITLE_WORDS_MIN && !isNotice(a) && addsOnlySmallWords(a, b) && addsOnlySmallWords(b, a)
      ? 'same headline except for small words'
      : null;
  }
  if (isEdited && summaries >= 0.4) return 'headline changed at its start or end, same lead';
  if (summaries >= 0.75 && titles >= 0.35) return 'headline reworded, same lead';
  if (summaries >= 0.9 && Math.min(lengthOf(a, sections.shingles), lengthOf(b, sections.shingles)) >= 20 && hasItsNames(a, b) && hasItsNames(b, a))
    return 'same lead with another headline';
  return null;
}

// prettier-ignore
const SMALL_WORDS: ReadonlySet<number> = new Set('a an the to of for in on at by as its it is are was be that this from with and or after amid over says say said will new s'.split(' ').map((word) => hashText(stemOf(word))));

function addsOnlySmallWords(of: Fingerprint, other: Fingerprint): boolean {
  for (let at = startOf(of, sections.titleSet); at < endOf(of, sections.titleSet); at += 1) {
    const word = of.ints[at] ?? 0;
    if (!SMALL_WORDS.has(word) && !has(other, sections.titleSet, word)) return false;
  }
  return true;
}

/** Returns whether a title has a name, or a number above 20. Without either it may be a daily column: `Five things to know`. */
function isSpecific(of: Fingerprint): boolean {
  if (lengthOf(of, sections.titleNames) > 0) return true;
  for (let at = startOf(of, sections.titleNumbers); at < endOf(of, sections.titleNumbers); at += 1) if (!COUNTS.has(of.ints[at] ?? 0)) return true;
  return false;
}
const COUNTS: ReadonlySet<number> = new Set(Array.from({ length: 21 }, (_, count) => hashText(String(count))));

/** Returns whether the two state facts that one text cannot state. */
function contradicts(a: Fingerprint, b: Fingerprint): boolean {
  if (!hasNumbersIn(a, b) || !hasNumbersIn(b, a)) return true;
  if (!isTooShort(a) && !isTooShort(b) && !marksAgree(a, b, sections.summaryNumbers)) return true;
  if (differ(a, b, sections.titleCalendar) || differ(a, b, sections.summaryCalendar)) return true;
  if (opposed(titleDirections(a), titleDirections(b)) || nameOtherStatistics(a, b)) return true;
  return !sameNames(a, b) || beginDifferently(a, b);
}

/**
 * Returns whether each title begins with a word that the other title lacks, as in one template for two subjects. False when each word is in the
 * other's summary.
 */
function beginDifferently(a: Fingerprint, b: Fingerprint): boolean {
  if (lengthOf(a, sections.title) === 0 || lengthOf(b, sections.title) === 0) return false;
  const [firstA, firstB] = [a.ints[startOf(a, sections.title)] ?? 0, b.ints[startOf(b, sections.title)] ?? 0];
  if (firstA === firstB) return false;
  return (
    !has(b, sections.titleSet, firstA) &&
    !has(a, sections.titleSet, firstB) &&
    !(has(b, sections.summarySet, firstA) && has(a, sections.summarySet, firstB))
  );
}

export const haveOtherActors = (a: Fingerprint, b: Fingerprint): boolean => beginsWithName(a) && beginsWithName(b) && beginDifferently(a, b);
const beginsWithName = (of: Fingerprint): boolean =>
  lengthOf(of, sections.title) > 0 && has(of, sections.titleNames, of.ints[startOf(of, sections.title)] ?? 0);

/** False when each title has a name that the other text lacks (a template for another company), or when one has three such names. */
function sameNames(a: Fingerprint, b: Fingerprint): boolean {
  const onlyA = foreignNames(a, b);
  const onlyB = foreignNames(b, a);
  return !(onlyA > 0 && onlyB > 0) && onlyA <= 2 && onlyB <= 2;
}

function foreignNames(of: Fingerprint, other: Fingerprint): number {
  let foreign = 0;
  for (let at = startOf(of, sections.titleNames); at < endOf(of, sections.titleNames); at += 1) {
    const name = of.ints[at] ?? 0;
    if (!has(other, sections.titleSet, name) && !has(other, sections.summarySet, name)) foreign += 1;
  }
  return foreign;
}

function hasNumbersIn(of: Fingerprint, text: Fingerprint): boolean {
  for (let at = startOf(of, sections.titleNumbers); at < endOf(of, sections.titleNumbers); at += 1) {
    const number = of.ints[at] ?? 0;
    if (!hasMark(text, sections.titleNumbers, number) && !hasMark(text, sections.summaryNumbers, number)) return false;
  }
  return true;
}

/** Returns whether one text has all marks of the other: a shortened lead loses numbers but changes none. */
function marksAgree(a: Fingerprint, b: Fingerprint, part: FingerprintSection): boolean {
  const [fewer, more] = lengthOf(a, part) <= lengthOf(b, part) ? [a, b] : [b, a];
  for (let at = startOf(fewer, part); at < endOf(fewer, part); at += 1) if (!hasMark(more, part, fewer.ints[at] ?? 0)) return false;
  return true;
}

const differ = (a: Fingerprint, b: Fingerprint, part: FingerprintSection): boolean =>
  lengthOf(a, part) > 0 && lengthOf(b, part) > 0 && !marksAgree(a, b, part);

const opposed = (a: number, b: number): boolean => a !== b && (a === 1 || a === 2) && (b === 1 || b === 2);

function nameOtherStatistics(a: Fingerprint, b: Fingerprint): boolean {
  const [left, right] = [titleStatistics(a), titleStatistics(b)];
  return left !== 0 && right !== 0 && (left & right) === 0;
}

/** Returns whether the lead has at least half of the title's names, so that it is about the article and not about its outlet. */
function hasItsNames(of: Fingerprint, lead: Fingerprint): boolean {
  const names = lengthOf(of, sections.titleNames);
  let shared = 0;
  for (let at = startOf(of, sections.titleNames); at < endOf(of, sections.titleNames); at += 1)
    if (has(lead, sections.summarySet, of.ints[at] ?? 0)) shared += 1;
  return names > 0 && shared * 2 >= names;
}

/** Returns whether `text` is a title that quotes the article's headline word for word, and the headline is distinct enough to identify the article. */
export const quotesHeadline = (text: Fingerprint, article: Fingerprint): boolean =>
  lengthOf(article, sections.title) >= TITLE_WORDS_MIN && !isNotice(article) && isSpecific(article) && contains(text, article);

const sameOrder = (a: Fingerprint, b: Fingerprint): boolean => lengthOf(a, sections.title) === lengthOf(b, sections.title) && contains(a, b);

function contains(longer: Fingerprint, shorter: Fingerprint): boolean {
  const length = lengthOf(shorter, sections.title);
  const own = startOf(shorter, sections.title);
  for (let from = startOf(longer, sections.title); from + length <= endOf(longer, sections.title); from += 1) {
    let at = 0;
    while (at < length && longer.ints[from + at] === shorter.ints[own + at]) at += 1;
    if (at === length) return true;
  }
  return false;
}

/** Returns whether a section has a mark. Marks are few and not sorted, so the search is linear. */
function hasMark(of: Fingerprint, part: FingerprintSection, mark: number): boolean {
  for (let at = startOf(of, part); at < endOf(of, part); at += 1) if (of.ints[at] === mark) return true;
  return false;
}

/** Returns whether a sorted section has a value. */
function has(of: Fingerprint, part: FingerprintSection, value: number): boolean {
  const { ints } = of;
  let low = startOf(of, part);
  const end = endOf(of, part);
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ints[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low < end && ints[low] === value;
}

/** Returns the Jaccard index: the size of the intersection divided by the size of the union. */
function jaccard(a: Fingerprint, b: Fingerprint, part: FingerprintSection): number {
  let i = startOf(a, part);
  let j = startOf(b, part);
  const [endA, endB] = [endOf(a, part), endOf(b, part)];
  const union = endA - i + endB - j;
  let shared = 0;
  while (i < endA && j < endB) {
    const left = a.ints[i] ?? 0;
    const right = b.ints[j] ?? 0;
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return union === 0 ? 0 : shared / (union - shared);
}
