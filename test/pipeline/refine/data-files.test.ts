/**
 * Data in files of its own: each file states what it is and where it is from, has entries of its form, and each entry once. The lists of
 * tickers are checked in tickers/data/lists.test.ts.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { outletKey } from '#pipeline/refine/normalise/outlets.ts';

const read = (path: string): string => readFileSync(new URL(`../../../pipeline/refine/${path}`, import.meta.url), 'utf8');
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

const behindColon = (line: string): string => line.slice(line.indexOf(': ') + 2);
const formats: Readonly<Record<string, Format>> = {
  'normalise/outlets.txt': { line: /^[a-z0-9.-]+: [^;:]+(?:; [^;:]+)*$/, entries: (line) => behindColon(line).split('; '), entry: /^\S+(?: \S+)*$/ },
  // The words of neighbours at war, and of Korea's halves, are one entry; an index may be a word of a country.
  'story/countries.txt': {
    line: /^[a-z.]+(?: [a-z.]+)*(?: \| [a-z&]+(?: [a-z&]+)*)?$/,
    entries: (line) => line.replace(' |', '').split(' '),
    entry: /^[a-z.&]+$/,
  },
  'normalise/aggregators.txt': { line: host, entries: (line) => [line], entry: host },
};

describe.each(Object.entries(formats))('%s', (path, { line: form, entries: entriesOf, entry: entryForm }) => {
  const lines = read(path).split('\n');
  const body = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const entries = body.flatMap(entriesOf);

  test('says of each block what it is and where it is from', () => {
    const bare = lines.filter((line, at) => {
      const beginsBlock = at < lines.length - 1 && !line.startsWith('#') && (at === 0 || lines[at - 1]!.startsWith('#'));
      return beginsBlock && !(/^# Source: \S/.test(lines[at - 1] ?? '') && /^# \S/.test(lines[at - 2] ?? ''));
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

test('an outlet has one line, and no name means two outlets', () => {
  const rows = read('normalise/outlets.txt').split('\n').filter((line) => line.includes(': ')).filter((line) => !line.startsWith('#')); // prettier-ignore
  const domains = rows.map((line) => line.slice(0, line.indexOf(': ')));
  expect(domains.filter((domain) => !host.test(domain))).toEqual([]);
  expect(repeated(domains)).toEqual([]);
  const keys = rows.flatMap((line, at) => [...new Set(behindColon(line).split('; ').map(outletKey))].map((key) => [key, domains[at]] as const)); // prettier-ignore
  expect(repeated(keys.map(([key]) => key))).toEqual([]);
});
