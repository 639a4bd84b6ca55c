/**
 * A word in lower case in, what the steps ask of it again and again out: its stem, how common it is, the
 * number it stands for. Remembered, since headlines use few words; the memory is bounded and changes nothing.
 */
import { commonPerMillion } from './common-words.ts';
import { hashText } from './hash.ts';
import { isKindWord } from './kind-words.ts';
import { calendarMark, directionMark } from './marked-words.ts';
import { stemOf } from './stem.ts';

export interface Lexeme {
  /** Hash of the stem, and of the word that stands for all of its meaning in headlines. */
  readonly stem: number;
  readonly term: number;
  readonly perMillion: number;
  /** A number's value as written, with its size where the word carries it (`1.5bn`), else null. */
  readonly number: NumberWord | null;
  /** What a phrase (phrases.ts) may ask of a number, else null. */
  readonly numberKind: NumberKind | null;
  /** See marked-words.ts. */
  readonly calendar: string | null;
  readonly direction: string | null;
  /** See kind-words.ts. */
  readonly isKind: boolean;
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
let lexemes = new Map<string, Lexeme>();

export function lexemeOf(lowerWord: string): Lexeme {
  // Figures hardly ever come again: they are not worth remembering.
  const first = lowerWord.charCodeAt(0);
  if (first < 97 || first > 0x2000) return newLexeme(lowerWord, lowerWord);
  let lexeme = lexemes.get(lowerWord);
  if (lexeme === undefined) {
    lexeme = newLexeme(lowerWord, stemOf(lowerWord));
    if (lexemes.size >= LEXEMES_MAX) lexemes = new Map();
    lexemes.set(lowerWord, lexeme);
  }
  return lexeme;
}

function newLexeme(word: string, stem: string): Lexeme {
  const hash = hashText(stem);
  const synonym = synonyms.get(stem);
  return {
    stem: hash,
    term: synonym === undefined ? hash : hashText(synonym),
    perMillion: commonPerMillion(word),
    number: numberOf(word),
    numberKind: numberKindOf(word),
    calendar: calendarMark(word),
    direction: directionMark(word),
    isKind: isKindWord(word),
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
const NUMBER = /^[$€£¥₹]?([\d,]*\.?\d+)(%|[a-z]+)?$/;

function numberOf(word: string): NumberWord | null {
  const first = word.charCodeAt(0);
  if (first >= 97 && first <= 122) {
    const named = NAMED.get(word);
    return named === undefined ? null : { value: named, isSized: false, ending: '' };
  }
  const match = NUMBER.exec(word);
  if (match === null) return null;
  const value = Number((match[1] ?? '').replaceAll(',', ''));
  const ending = match[2] ?? '';
  const size = sizes.get(ending);
  if (size !== undefined) return { value: Math.round(value * size), isSized: true, ending: '' };
  return { value, isSized: false, ending: /^(?:%|st|nd|rd|th|x|)$/.test(ending) ? '' : ending };
}

function numberKindOf(word: string): NumberKind | null {
  const first = word.charCodeAt(0);
  // `q`, `f`: the only letters that a quarter begins with.
  if (first === 113 || first === 102) return /^(?:f?q[1-4]|fy\d{2,4})$/.test(word) ? '<quarter>' : null;
  if (first >= 97 && first <= 122) return null;
  if (first < 48 || first > 57) return '$€£¥₹'.includes(word.charAt(0)) ? '<money>' : null;
  if (word.endsWith('%')) return '<pct>';
  if (/^[1-4]q$/.test(word)) return '<quarter>';
  return /^(?:19|20)\d\d$/.test(word) ? '<year>' : '<num>';
}
