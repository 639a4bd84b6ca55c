/** Reads text files of data: lines of entries or of `KEY: VALUES`; lines that begin with `#` describe the block below and its source. */
import { readFileSync } from 'node:fs';

export const dataLines = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

export const dataRows = (file: URL): (readonly [key: string, values: string])[] =>
  dataLines(file).map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
