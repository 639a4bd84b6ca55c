/**
 * Decides whether two fingerprints are of one text published twice, and why. Favours precision: a missed copy is one
 * more row in its story, a false match drops a real article.
 */
import { hashText } from '../text/hash.ts';
import { stemOf } from '../text/stem.ts';
import { endOf, isNotice, lengthOf, parts, startOf, titleDirections, type Fingerprint, type Part } from './fingerprint.ts';

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
  const titles = jaccard(a, b, parts.titleSet);
  if (titles < TITLES_MIN && !shareLeastRuns(a, b)) return null;
  if (contradicts(a, b)) return null;
  const summaries = isTooShort(a) || isTooShort(b) ? null : jaccard(a, b, parts.shingles);
  const reason = reasonOf(a, b, titles, summaries);
  return reason === null ? null : { titles, summaries, reason };
}

const isTooShort = (of: Fingerprint): boolean => lengthOf(of, parts.shingles) < SUMMARY_SHINGLES_MIN;

/** Under this overlap of titles only the same lead makes two texts one, and then the least of its runs are the same too (MinHash). */
const TITLES_MIN = 0.3;
const LEAST_RUNS = 6;

function shareLeastRuns(a: Fingerprint, b: Fingerprint): boolean {
  const from = startOf(a, parts.shingles);
  const to = Math.min(endOf(a, parts.shingles), from + LEAST_RUNS);
  for (let at = from; at < to; at += 1) if (has(b, parts.shingles, a.ints[at] ?? 0)) return true;
  return false;
}

function reasonOf(a: Fingerprint, b: Fingerprint, titles: number, summaries: number | null): string | null {
  const [lengthA, lengthB] = [lengthOf(a, parts.title), lengthOf(b, parts.title)];
  if (sameOrder(a, b)) {
    const isDistinct = lengthA >= DISTINCT_TITLE_WORDS_MIN;
    if (summaries === null) return lengthA >= TITLE_WORDS_MIN && !isNotice(a) && saysWhat(a) ? 'same headline' : null;
    if (summaries >= (isNotice(a) ? 0.9 : isDistinct && saysWhat(a) ? 0.05 : 0.3)) return 'same headline';
    return null;
  }
  const [shorter, longer] = lengthA <= lengthB ? [a, b] : [b, a];
  const shorterLength = Math.min(lengthA, lengthB);
  const isEdited = shorterLength >= TITLE_WORDS_MIN && Math.abs(lengthA - lengthB) <= 6 && contains(longer, shorter);
  if (summaries === null) {
    // Without a lead to compare, only small words may differ.
    return shorterLength >= DISTINCT_TITLE_WORDS_MIN && !isNotice(a) && differOnlyIn(SMALL_WORDS, a, b) ? 'same headline but for small words' : null;
  }
  if (isEdited && summaries >= 0.4) return 'headline edited at its ends, same lead';
  if (summaries >= 0.75 && titles >= 0.35) return 'headline reworded, same lead';
  if (summaries >= 0.9 && Math.min(lengthOf(a, parts.shingles), lengthOf(b, parts.shingles)) >= 20 && isTold(a, b) && isTold(b, a))
    return 'same lead under another headline';
  return null;
}

/** Stems of words that a headline has or has not and means the same. */
// prettier-ignore
const SMALL_WORDS: ReadonlySet<number> = new Set('a an the to of for in on at by as its it is are was be that this from with and or after amid over says say said will new s'.split(' ').map((word) => hashText(stemOf(word))));

const differOnlyIn = (words: ReadonlySet<number>, a: Fingerprint, b: Fingerprint): boolean => addsOnly(words, a, b) && addsOnly(words, b, a);

function addsOnly(words: ReadonlySet<number>, of: Fingerprint, other: Fingerprint): boolean {
  for (let at = startOf(of, parts.titleSet); at < endOf(of, parts.titleSet); at += 1) {
    const word = of.ints[at] ?? 0;
    if (!words.has(word) && !has(other, parts.titleSet, word)) return false;
  }
  return true;
}

/** A headline with a name or a figure in it; without one it may head a column that appears every day: `Five things to know`. */
function saysWhat(of: Fingerprint): boolean {
  if (lengthOf(of, parts.titleNames) > 0) return true;
  for (let at = startOf(of, parts.titleNumbers); at < endOf(of, parts.titleNumbers); at += 1) if (!COUNTS.has(of.ints[at] ?? 0)) return true;
  return false;
}
const COUNTS: ReadonlySet<number> = new Set(Array.from({ length: 21 }, (_, count) => hashText(String(count))));

/** What the two cannot both say if they are one text. */
function contradicts(a: Fingerprint, b: Fingerprint): boolean {
  if (!toldBy(a, b) || !toldBy(b, a)) return true;
  if (!isTooShort(a) && !isTooShort(b) && !marksAgree(a, b, parts.summaryNumbers)) return true;
  if (differ(a, b, parts.titleCalendar) || differ(a, b, parts.summaryCalendar)) return true;
  if (opposed(titleDirections(a), titleDirections(b))) return true;
  return !sameNames(a, b) || beginDifferently(a, b);
}

/** Same template, another subject: the first word differs on both sides, and what follows is the same. */
function beginDifferently(a: Fingerprint, b: Fingerprint): boolean {
  if (lengthOf(a, parts.title) === 0 || lengthOf(b, parts.title) === 0) return false;
  const [firstA, firstB] = [a.ints[startOf(a, parts.title)] ?? 0, b.ints[startOf(b, parts.title)] ?? 0];
  if (firstA === firstB) return false;
  return (
    !has(b, parts.titleSet, firstA) && !has(a, parts.titleSet, firstB) && !(has(b, parts.summarySet, firstA) && has(a, parts.summarySet, firstB))
  );
}

/** A name that one title has and the other text has nowhere, on both sides: another company in the same template. */
function sameNames(a: Fingerprint, b: Fingerprint): boolean {
  const onlyA = foreignNames(a, b);
  const onlyB = foreignNames(b, a);
  return !(onlyA > 0 && onlyB > 0) && onlyA <= 2 && onlyB <= 2;
}

function foreignNames(of: Fingerprint, other: Fingerprint): number {
  let foreign = 0;
  for (let at = startOf(of, parts.titleNames); at < endOf(of, parts.titleNames); at += 1) {
    const name = of.ints[at] ?? 0;
    if (!has(other, parts.titleSet, name) && !has(other, parts.summarySet, name)) foreign += 1;
  }
  return foreign;
}

/** Whether every number of the title stands in the other text. */
function toldBy(of: Fingerprint, text: Fingerprint): boolean {
  for (let at = startOf(of, parts.titleNumbers); at < endOf(of, parts.titleNumbers); at += 1) {
    const number = of.ints[at] ?? 0;
    if (!hasMark(text, parts.titleNumbers, number) && !hasMark(text, parts.summaryNumbers, number)) return false;
  }
  return true;
}

/** One holds all of the other's: a lead that was cut shorter loses numbers, it does not change them. */
function marksAgree(a: Fingerprint, b: Fingerprint, part: Part): boolean {
  const [fewer, more] = lengthOf(a, part) <= lengthOf(b, part) ? [a, b] : [b, a];
  for (let at = startOf(fewer, part); at < endOf(fewer, part); at += 1) if (!hasMark(more, part, fewer.ints[at] ?? 0)) return false;
  return true;
}

const differ = (a: Fingerprint, b: Fingerprint, part: Part): boolean => lengthOf(a, part) > 0 && lengthOf(b, part) > 0 && !marksAgree(a, b, part);

/** Each says one way, and not the same. */
const opposed = (a: number, b: number): boolean => a !== b && (a === 1 || a === 2) && (b === 1 || b === 2);

/** Half of what a title names stands in the common lead: the lead is the article's own, not its outlet's. */
function isTold(of: Fingerprint, lead: Fingerprint): boolean {
  const names = lengthOf(of, parts.titleNames);
  let told = 0;
  for (let at = startOf(of, parts.titleNames); at < endOf(of, parts.titleNames); at += 1)
    if (has(lead, parts.summarySet, of.ints[at] ?? 0)) told += 1;
  return names > 0 && told * 2 >= names;
}

const sameOrder = (a: Fingerprint, b: Fingerprint): boolean => lengthOf(a, parts.title) === lengthOf(b, parts.title) && contains(a, b);

function contains(longer: Fingerprint, shorter: Fingerprint): boolean {
  const length = lengthOf(shorter, parts.title);
  const own = startOf(shorter, parts.title);
  for (let from = startOf(longer, parts.title); from + length <= endOf(longer, parts.title); from += 1) {
    let at = 0;
    while (at < length && longer.ints[from + at] === shorter.ints[own + at]) at += 1;
    if (at === length) return true;
  }
  return false;
}

/** Marks are few and in no order. */
function hasMark(of: Fingerprint, part: Part, mark: number): boolean {
  for (let at = startOf(of, part); at < endOf(of, part); at += 1) if (of.ints[at] === mark) return true;
  return false;
}

/** In a part that is a set. */
function has(of: Fingerprint, part: Part, value: number): boolean {
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

/** Share of what either set has that both have. */
function jaccard(a: Fingerprint, b: Fingerprint, part: Part): number {
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
