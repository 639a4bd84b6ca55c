/**
 * Reads the lists of this folder: text files with lines of entries (one, or several separated by commas) or, in a table, of
 * `KEY: VALUES`. Lines that begin with `#` describe the block below them and its source. They are read once, at the start.
 */
import { dataLines, dataRows } from '../../text/data-file.ts';

const folder = new URL('./', import.meta.url);

const fileOf = (name: string): URL => new URL(`${name}.txt`, folder);

/** Returns the entries of a list by its file's name. */
export const readList = (name: string): ReadonlySet<string> => new Set(dataLines(fileOf(name)).flatMap((line) => line.split(', ')));

/** Returns keys and their words: `visa: application ban`. */
export const readWordTable = (name: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(dataRows(fileOf(name)).map(([key, words]) => [key, new Set(words.split(' '))]));

export type NameTable = readonly (readonly [ticker: string, names: readonly string[]])[];

/** Returns tickers and their names: `AAPL: Apple; Apple TV`. */
export const readNameTable = (name: string): NameTable => dataRows(fileOf(name)).map(([ticker, names]) => [ticker, names.split('; ')]);
