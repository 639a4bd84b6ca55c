import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecorded } from '#ops/lab/upstream/folder/files.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readFiling } from '#pipeline/ingest/sec/filing/read-filing.ts';
import { items as itemMeanings } from '#schemas/filing.ts';
import { RawFiling } from '#schemas/raw.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';
import { listingOf } from './filing-ground.ts';

/** Returns every submission of a folder, read. */
const filingsOf = (folder: string) =>
  readdirSync(documentsDir(folder)).map((name) => {
    const submission = splitSubmission(readRecorded(join(documentsDir(folder), name)));
    const result = readFiling(submission, listingOf(submission.header.accession ?? ''));
    if (!result.ok) throw new Error(`${name}: ${result.detail}`);
    return { name, submission, filing: RawFiling.parse(result.filing) };
  });
const [filings8k, filings6k] = [filingsOf('8k/full'), filingsOf('6k/full')];

interface Stated {
  readonly file: string;
  readonly items?: readonly string[];
  readonly filed?: string;
}
const manifest = JSON.parse(readFileSync(join(documentsDir('8k'), 'manifest.json'), 'utf8')) as Stated[];
const isStated = (line: string): boolean => line.trim() !== '';
const statedOf = (name: string) => manifest.find(({ file }) => file === `full/${name}`);

test('8-K: its header is read, its main document and exhibits, and no graphics or XBRL', () => {
  for (const { name, submission } of filings8k) {
    const { header, documents } = submission;
    const { items, filed } = statedOf(name) ?? {};
    expect(header, name).toMatchObject({ accession: name.slice(0, 20), form: '8-K' });
    expect(header.items.filter(isStated), name).toEqual(items?.filter(isStated) ?? []);
    if (filed !== undefined) expect(header.filedOn?.replaceAll('-', ''), name).toBe(filed);
    const [main, ...exhibits] = documents.filter(({ source }) => source !== null).map(({ type }) => type);
    expect(main, name).toMatch(/^8-K/);
    expect(
      exhibits.filter((type) => !/^EX-(?:99|1\b)/.test(type)),
      name,
    ).toEqual([]);
  }
});

test('8-K: its items are those of its header', () => {
  const wrong = filings8k.flatMap(({ name, filing: { items, filed_on }, submission }) => {
    const isOld = (filed_on ?? '') < '2004-08-23';
    const areOfOneNumbering = items.every((item) => itemMeanings.some((meaning) => (isOld ? meaning.old : meaning.number) === item));
    const stated = submission.header.items.filter(isStated);
    return areOfOneNumbering && items.length > 0 && items.length >= stated.length ? [] : [`${name}: ${items.join(',')}`];
  });
  expect(wrong).toEqual([]);
});

test('8-K: a main document alone can be read, in words of its own', () => {
  const folder = documentsDir('8k/main');
  const empty = readdirSync(folder).filter((name) => {
    const bare = splitSubmission(readRecorded(join(folder, name)));
    const result = readFiling({ ...bare, kind: 'submission', header: { ...bare.header, form: '8-K' } }, listingOf('0000000001-20-000001'));
    if (!result.ok) return true;
    const { primary_item: primary, lead } = RawFiling.parse(result.filing);
    return primary !== null && lead === '';
  });
  expect(empty).toEqual([]);
});

test('6-K: a release has a headline, and any other one a reason', () => {
  const wrong = filings6k.filter(({ filing: { form6k, items, headline, lead, earnings } }) => {
    const isEarnings = form6k === 'earnings';
    return form6k === null || items.length > 0 || (isEarnings ? headline === '' || lead === '' || earnings === null : earnings !== null);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test.skipIf(dataDir('8k') === null)('in real filings the statements when a company will report are found, and nothing else', () => {
  const found = [...filings6k, ...filings8k].flatMap(({ filing }) =>
    filing.report_time === undefined ? [] : [[filing.accession, filing.report_time.date]],
  );
  expect(found).toEqual([
    ['0000910662-10-000319', '2010-08-03'],
    ['0000950127-09-000085', '2009-04-15'],
  ]);
});
