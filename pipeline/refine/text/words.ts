/** Splits text into words. Numbers keep signs and units (`$1.5B`, `1Q`), `U.S` keeps its dot, and a possessive `'s` is removed. */
import { HASH_SEED, hashStep } from './hash.ts';
import { lexemeAt, lowerCode, wordIn, type Lexeme } from './lexeme.ts';

export interface Words {
  readonly text: string;
  readonly raw: readonly string[];
  readonly lower: readonly string[];
  readonly lexemes: readonly Lexeme[];
  /** Bits of `shape` of each word as written. */
  readonly shapes: readonly number[];
  /** Offset of each word in `text`. */
  readonly start: readonly number[];
  /** Offset after each word in `text`. */
  readonly end: readonly number[];
}

/** Classes of characters. From U+0250 (the end of Latin Extended-B) every character separates words, except three. */
const [OTHER, LETTER, DIGIT, CURRENCY, JOINER] = [0, 1, 2, 3, 4] as const;
const LATIN_END = 0x250;
/** Class of every code unit. A look-up needs no branch, and most of the time of splitting is spent here. */
const classes = new Uint8Array(1 << 16);
for (let code = 0; code < LATIN_END; code += 1) {
  const char = String.fromCharCode(code);
  if (/[A-Za-zÀ-ɏ]/.test(char)) classes[code] = LETTER;
  else if (/\d/.test(char)) classes[code] = DIGIT;
  else if (/[$£¥]/.test(char)) classes[code] = CURRENCY;
  else if (/['&.+]/.test(char)) classes[code] = JOINER;
}
const [RIGHT_QUOTE, EURO, RUPEE, COMMA, DOT, PERCENT] = [0x2019, 0x20ac, 0x20b9, 44, 46, 37] as const;
classes[RIGHT_QUOTE] = JOINER;
for (const code of [EURO, RUPEE]) classes[code] = CURRENCY;

const classAt = (text: string, at: number): number => (at < text.length ? (classes[text.charCodeAt(at)] ?? OTHER) : OTHER);

/** Bits of a word for the results of `startsUpper`, `isAllUpper` and `isNumber` below. */
export const shape = { startsUpper: 1, isAllUpper: 2, isNumber: 4 } as const;

export const isUpper = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde);

/** Case of every code unit: `SMALL` for a lower-case ASCII letter, `CAPITAL`, or 0. */
const [SMALL, CAPITAL] = [1, 2] as const;
const cases = Uint8Array.from({ length: 1 << 16 }, (_, code) => (code >= 97 && code <= 122 ? SMALL : isUpper(code) ? CAPITAL : 0));

/** Lists that every call fills and copies, because new lists that grow word by word would be allocated several times. */
const scratch = {
  raw: [] as string[],
  lower: [] as string[],
  lexemes: [] as Lexeme[],
  shapes: [] as number[],
  start: [] as number[],
  end: [] as number[],
};

export function wordsOf(text: string): Words {
  const { raw, lower, lexemes, shapes, start, end } = scratch;
  let count = 0;
  for (let from = 0; from < text.length;) {
    const first = text.charCodeAt(from);
    const isInCase = lowerCode(first) === first;
    let hash = hashStep(HASH_SEED, lowerCode(first));
    let found = cases[first] ?? 0;
    let changed = 0;
    let at = from + 1;
    // Fast path: one pass reads words that begin with a letter and have no joiner, as most do.
    const isLettered = classes[first] === LETTER;
    for (; isLettered && at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!isWordChar(classes[code] ?? OTHER)) break;
      const low = lowerCode(code);
      hash = hashStep(hash, low);
      changed |= low ^ code;
      found |= cases[code] ?? 0;
    }
    const isWhole = isLettered && (classAt(text, at) !== JOINER || !isWordChar(classAt(text, at + 1)));
    const to = isWhole ? at : wordEnd(text, from);
    if (to === from) {
      from += 1;
      continue;
    }
    const cut = !isWhole && to - from > 2 && endsPossessive(text, to) ? to - 2 : to;
    for (; at < cut; at += 1) {
      const code = text.charCodeAt(at);
      const low = lowerCode(code);
      hash = hashStep(hash, low);
      changed |= low ^ code;
      found |= cases[code] ?? 0;
    }
    const isRestLower = changed === 0;
    const lexeme = lexemeAt(text, from, cut, hash | 0);
    let word: string;
    if (isRestLower && isInCase) word = lexeme.word;
    else if (isRestLower && first <= 90) word = lexeme.capital ??= text.slice(from, cut);
    else word = text.slice(from, cut);
    raw[count] = word;
    lower[count] = lexeme.word;
    lexemes[count] = lexeme;
    shapes[count] = (isUpper(first) ? shape.startsUpper : 0) | (found === CAPITAL ? shape.isAllUpper : 0) | (isNumber(word) ? shape.isNumber : 0);
    start[count] = from;
    end[count] = cut;
    count += 1;
    from = to;
  }
  return firstWords({ text, raw, lower, lexemes, shapes, start, end }, count);
}

const firstWords = ({ text, raw, lower, lexemes, shapes, start, end }: Words, count: number): Words => ({
  text,
  raw: raw.slice(0, count),
  lower: lower.slice(0, count),
  lexemes: lexemes.slice(0, count),
  shapes: shapes.slice(0, count),
  start: start.slice(0, count),
  end: end.slice(0, count),
});

/** Returns the end of the word that begins here, or `from` when none begins. */
function wordEnd(text: string, from: number): number {
  const first = classAt(text, from);
  if (first === LETTER) return letteredEnd(text, from);
  if (first === DIGIT) return numberEnd(text, from);
  if (first === CURRENCY && classAt(text, from + 1) === DIGIT) return numberEnd(text, from + 1);
  return from;
}

/** Returns the end of letters and digits, joined by `'`, `&`, `.` or `+` before more of them: `AT&T`, `C3.ai`, `don't`. */
function letteredEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (isWordChar(classAt(text, at))) at += 1;
    if (classAt(text, at) !== JOINER || !isWordChar(classAt(text, at + 1))) return at;
    at += 1;
  }
}

const isWordChar = (kind: number): boolean => kind === LETTER || kind === DIGIT;

/** Returns the end of digits with grouping and a fraction, then `%` or letters: `1,500`, `2.5%`, `1Q`, `$1.5B`. */
function numberEnd(text: string, from: number): number {
  let at = digitsEnd(text, from);
  while (text.charCodeAt(at) === COMMA && digitsEnd(text, at + 1) >= at + 4) at += 4;
  at = digitsEnd(text, at);
  if (text.charCodeAt(at) === DOT && classAt(text, at + 1) === DIGIT) at = digitsEnd(text, at + 1);
  if (text.charCodeAt(at) === PERCENT) return at + 1;
  while (isAsciiLetter(text.charCodeAt(at))) at += 1;
  return at;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (classAt(text, at) === DIGIT) at += 1;
  return at;
}

function endsPossessive(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  if (last !== 115 && last !== 83) return false;
  const mark = text.charCodeAt(end - 2);
  return mark === 39 || mark === 0x2019;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const startsUpper = (word: string): boolean => word !== '' && isUpper(word.charCodeAt(0));

/** Returns whether every letter is a capital, and there is one. */
export function isAllUpper(word: string): boolean {
  let letters = 0;
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (code >= 97 && code <= 122) return false;
    if (isUpper(code)) letters += 1;
  }
  return letters > 0;
}

const isAsciiLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

export const isNumber = (word: string): boolean =>
  isDigit(word.charCodeAt(0)) || (word.length > 1 && isDigit(word.charCodeAt(1)) && !isAsciiLetter(word.charCodeAt(0)));

/** Use of capitals in most words of a headline: small letters, a capital first, or only capitals; in a `sentence` a capital begins a name. */
export type Casing = 'sentence' | 'title' | 'upper' | 'lower';

const isSmallInTitles = wordIn(
  'about above across after against along amid among amongst around before behind below between beyond despite during from into like near onto over than that through under until unto upon versus when while with within without',
);

export function casingOf({ raw, lexemes, shapes }: Words): Casing {
  let upper = 0;
  let capital = 0;
  let lowercase = 0;
  for (let i = 0; i < raw.length; i += 1) {
    const bits = shapes[i] ?? 0;
    const lexeme = lexemes[i];
    if (lexeme === undefined || lexeme.word.length < 4 || (bits & shape.isNumber) !== 0) continue;
    if ((bits & shape.isAllUpper) !== 0) upper += 1;
    else if ((bits & shape.startsUpper) !== 0) capital += 1;
    else if (!isSmallInTitles(lexeme)) lowercase += 1;
  }
  const total = upper + capital + lowercase;
  if (total === 0) return 'title';
  if (upper > 0.7 * total && total > 1) return 'upper';
  if (upper + capital === 0) return 'lower';
  return lowercase >= 0.2 * total ? 'sentence' : 'title';
}

/** Returns the words that end at or before an offset, with the text up to the offset. */
export function wordsUpTo(words: Words, offset: number): Words {
  const over = words.end.findIndex((wordEndsAt) => wordEndsAt > offset);
  return { ...firstWords(words, over < 0 ? words.end.length : over), text: words.text.slice(0, offset) };
}
