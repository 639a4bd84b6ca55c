/**
 * Properties of a lowercase word that the steps need repeatedly: stem, frequency, the number it stands for. Memoised
 * with a bound, because headlines use few words; the cache does not affect results.
 */
import { commonPerMillion } from './common-words.ts';
import { hashText } from './hash.ts';
import { isKindWord } from './kind-words.ts';
import { calendarMark, directionMark } from './marked-words.ts';
import { stemOf } from './stem.ts';
import { classesOf } from './word-classes.ts';

export interface Lexeme {
  /** The word itself: one string for all its occurrences. */
  readonly word: string;
  /** Hash of the word, of its stem; of a number's kind in both where it is a number. */
  readonly wordId: number;
  readonly stemId: number;
  /** Numbers of its classes (word-classes.ts). */
  readonly classes: readonly number[];
  /** Hash of the stem, and of the word that stands for all of its meaning in headlines. */
  readonly stem: number;
  readonly term: number;
  readonly perMillion: number;
  /** A number's value as written, with its size where the word carries it (`1.5bn`), else null. */
  readonly number: NumberWord | null;
  /** What a phrase (phrases.ts) may ask of a number, else null. */
  readonly numberKind: NumberKind | null;
  /** See marked-words.ts: hash of the day, month or part of a day, and a direction's bit, 0 without one. */
  readonly calendar: number | null;
  readonly direction: number;
  /** See kind-words.ts. */
  readonly isKind: boolean;
  /** The word with a capital, once a text had it so. */
  capital: string | null;
  /** Bits: which questions (`wordTest`) were asked of the word, and which of them it answers with yes. */
  asked: number;
  answers: number;
}

const TESTS_MAX = 31;
let tests = 0;

/** A question about a word in lower case, whose answer is remembered with the word. */
export function wordTest(test: (lowerWord: string) => boolean): (lexeme: Lexeme) => boolean {
  // More questions than bits: the last ones are asked again each time.
  if (tests === TESTS_MAX) return (lexeme) => test(lexeme.word);
  const bit = 1 << tests;
  tests += 1;
  return (lexeme) => {
    if ((lexeme.asked & bit) === 0) {
      lexeme.asked |= bit;
      if (test(lexeme.word)) lexeme.answers |= bit;
    }
    return (lexeme.answers & bit) !== 0;
  };
}

export type NumberKind = '<num>' | '<money>' | '<pct>' | '<quarter>' | '<year>';

export interface NumberWord {
  readonly value: number;
  /** `%`, a currency's sign or letters of a unit are left aside; a size is multiplied in. */
  readonly isSized: boolean;
  /** Letters after the digits that are no size: `777x`, `5g`. */
  readonly ending: string;
}

const LEXEMES_MAX = 60_000;
/** Powers of two; the first more than twice LEXEMES_MAX, so that a free place is never far. */
const PLACES = 1 << 17;
const FIGURES = 1 << 13;
/** Open addressing by the word's hash. */
let places: (Lexeme | undefined)[] = Array.from({ length: PLACES });
let count = 0;
/** The last figure of each hash: figures are too many to keep, and the small ones come again and again. */
const figures: (Lexeme | undefined)[] = Array.from({ length: FIGURES });

export const lexemeOf = (lowerWord: string): Lexeme => lexemeAt(lowerWord, 0, lowerWord.length, hashText(lowerWord));

/** The lexeme of the word that stands here in a text, in either case. `hash`: hashText of it in lower case, which lowerCode makes of each of its characters. */
export function lexemeAt(text: string, from: number, to: number, hash: number): Lexeme {
  const first = text.charCodeAt(from);
  if (isFigure(first)) {
    const place = (hash ^ (hash >>> 16)) & (FIGURES - 1);
    let figure = figures[place];
    if (figure === undefined || !isWord(figure.word, text, from, to)) {
      figure = newLexeme(lowered(text, from, to));
      figures[place] = figure;
    }
    return figure;
  }
  let place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  for (let lexeme = places[place]; lexeme !== undefined; lexeme = places[place]) {
    if (isWord(lexeme.word, text, from, to)) return lexeme;
    place = (place + 1) & (PLACES - 1);
  }
  if (count === LEXEMES_MAX) {
    places = Array.from({ length: PLACES });
    count = 0;
    place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  }
  const lexeme = newLexeme(lowered(text, from, to));
  places[place] = lexeme;
  count += 1;
  return lexeme;
}

/** Begins with a digit or a sign. */
const isFigure = (code: number): boolean => code < 65 || (code > 90 && code < 97) || (code > 126 && code < 0xc0) || code > 0x2000;

/** Below this, to the end of Latin Extended-B, words have letters; each stands here in lower case. */
const LATIN_END = 0x250;
const RIGHT_QUOTE = 0x2019;
/** Of every code unit. */
const lowerCodes = Uint16Array.from({ length: 1 << 16 }, (_, code) => {
  if (code === RIGHT_QUOTE) return 39;
  // `İ` becomes two characters, the second a combining dot: the plain letter says the same.
  return code < LATIN_END ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : code;
});

/** A character of a word as words are compared: in lower case, a typographic apostrophe as the plain one. */
export const lowerCode = (code: number): number => lowerCodes[code] ?? 0;

function isWord(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let i = 0; i < word.length; i += 1) if (word.charCodeAt(i) !== lowerCode(text.charCodeAt(from + i))) return false;
  return true;
}

function lowered(text: string, from: number, to: number): string {
  let word = '';
  for (let i = from; i < to; i += 1) word += String.fromCharCode(lowerCode(text.charCodeAt(i)));
  return word;
}

function newLexeme(word: string): Lexeme {
  const stem = word.charCodeAt(0) > 0x2000 ? word : stemOf(word);
  const hash = hashText(stem);
  const synonym = synonyms.get(stem);
  const calendar = calendarMark(word);
  const numberKind = numberKindOf(word);
  return {
    word,
    wordId: hashText(numberKind ?? word),
    stemId: numberKind === null ? hash : hashText(numberKind),
    classes: classesOf(hash),
    stem: hash,
    term: synonym === undefined ? hash : hashText(synonym),
    perMillion: commonPerMillion(word),
    number: numberOf(word),
    numberKind,
    calendar: calendar === null ? null : hashText(calendar),
    direction: directionMark(word),
    isKind: isKindWord(word),
    capital: null,
    asked: 0,
    answers: 0,
  };
}

/** Words of one meaning in headlines, by their stems: the first stands for all. */
const synonyms: ReadonlyMap<string, string> = new Map(
  [
    ['buy', 'acquir', 'acquisition', 'purchas', 'takeov', 'takeover', 'buyout', 'merger', 'merg'],
    ['fall', 'drop', 'declin', 'slid', 'slip', 'tumbl', 'plung', 'sink', 'slump', 'dip', 'tank', 'down'],
    ['rise', 'gain', 'jump', 'surg', 'soar', 'climb', 'rally', 'advanc', 'up', 'spik'],
    ['earn', 'profit', 'result', 'eps', 'incom'],
    ['beat', 'top', 'exceed', 'surpass'],
    ['estimat', 'expectation', 'consensu', 'forecast', 'view'],
    ['revenu', 'sale'],
    ['unveil', 'launch', 'introduc', 'debut', 'releas', 'announc'],
    ['job', 'payroll', 'employment', 'unemployment', 'jobless'],
    ['stock', 'share'],
    ['lawsuit', 'su', 'sue', 'court', 'judg'],
  ].flatMap(([first, ...others]) => others.map((other) => [other, first ?? other] as const)),
);

// prettier-ignore
export const sizes: ReadonlyMap<string, number> = new Map([
  ['k', 1e3], ['thousand', 1e3], ['m', 1e6], ['mn', 1e6], ['mln', 1e6], ['mm', 1e6], ['million', 1e6], ['millions', 1e6], ['b', 1e9], ['bn', 1e9], ['bln', 1e9], ['billion', 1e9], ['billions', 1e9], ['t', 1e12], ['tn', 1e12], ['trln', 1e12], ['trillion', 1e12], ['crore', 1e7], ['lakh', 1e5],
]);
const NAMED: ReadonlyMap<string, number> = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map((word, value) => [word, value]),
);
/** A currency's letters written onto the figure, as agencies in Europe and India do: `EUR13.1m`, `Rs500`. */
const CODED = /^(?:euro?|usd|us\$|gbp|sek|nok|dkk|chf|inr|rs|cad|aud|jpy|hkd|sgd|cny|rmb)(\d[\d,]*(?:\.\d+)?[a-z]*)$/;
const NUMBER = /^[$€£¥₹]?([\d,]*(?:\.\d+|\d))(%|[a-z]+)?$/;

function numberOf(word: string): NumberWord | null {
  const first = word.charCodeAt(0);
  if (first >= 97 && first <= 122) {
    const named = NAMED.get(word);
    if (named !== undefined) return { value: named, isSized: false, ending: '' };
    const figure = codedFigure(word);
    return figure === null ? null : numberOf(figure);
  }
  const match = NUMBER.exec(word);
  if (match === null) return null;
  const value = Number((match[1] ?? '').replaceAll(',', ''));
  const ending = match[2] ?? '';
  const size = sizes.get(ending);
  if (size !== undefined) return { value: Math.round(value * size), isSized: true, ending: '' };
  return { value, isSized: false, ending: /^(?:%|st|nd|rd|th|x|)$/.test(ending) ? '' : ending };
}

function codedFigure(word: string): string | null {
  const last = word.charCodeAt(word.length - 1);
  // Most words have no digit near their end.
  if (last > 57 && !/\d[a-z]{1,3}$/.test(word)) return null;
  return CODED.exec(word)?.[1] ?? null;
}

function numberKindOf(word: string): NumberKind | null {
  const first = word.charCodeAt(0);
  // `q`, `f`: the only letters that a quarter begins with.
  if (first === 113 || first === 102) return /^(?:f?q[1-4]|fy\d{2,4})$/.test(word) ? '<quarter>' : null;
  if (first >= 97 && first <= 122) return codedFigure(word) === null ? null : '<money>';
  if (first < 48 || first > 57) return '$€£¥₹'.includes(word.charAt(0)) ? '<money>' : null;
  if (word.endsWith('%')) return '<pct>';
  if (/^[1-4]q$/.test(word)) return '<quarter>';
  return /^(?:19|20)\d\d$/.test(word) ? '<year>' : '<num>';
}
