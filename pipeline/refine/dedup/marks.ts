/** Extracts the marks that distinguish two texts of one template: numbers, quarters, days, months and directions. Copies share them. */
import { hashText } from '../text/hash.ts';
import { sizes, wordTest, type NumberWord } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';

const QUARTERS: ReadonlyMap<string, string> = new Map(
  ['first 1st', 'second 2nd', 'third 3rd', 'fourth 4th'].flatMap((words, index) => words.split(' ').map((word) => [word, `q${index + 1}`] as const)),
);
/** Marks of a text; no list repeats a mark. */
export interface Marks {
  /** Hashes of numbers in one spelling (`$1.5 bln`, `1.5B` and `1,500 million` are all `1500000000`) and of quarters (`q1` to `q4`). */
  readonly numbers: readonly number[];
  readonly calendar: readonly number[];
  /** Direction bits (text/lexeme.ts). */
  readonly directions: number;
  /** One bit for each currency. */
  readonly currencies: number;
}

const CURRENCIES = ['$ dollars', '€ euro euros', '£ pounds', '¥ yen', '₹ rupees crore', 'yuan renminbi'];
const currencyBits: ReadonlyMap<string, number> = new Map(
  CURRENCIES.flatMap((names, bit) => names.split(' ').map((name) => [name, 1 << bit] as const)),
);

export function marksOf({ lower, lexemes }: Words): Marks {
  const numbers: number[] = [];
  const calendar: number[] = [];
  let directions = 0;
  let currencies = 0;
  for (let i = 0; i < lexemes.length; i += 1) {
    const lexeme = lexemes[i];
    if (lexeme === undefined) break;
    if (lexeme.number !== null || mayBeQuarter(lexeme)) {
      const next = lower[i + 1] ?? '';
      const number = quarterOf(lexeme.word, next) ?? (lexeme.number === null ? null : numberText(lexeme.number, next));
      if (number !== null) addOnce(numbers, hashText(number));
    }
    if (lexeme.calendar !== null) addOnce(calendar, lexeme.calendar);
    directions |= lexeme.direction;
    currencies |= currencyBits.get(lexeme.numberKind === '<money>' ? lexeme.word.charAt(0) : lexeme.word) ?? 0;
  }
  return { numbers, calendar, directions, currencies };
}

function addOnce(marks: number[], mark: number): void {
  if (!marks.includes(mark)) marks.push(mark);
}

const QUARTER_WORDS: ReadonlySet<string> = new Set(['q1', 'q2', 'q3', 'q4']);
const mayBeQuarter = wordTest((word) => QUARTERS.has(word) || quarterOf(word, '') !== null);

function quarterOf(word: string, next: string): string | null {
  if (word.length === 2) {
    if (QUARTER_WORDS.has(word)) return word;
    if (word.endsWith('q') && word >= '1q' && word <= '4q') return `q${word[0]}`;
  }
  return next === 'quarter' || next === 'quarters' || next === 'qtr' ? (QUARTERS.get(word) ?? null) : null;
}

function numberText({ value, isSized, ending }: NumberWord, next: string): string {
  const size = isSized || ending !== '' ? undefined : sizes.get(next);
  return size === undefined ? `${value}${ending}` : String(Math.round(value * size));
}
