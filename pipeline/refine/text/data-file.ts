/**
 * Text files of data that stand beside the code that reads them: lines of entries, or of `KEY: VALUES`. Lines that begin with `#`
 * say what the block below them is and where it is from. test/pipeline/refine/data-files.test.ts checks their form.
 */
import { readFileSync } from 'node:fs';

export const dataLines = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Each key with the text behind its colon. */
export const dataRows = (file: URL): (readonly [key: string, values: string])[] =>
  dataLines(file).map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
