/**
 * The lists of this folder: text files whose lines are entries (one, or several parted by commas) or, in a table, `KEY: VALUES`. Lines
 * that begin with `#` say what the block below them is and where it is from. Read once, at the start.
 */
import { readFileSync } from 'node:fs';

const folder = new URL('./', import.meta.url);

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`${name}.txt`, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

export const readList = (name: string): ReadonlySet<string> => new Set(linesOf(name).flatMap((line) => line.split(', ')));

/** Each key with the text behind its colon. */
const rowsOf = (name: string): (readonly [key: string, values: string])[] =>
  linesOf(name).map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });

/** `visa: application ban`: a key and its words. */
export const readWordTable = (name: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(rowsOf(name).map(([key, words]) => [key, new Set(words.split(' '))]));

export type NameTable = readonly (readonly [ticker: string, names: readonly string[]])[];

/** `AAPL: Apple; Apple TV`: a ticker and its names. */
export const readNameTable = (name: string): NameTable => rowsOf(name).map(([ticker, names]) => [ticker, names.split('; ')]);
