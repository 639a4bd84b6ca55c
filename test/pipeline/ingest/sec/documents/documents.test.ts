import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSubmission, splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { headerFacts } from '#pipeline/ingest/sec/documents/header.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield bytes(text.slice(at, at + size));
}

const document = (type: string, sequence: number, text: string): string =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${sequence}\n<FILENAME>d${sequence}.htm\n<DESCRIPTION>WORDS OF ${type}\n<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`;

const header = [
  '<SEC-DOCUMENT>0001234567-24-000001.txt : 20240201',
  '<SEC-HEADER>0001234567-24-000001.hdr.sgml : 20240201',
  '<ACCEPTANCE-DATETIME>20240701163030',
  'ACCESSION NUMBER:\t\t0001234567-24-000001',
  'CONFORMED SUBMISSION TYPE:\t8-K',
  'CONFORMED PERIOD OF REPORT:\t20240201',
  'ITEM INFORMATION:\t\tResults of Operations and Financial Condition',
  'ITEM INFORMATION:\t\tFinancial Statements and Exhibits',
  'FILED AS OF DATE:\t\t20240201',
  '',
  'FILER:',
  '',
  '\tCOMPANY DATA:\t',
  '\t\tCOMPANY CONFORMED NAME:\t\t\tParent Corp',
  '\t\tCENTRAL INDEX KEY:\t\t\t0000092122',
  '',
  'FILER:',
  '',
  '\tCOMPANY DATA:\t',
  '\t\tCOMPANY CONFORMED NAME:\t\t\tSubsidiary Power Co',
  '\t\tCENTRAL INDEX KEY:\t\t\t3153',
  '</SEC-HEADER>',
  '',
].join('\n');

describe('a full submission', () => {
  const synthetic =
    `-----BEGIN PRIVACY-ENHANCED MESSAGE-----\nProc-Type: 2001,MIC-CLEAR\n\n${header}` +
    document('8-K', 1, '<html><body>Item 2.02</body></html>') +
    document('EX-99.01', 2, '<html><body>Results</body></html>') +
    document('EX-10.1', 3, 'a contract') +
    document('GRAPHIC', 4, 'begin 644 logo.jpg\nM_]C_X``02D9)1@`!`0\n`\nend') +
    document('EX-99.2', 5, 'begin 644 slides.pdf\nM_]C_X``02D9)\nend') +
    document('EX-101.INS', 6, '<XBRL>…</XBRL>') +
    document('ZIP', 7, 'begin 644 x.zip\nM\nend');

  test('gives its header facts, the accepted time in UTC, every filer, and the readable documents only', () => {
    const found = splitSubmission(bytes(synthetic));
    expect(found.kind).toBe('submission');
    expect(found.isTruncated).toBe(false);
    expect(found.header).toEqual({
      accession: '0001234567-24-000001',
      form: '8-K',
      filedOn: '2024-02-01',
      period: '2024-02-01',
      acceptedAt: '2024-07-01T20:30:30.000Z',
      items: ['Results of Operations and Financial Condition', 'Financial Statements and Exhibits'],
      filers: [
        { cik: '0000092122', name: 'Parent Corp' },
        { cik: '0000003153', name: 'Subsidiary Power Co' },
      ],
    });
    expect(found.documents.map(({ type, sequence, skipped }) => [type, sequence, skipped])).toEqual([
      ['8-K', 1, null],
      ['EX-99.01', 2, null],
      ['EX-10.1', 3, 'not_wanted'],
      ['GRAPHIC', 4, 'not_text'],
      ['EX-99.2', 5, 'not_text'],
      ['EX-101.INS', 6, 'not_text'],
      ['ZIP', 7, 'not_text'],
    ]);
    expect(found.documents[1]?.source).toContain('Results');
  });

  test('reads the same however it is cut into pieces', async () => {
    const whole = splitSubmission(bytes(synthetic));
    for (const size of [1, 7, 64, 1_000]) expect(await readSubmission(inPieces(synthetic, size))).toEqual(whole);
  });

  test('that ends early keeps what came and says so', () => {
    const cut = splitSubmission(bytes(synthetic.slice(0, synthetic.indexOf('Results</body>') + 4)));
    expect(cut.isTruncated).toBe(true);
    expect(cut.documents[1]?.source).toContain('Resu');
  });

  test('with a document over the limit passes over that one and reads the rest', () => {
    const found = splitSubmission(bytes(header + document('8-K', 1, 'x'.repeat(5_000)) + document('EX-99.1', 2, 'short')), {
      documentBytesMax: 1_000,
    });
    expect(found.documents.map(({ type, source, skipped }) => [type, source === null, skipped])).toEqual([
      ['8-K', true, 'too_large'],
      ['EX-99.1', false, null],
    ]);
  });

  test('of 200 MB, nearly all of it uuencoded, is read in flat memory', async () => {
    const line = `M${'_'.repeat(60)}\n`;
    const block = bytes(line.repeat(16_000));
    async function* stream(): AsyncGenerator<Uint8Array> {
      yield bytes(header + document('8-K', 1, 'Item 2.02') + document('EX-99.1', 2, 'Revenue'));
      for (let sent = 0, file = 3; sent < 200_000_000; file++) {
        yield bytes(`<DOCUMENT>\n<TYPE>GRAPHIC\n<SEQUENCE>${file}\n<FILENAME>g.jpg\n<TEXT>\nbegin 644 g.jpg\n`);
        for (let part = 0; part < 50; part++, sent += block.length) yield block;
        yield bytes('`\nend\n</TEXT>\n</DOCUMENT>\n');
      }
    }
    const before = process.memoryUsage();
    let peakBytes = 0;
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const piece of stream()) {
        const { heapUsed, external } = process.memoryUsage();
        peakBytes = Math.max(peakBytes, heapUsed + external - before.heapUsed - before.external);
        yield piece;
      }
    }
    const found = await readSubmission(watched());
    expect(found.documents.filter(({ source }) => source !== null).map(({ type }) => type)).toEqual(['8-K', 'EX-99.1']);
    expect(found.documents.length).toBeGreaterThan(5);
    expect(peakBytes).toBeLessThan(80_000_000);
  });
});

describe('a bare exhibit', () => {
  test('with header tags of its own, in any case and inside html, is one document without them', () => {
    const found = splitSubmission(
      bytes('<html><body><document>\n<type>EX-99.1\n<sequence>2\n<filename>a.htm\n<description>PRESS RELEASE\n<text>\n<p>Words</p>'),
    );
    expect(found.kind).toBe('document');
    expect(found.documents).toEqual([{ type: 'EX-99.1', sequence: 2, filename: 'a.htm', source: '\n<p>Words</p>', skipped: null }]);
  });

  test('without any tags is one document of no type', () => {
    expect(splitSubmission(bytes('<p>Words</p>')).documents).toEqual([
      { type: '', sequence: null, filename: '', source: '<p>Words</p>', skipped: null },
    ]);
  });

  test('in UTF-8 or in Windows-1252 reads the same', () => {
    const words = '<p>Shareholders’ equity — 5 €</p>';
    const windows = bytes('<p>Shareholders\x92 equity \x97 5 \x80</p>');
    expect(splitSubmission(Buffer.from(words, 'utf8')).documents[0]?.source).toBe(words);
    expect(splitSubmission(windows).documents[0]?.source).toBe(words);
    // Windows-1252 that a filer's tool took for Latin-1 and wrote as UTF-8.
    expect(splitSubmission(Buffer.from(Buffer.from(windows).toString('latin1'), 'utf8')).documents[0]?.source).toBe(words);
  });
});

describe('a header', () => {
  const folder = documentsDir('edgar/sgml-headers');
  const odd: readonly (readonly [file: string, facts: object])[] =
    dataDir('edgar/sgml-headers') === null
      ? [
          [
            'owner-before-issuer.txt',
            { accession: '0009400010-26-000039', form: '4', acceptedAt: '2026-05-07T01:32:04.000Z', filedOn: '2026-05-06' },
          ],
          ['double-newlines.txt', { accession: '0009400020-26-000744', form: '485APOS', acceptedAt: '2026-03-13T19:00:33.000Z' }],
          ['privacy-enhanced.txt', { accession: '0009400030-09-006093', form: 'D', filedOn: '2009-03-16' }],
        ]
      : [
          [
            'secheader.4.evercommerce.txt',
            { accession: '0001140361-23-028639', form: '4', acceptedAt: '2023-06-07T01:32:04.000Z', filedOn: '2023-06-06' },
          ],
          ['header_with_double_newlines.txt', { accession: '0001193125-24-066744', form: '485APOS', acceptedAt: '2024-03-13T19:00:33.000Z' }],
          ['filing_with_privacy.txt', { accession: '0000919574-09-006093', form: 'D', filedOn: '2009-03-16' }],
        ];
  test.each(odd)('as odd as %s is read', (file, known) => {
    expect(headerFacts(readFileSync(`${folder}/${file}`, 'latin1'))).toMatchObject(known);
  });

  test('of the dissemination form is read by its own tags, on lines or on one', () => {
    const tags =
      '<SUBMISSION><ACCESSION-NUMBER>0001127602-25-004598<TYPE>4/A<FILING-DATE>20250213<ISSUER><COMPANY-DATA><CIK>0000007536</COMPANY-DATA>';
    for (const text of [tags, tags.replaceAll('<', '\n<')])
      expect(headerFacts(text)).toMatchObject({ accession: '0001127602-25-004598', form: '4/A', acceptedAt: null, filedOn: '2025-02-13' });
  });
});
