import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dailyIndexPath, readDailyIndex } from '#pipeline/ingest/sec/listing/daily-index.ts';
import { documentsDir } from '#test/support/data.ts';

const forms = new Set(['4', '4/A']);
const heading = `Description:           Daily Index of EDGAR Dissemination Feed by Form Type
Last Data Received:    Mar 18, 2020

Form Type   Company Name                                                  CIK         Date Filed  File Name
---------------------------------------------------------------------------------------------------------------------------------------------
`;
const line = (form: string, accession: string, name = 'Acme Inc'): string =>
  `${form.padEnd(12)}${name.padEnd(62)}1234        20200318    edgar/data/1234/${accession}.txt         \n`;
const read = (text: string) => readDailyIndex(Buffer.from(text, 'latin1'), forms);
const accessions = (result: ReturnType<typeof readDailyIndex>) => (result.ok ? result.entries.map((entry) => entry.accession) : result);

describe('daily index', () => {
  test('names the filings of exactly the wanted forms, each once', () => {
    const text =
      heading +
      line('4', '0000000001-20-000001') +
      line('4', '0000000001-20-000001', 'Doe John') +
      line('4/A', '0000000001-20-000002') +
      line('424B2', '0000000001-20-000003') +
      line('40-APP', '0000000001-20-000004');
    expect(accessions(read(text))).toEqual(['0000000001-20-000001', '0000000001-20-000002']);
    expect(read(text)).toMatchObject({ listed: 5, entries: [{ cik: '0000001234', filedOn: '2020-03-18', form: '4' }, {}] });
  });

  test('a name that fills its column is not an obstacle', () => {
    expect(accessions(read(heading + line('4', '0000000001-20-000001', 'A VERY LONG NAME THAT LEAVES NO ROOM BEFORE THE NEXT COLUMN 12')))).toEqual([
      '0000000001-20-000001',
    ]);
  });

  test('one line that cannot be read does not hide the others', () => {
    expect(read(`${heading}4  what is this\n${line('4', '0000000001-20-000001')}`)).toMatchObject({ ok: true, unreadable: 1, entries: [{}] });
  });

  test('a file cut short is refused, to be asked for again', () => {
    expect(read(heading + line('4', '0000000001-20-000001') + line('4', '0000000001-20-000002').slice(0, 95))).toMatchObject({
      ok: false,
      isTransient: true,
    });
  });

  test('a page in place of the file is refused', () => {
    expect(read('<html><title>Page Not Found</title></html>')).toMatchObject({ ok: false, isTransient: true });
    expect(read('{}')).toMatchObject({ ok: false, reason: 'unknown_format' });
  });

  test('its path names year, quarter and day', () => {
    expect(dailyIndexPath('2025-03-31')).toBe('/Archives/edgar/daily-index/2025/QTR1/form.20250331.idx');
    expect(dailyIndexPath('2025-10-01')).toBe('/Archives/edgar/daily-index/2025/QTR4/form.20251001.idx');
  });

  const folder = documentsDir('edgar/idx');
  test('index files are read to the last line', () => {
    const file = (name: string): Buffer => (name.endsWith('.gz') ? gunzipSync(readFileSync(`${folder}/${name}`)) : readFileSync(`${folder}/${name}`));
    const count = (name: string, pattern: RegExp): number =>
      new Set([...file(name).toString('latin1').matchAll(pattern)].map((match) => match[1])).size;
    expect(readDailyIndex(file('form.20200318.idx.gz'), forms)).toMatchObject({ ok: true, unreadable: 0 });
    expect(accessions(readDailyIndex(file('form.20200318.idx.gz'), forms))).toHaveLength(
      count('form.20200318.idx.gz', /^4(?:\/A)? .*\/([\d-]+)\.txt/gm),
    );
    expect(accessions(readDailyIndex(file('2024-01-02.master.idx.gz'), forms))).toHaveLength(
      count('2024-01-02.master.idx.gz', /\|4(?:\/A)?\|.*\/([\d-]+)\.txt/gm),
    );
    expect(readDailyIndex(file('badform.idx.txt'), new Set(['X-17A-5']))).toMatchObject({ ok: true, listed: 10, unreadable: 0 });
    expect(readDailyIndex(file('empty-form.idx'), forms)).toMatchObject({ ok: true, listed: 0, entries: [] });
    expect(readDailyIndex(file('company.20221003.idx.gz'), forms)).toMatchObject({ ok: false, reason: 'unknown_format' });
  });
});
