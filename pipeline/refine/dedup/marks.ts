/**
 * What tells two texts of the same template apart: numbers with their size, quarters, days and months,
 * and the direction of what happened. Two copies of one text agree on all of these.
 */
import { sizes, type NumberWord } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';

const QUARTERS: ReadonlyMap<string, string> = new Map([
  ['first', 'q1'],
  ['second', 'q2'],
  ['third', 'q3'],
  ['fourth', 'q4'],
  ['1st', 'q1'],
  ['2nd', 'q2'],
  ['3rd', 'q3'],
  ['4th', 'q4'],
]);
/** Each once; a handful at most, and 200,000 articles have them: arrays, not sets. */
export interface Marks {
  /** Numbers in one spelling: `$1.5 bln`, `1.5B` and `1,500 million` are all `1500000000`; quarters `q1`-`q4`. */
  readonly numbers: readonly string[];
  readonly calendar: readonly string[];
  readonly directions: readonly string[];
}

const NONE: readonly string[] = [];

const withMark = (marks: readonly string[], mark: string): readonly string[] => (marks.includes(mark) ? marks : [...marks, mark]);

export function marksOf({ lower, lexemes }: Words): Marks {
  let numbers = NONE;
  let calendar = NONE;
  let directions = NONE;
  for (let i = 0; i < lower.length; i += 1) {
    const word = lower[i] ?? '';
    const next = lower[i + 1] ?? '';
    const lexeme = lexemes[i];
    if (lexeme === undefined) break;
    const number = quarterOf(word, next) ?? (lexeme.number === null ? null : numberText(lexeme.number, next));
    if (number !== null) numbers = withMark(numbers, number);
    if (lexeme.calendar !== null) calendar = withMark(calendar, lexeme.calendar);
    if (lexeme.direction !== null) directions = withMark(directions, lexeme.direction);
  }
  return { numbers, calendar, directions };
}

const QUARTER_WORDS: ReadonlySet<string> = new Set(['q1', 'q2', 'q3', 'q4']);

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
