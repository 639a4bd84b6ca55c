/** The lists of names and words: each states what it is and its source, has each entry once, and contradicts no other list. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const folder = new URL('../../../../../pipeline/refine/tickers/data/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
const linesOf = (file: string): string[] => readFileSync(new URL(file, folder), 'utf8').split('\n');

const nameTables: ReadonlySet<string> = new Set(['brands.txt', 'former-names.txt', 'coins.txt']);
const wordTables: ReadonlySet<string> = new Set(['words-after.txt']);
const isTable = (file: string): boolean => nameTables.has(file) || wordTables.has(file);

/** Returns the lines with entries, without comments. */
const bodyOf = (file: string): string[] => linesOf(file).filter((line) => line !== '' && !line.startsWith('#'));
const entriesOf = (file: string): string[] => (isTable(file) ? bodyOf(file) : bodyOf(file).flatMap((line) => line.split(', ')));

/** Returns blocks of comments and entries: a block begins with a comment after an entry. */
function blocksOf(file: string): { comments: string[]; entries: string[] }[] {
  const blocks: { comments: string[]; entries: string[] }[] = [];
  for (const line of linesOf(file).filter((text) => text !== '')) {
    if (line.startsWith('#')) {
      if (blocks.length === 0 || blocks.at(-1)!.entries.length > 0) blocks.push({ comments: [], entries: [] });
      blocks.at(-1)!.comments.push(line);
    } else blocks.at(-1)!.entries.push(line);
  }
  return blocks;
}

const repeated = (entries: readonly string[]): string[] => entries.filter((entry, at) => entries.indexOf(entry) !== at);

/** Two tickers of one issuer, one of them active in a directory: before and after a rename, or two kinds of receipts. */
const issuers: readonly (readonly string[])[] = [
  ['BMWKY', 'BMWYY'],
  ['BYDDF', 'BYDDY'],
  ['DISH', 'SATS'],
  ['FI', 'FISV'],
  ['GAP', 'GPS'],
  ['PARA', 'PSKY'],
  ['PKI', 'RVTY'],
];

describe.each(files)('%s', (file) => {
  test('says of each block what it is and where from', () => {
    const bare = blocksOf(file).filter(
      ({ comments, entries }) => entries.length === 0 || comments.length < 2 || !comments.some((line) => /^# Source: \S/.test(line)),
    );
    expect(bare.map(({ comments, entries }) => [...comments, ...entries].slice(0, 2))).toEqual([]);
  });

  test('ends with a line end, has no space too many and no line of its own kind alone', () => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
    expect(linesOf(file).filter((line) => line !== line.trim() || /\t| {2}/.test(line))).toEqual([]);
  });

  test('holds each entry once', () => {
    const entries = isTable(file) ? entriesOf(file).map((line) => line.slice(0, line.indexOf(': '))) : entriesOf(file);
    const counted = new Set<string>();
    expect(entries.filter((entry) => counted.size === counted.add(entry).size)).toEqual([]);
  });

  test('has entries of its form', () => {
    const form = nameTables.has(file)
      ? /^[A-Z0-9][A-Z0-9.-]*: [^;:]+(?:; [^;:]+)*$/
      : wordTables.has(file)
        ? /^[a-z0-9.&' -]+: [^\s,:;]+(?: [^\s,:;]+)*$/
        : file === 'acronyms.txt' || file === 'main-classes.txt'
          ? /^[A-Z0-9&-]+$/
          : /^[a-z0-9.&'-]+(?: [a-z0-9.&'-]+)*$/;
    expect(entriesOf(file).filter((entry) => !form.test(entry))).toEqual([]);
  });
});

test.each([...nameTables, ...wordTables])('%s gives a key each value once', (file) => {
  const separator = nameTables.has(file) ? '; ' : ' ';
  const twice = bodyOf(file).filter((line) => repeated(line.slice(line.indexOf(': ') + 2).split(separator)).length > 0);
  expect(twice).toEqual([]);
});

test('a name is given to one ticker, once, over brands and former names', () => {
  const tickers = new Map<string, Set<string>>();
  for (const file of ['brands.txt', 'former-names.txt'])
    for (const line of bodyOf(file)) {
      const colon = line.indexOf(': ');
      for (const name of line.slice(colon + 2).split('; ')) tickers.set(name, (tickers.get(name) ?? new Set()).add(line.slice(0, colon)));
    }
  const ofSeveral = [...tickers].filter(([, of]) => of.size > 1 && !issuers.some((issuer) => [...of].every((ticker) => issuer.includes(ticker))));
  expect(ofSeveral.map(([name, of]) => `${name}: ${[...of].join(' ')}`)).toEqual([]);
});

test('all firm words are company words', () => {
  const entries = new Set(entriesOf('company-words.txt'));
  expect(entriesOf('firm-words.txt').filter((entry) => !entries.has(entry))).toEqual([]);
});
