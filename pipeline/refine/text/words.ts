/**
 * Text in, words out: each with its lowercase form and its place in the text. Numbers keep what makes
 * them what they are (`$1.5B`, `40%`, `1Q`); a possessive `'s` is cut off; `J.P.` and `U.S` keep inner dots.
 */

export interface Words {
  readonly text: string;
  readonly raw: readonly string[];
  readonly lower: readonly string[];
  /** Offset of each word in `text`, and of the character after it. */
  readonly start: readonly number[];
  readonly end: readonly number[];
}

const WORD =
  /[$€£¥₹]?\d+(?:,\d{3})*(?:\.\d+)?(?:%|[A-Za-z]+)?|[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9]*(?:['’&.+][A-Za-zÀ-ɏ0-9]+)*/g;

export function wordsOf(text: string): Words {
  const raw: string[] = [];
  const lower: string[] = [];
  const start: number[] = [];
  const end: number[] = [];
  // A few letters change their length in lower case (`İ`): then each word is lowered by itself.
  const lowered = text.toLowerCase();
  const isAligned = lowered.length === text.length;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    const from = match.index;
    const length = match[0].length;
    const to = from + (endsPossessive(text, from + length) && length > 2 ? length - 2 : length);
    raw.push(text.slice(from, to));
    const word = isAligned ? lowered.slice(from, to) : text.slice(from, to).toLowerCase();
    lower.push(word.includes('’') ? word.replaceAll('’', "'") : word);
    start.push(from);
    end.push(to);
  }
  return { text, raw, lower, start, end };
}

/** `'s`, `’S` right before this offset. */
function endsPossessive(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  if (last !== 115 && last !== 83) return false;
  const mark = text.charCodeAt(end - 2);
  return mark === 39 || mark === 0x2019;
}

const isUpper = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const startsUpper = (word: string): boolean => word !== '' && isUpper(word.charCodeAt(0));

/** Whether every letter is a capital, and there is one. */
export function isAllUpper(word: string): boolean {
  let letters = 0;
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (code >= 97 && code <= 122) return false;
    if (isUpper(code)) letters += 1;
  }
  return letters > 0;
}

export const isNumber = (word: string): boolean => isDigit(word.charCodeAt(0)) || (word.length > 1 && isDigit(word.charCodeAt(1)) && !/^[a-z]/i.test(word));

/**
 * How a headline uses capitals, which decides what a capital is worth as evidence of a name:
 * `sentence` (most words lowercase), `title` (most words capitalised), `upper` (all capitals), `lower`.
 */
export type Casing = 'sentence' | 'title' | 'upper' | 'lower';

export function casingOf(words: Words): Casing {
  let upper = 0;
  let capital = 0;
  let lowercase = 0;
  for (const word of words.raw) {
    if (word.length < 4 || isNumber(word)) continue;
    if (isAllUpper(word)) upper += 1;
    else if (startsUpper(word)) capital += 1;
    else lowercase += 1;
  }
  const total = upper + capital + lowercase;
  if (total === 0) return 'title';
  if (upper > 0.7 * total && total > 1) return 'upper';
  if (upper + capital === 0) return 'lower';
  return lowercase >= 0.4 * total ? 'sentence' : 'title';
}
