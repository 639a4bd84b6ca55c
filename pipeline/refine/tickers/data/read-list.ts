/** Reads the lists in this folder: lines of entries separated by commas or, in a table, of `KEY: VALUES` (text/data-file.ts). */
import { dataLines, dataRows } from '../../text/data-file.ts';

const folder = new URL('./', import.meta.url);

const fileOf = (name: string): URL => new URL(`${name}.txt`, folder);

export const readList = (name: string): ReadonlySet<string> => new Set(dataLines(fileOf(name)).flatMap((line) => line.split(', ')));

/** Returns the words of each key: `visa: application ban`. */
export const readWordTable = (name: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(dataRows(fileOf(name)).map(([key, words]) => [key, new Set(words.split(' '))]));

/** Returns the names of each ticker: `AAPL: Apple; Apple TV`. */
export const readNameTable = (name: string): (readonly [ticker: string, names: readonly string[]])[] =>
  dataRows(fileOf(name)).map(([ticker, names]) => [ticker, names.split('; ')]);
