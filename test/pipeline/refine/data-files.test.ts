/** Data in files of its own: each file states what it is and where it is from, has entries of its form, each once, and contradicts no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { outletKey } from '#pipeline/refine/normalise/outlets.ts';

const folder = new URL('../../../pipeline/refine/', import.meta.url);
const linesOf = (path: string): string[] => readFileSync(new URL(path, folder), 'utf8').split('\n');
/** Returns the lines with entries, without comments. */
const bodyOf = (path: string): string[] => linesOf(path).filter((line) => line !== '' && !line.startsWith('#'));
const keyOf = (line: string): string => line.slice(0, line.indexOf(': '));
const valuesOf = (line: string, separator = '; '): string[] => line.slice(line.indexOf(': ') + 2).split(separator);
const repeated = (entries: readonly string[]): string[] => {
  const seen = new Set<string>();
  return entries.filter((entry) => seen.size === seen.add(entry).size);
};

const host = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

interface Format {
  /** The form of a whole line. */
  readonly line: RegExp;
  /** Returns the entries of a line; each occurs once in the file. */
  readonly entries: (line: string) => readonly string[];
  /** The form of one entry. */
  readonly entry: RegExp;
}
const any = /^/;
const nameTable: Format = { line: /^[A-Z0-9][A-Z0-9.-]*: [^;:]+(?:; [^;:]+)*$/, entries: (line) => [keyOf(line)], entry: any };
const wordTable: Format = { line: /^[a-z0-9.&' -]+: [^\s,:;]+(?: [^\s,:;]+)*$/, entries: (line) => [keyOf(line)], entry: any };
const capitals: Format = { line: any, entries: (line) => line.split(', '), entry: /^[A-Z0-9&-]+$/ };
const words: Format = { line: any, entries: (line) => line.split(', '), entry: /^[a-z0-9.&'-]+(?: [a-z0-9.&'-]+)*$/ };

const formats: Readonly<Record<string, Format>> = {
  'normalise/outlets.txt': { line: /^[a-z0-9.-]+: [^;:]+(?:; [^;:]+)*$/, entries: (line) => valuesOf(line), entry: /^\S+(?: \S+)*$/ },
  // The words of neighbours at war, and of Korea's halves, are one entry; an index may be a word of a country.
  'story/countries.txt': {
    line: /^[a-z.]+(?: [a-z.]+)*(?: \| [a-z&]+(?: [a-z&]+)*)?$/,
    entries: (line) => line.replace(' |', '').split(' '),
    entry: /^[a-z.&]+$/,
  },
  'normalise/aggregators.txt': { line: host, entries: (line) => [line], entry: host },
  'tickers/data/brands.txt': nameTable,
  'tickers/data/former-names.txt': nameTable,
  'tickers/data/coins.txt': nameTable,
  'tickers/data/words-after.txt': wordTable,
  'tickers/data/acronyms.txt': capitals,
  'tickers/data/main-classes.txt': capitals,
};
const ofTickers = readdirSync(new URL('tickers/data/', folder)).filter((name) => name.endsWith('.txt')).map((name) => `tickers/data/${name}`); // prettier-ignore

describe.each([...new Set([...Object.keys(formats), ...ofTickers])])('%s', (path) => {
  const { line: form, entries: entriesOf, entry: entryForm } = formats[path] ?? words;
  const lines = linesOf(path);
  const body = bodyOf(path);
  const entries = body.flatMap(entriesOf);

  test('says of each block what it is and where it is from', () => {
    const bare = lines.filter((line, at) => {
      const beginsBlock = at < lines.length - 1 && !line.startsWith('#') && (at === 0 || lines[at - 1]!.startsWith('#'));
      const comments = lines.slice(0, at).slice(lines.slice(0, at).findLastIndex((before) => !before.startsWith('#')) + 1);
      return beginsBlock && (comments.length < 2 || !comments.some((comment) => /^# Source: \S/.test(comment)));
    });
    expect(bare).toEqual([]);
    expect(lines[0]).toMatch(/^# \S/);
  });

  test('has lines of its form, none empty, each entry once', () => {
    expect(lines.indexOf('')).toBe(lines.length - 1);
    expect(lines.filter((line) => line !== line.trim() || /\t| {2}/.test(line))).toEqual([]);
    expect(body.filter((line) => !form.test(line))).toEqual([]);
    expect(entries.filter((entry) => !entryForm.test(entry))).toEqual([]);
    expect(repeated(entries)).toEqual([]);
  });
});

test('a table of tickers gives a key each value once', () => {
  for (const [path, format] of Object.entries(formats))
    if (format === nameTable || format === wordTable)
      expect(bodyOf(path).filter((line) => repeated(valuesOf(line, format === nameTable ? '; ' : ' ')).length > 0), path).toEqual([]); // prettier-ignore
});

test('an outlet has one line, and no name means two outlets', () => {
  const rows = bodyOf('normalise/outlets.txt');
  expect(rows.map(keyOf).filter((domain) => !host.test(domain))).toEqual([]);
  expect(repeated(rows.map(keyOf))).toEqual([]);
  expect(repeated(rows.flatMap((line) => [...new Set(valuesOf(line).map(outletKey))]))).toEqual([]);
});

/** Two tickers of one issuer, one of them active in a directory: before and after a rename, or two kinds of receipts. */
const issuers = ['BMWKY BMWYY', 'BYDDF BYDDY', 'DISH SATS', 'FI FISV', 'GAP GPS', 'PARA PSKY', 'PKI RVTY'].map((tickers) => tickers.split(' '));

test('a name is given to one ticker, once, over brands and former names', () => {
  const tickers = new Map<string, Set<string>>();
  for (const line of ['brands', 'former-names'].flatMap((name) => bodyOf(`tickers/data/${name}.txt`)))
    for (const name of valuesOf(line)) tickers.set(name, (tickers.get(name) ?? new Set()).add(keyOf(line)));
  const ofSeveral = [...tickers].filter(([, of]) => of.size > 1 && !issuers.some((issuer) => [...of].every((ticker) => issuer.includes(ticker))));
  expect(ofSeveral.map(([name, of]) => `${name}: ${[...of].join(' ')}`)).toEqual([]);
});

test('all firm words are company words', () => {
  const [company, firm] = ['company-words', 'firm-words'].map((name) => bodyOf(`tickers/data/${name}.txt`).flatMap(words.entries));
  expect(firm!.filter((entry) => !company!.includes(entry))).toEqual([]);
});
