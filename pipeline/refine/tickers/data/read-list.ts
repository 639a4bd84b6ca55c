/**
 * The lists of this folder: text files whose lines are entries (one, or several parted by commas) or, in a table, `KEY: VALUES`. Lines
 * that begin with `#` say what the block below them is and where it is from. Read once, at the start.
 */
import { dataLines, dataRows } from '../../text/data-file.ts';

const folder = new URL('./', import.meta.url);

const fileOf = (name: string): URL => new URL(`${name}.txt`, folder);

export const readList = (name: string): ReadonlySet<string> => new Set(dataLines(fileOf(name)).flatMap((line) => line.split(', ')));

/** `visa: application ban`: a key and its words. */
export const readWordTable = (name: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(dataRows(fileOf(name)).map(([key, words]) => [key, new Set(words.split(' '))]));

export type NameTable = readonly (readonly [ticker: string, names: readonly string[]])[];

/** `AAPL: Apple; Apple TV`: a ticker and its names. */
export const readNameTable = (name: string): NameTable => dataRows(fileOf(name)).map(([ticker, names]) => [ticker, names.split('; ')]);
