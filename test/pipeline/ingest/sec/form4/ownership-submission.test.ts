import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readHeader, readSubmission } from '#pipeline/ingest/sec/form4/ownership-submission.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';

const ownership = '<?xml version="1.0"?>\n<ownershipDocument><documentType>4</documentType></ownershipDocument>';
const header = `<SEC-DOCUMENT>0001617553-25-000024.txt : 20250318
<SEC-HEADER>0001617553-25-000024.hdr.sgml : 20250318
<ACCEPTANCE-DATETIME>20250318201444
ACCESSION NUMBER:		0001617553-25-000024
CONFORMED SUBMISSION TYPE:	4
FILED AS OF DATE:		20250318

REPORTING-OWNER:	
	OWNER DATA:	
		CENTRAL INDEX KEY:			0001859449

ISSUER:		
	COMPANY DATA:	
		CENTRAL INDEX KEY:			0001617553
</SEC-HEADER>
`;
const facts = {
  accession: '0001617553-25-000024',
  form: '4',
  acceptedAt: '2025-03-19T00:14:44.000Z',
  filedOn: '2025-03-18',
  issuerCiks: ['0001617553'],
  ownerCiks: ['0001859449'],
};
const documents = (xml = ownership): string => `<DOCUMENT>\n<TYPE>4\n<TEXT>\n<XML>\n${xml}\n</XML>\n</TEXT>\n</DOCUMENT>\n`;
const pem = '-----BEGIN PRIVACY-ENHANCED MESSAGE-----\nProc-Type: 2001,MIC-CLEAR\nMIC-Info: RSA-MD5,RSA,\n Gz4fO1+NGisVsm\n\n';
const read = (text: string | Buffer) => readSubmission(Buffer.from(text));

describe('submission', () => {
  test('the full text gives header and document', () => {
    expect(read(`${header}${documents()}</SEC-DOCUMENT>`)).toEqual({ ok: true, header: facts, ownershipXml: ownership });
  });

  test('a PEM block before the header changes nothing', () => {
    expect(read(`${pem}${header}${documents()}</SEC-DOCUMENT>\n-----END PRIVACY-ENHANCED MESSAGE-----`)).toEqual({
      ok: true,
      header: facts,
      ownershipXml: ownership,
    });
  });

  test('bare XML has no header', () => {
    expect(read(`\ufeff${ownership}`)).toEqual({ ok: true, header: null, ownershipXml: ownership });
  });

  test('the dissemination form is read by its own tags, on lines or on one', () => {
    const tags = `<SUBMISSION>
<ACCESSION-NUMBER>0001127602-25-004598<TYPE>4/A<FILING-DATE>20250213<REPORTING-OWNER><OWNER-DATA><CONFORMED-NAME>Doe Jane<CIK>0001870985</OWNER-DATA></REPORTING-OWNER><ISSUER><COMPANY-DATA><CIK>0000007536</COMPANY-DATA></ISSUER>`;
    const expected = {
      accession: '0001127602-25-004598',
      form: '4/A',
      acceptedAt: null,
      filedOn: '2025-02-13',
      issuerCiks: ['0000007536'],
      ownerCiks: ['0001870985'],
    };
    expect(read(`${tags}${documents()}</SUBMISSION>`)).toEqual({ ok: true, header: expected, ownershipXml: ownership });
    expect(read(`${tags.replaceAll('<', '\n<')}${documents()}</SUBMISSION>`)).toMatchObject({ header: expected });
  });

  test('exhibits behind the ownership document do not matter', () => {
    const exhibit = '<DOCUMENT>\n<TYPE>EX-24\n<TEXT>\n<!DOCTYPE html><html>\nbegin 644 poa.pdf\nM!C&.O3T)YH\nend\n</TEXT>\n</DOCUMENT>\n';
    expect(read(`${header}${documents()}${exhibit}</SEC-DOCUMENT>`)).toMatchObject({ ok: true, ownershipXml: ownership });
  });

  test.each([
    ['an HTML page', '<!DOCTYPE html>\n<html><head><title>SEC.gov | File Unavailable</title>', 'unknown_format'],
    ['an error of the store', '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>', 'unknown_format'],
    ['nothing', '', 'unknown_format'],
    ['a document cut short', `${header}${documents().slice(0, 90)}`, 'malformed'],
    ['a submission cut before its document', header, 'unknown_format'],
  ])('%s is worth asking for again', (_, text, reason) => {
    expect(read(text)).toMatchObject({ ok: false, reason, isTransient: true });
  });

  test('a whole submission of another kind is refused for good', () => {
    const other = `${header.replace('TYPE:	4', 'TYPE:	D')}<DOCUMENT>\n<TYPE>D\n<TEXT>\n<XML><edgarSubmission/></XML></TEXT></DOCUMENT>\n</SEC-DOCUMENT>`;
    expect(read(other)).toMatchObject({ ok: false, reason: 'unknown_format', isTransient: false });
  });

  test('text is decoded as the XML declares', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><ownershipDocument>Société</ownershipDocument>', 'latin1');
    expect(read(latin)).toMatchObject({ ok: true, ownershipXml: expect.stringContaining('Société') });
    const broken = Buffer.from('<?xml version="1.0"?><ownershipDocument>Société</ownershipDocument>', 'latin1');
    expect(read(broken)).toMatchObject({ ok: false, reason: 'bad_encoding' });
  });

  const headers = documentsDir('edgar/sgml-headers');
  const odd: readonly (readonly [file: string, facts: object])[] =
    dataDir('edgar/sgml-headers') === null
      ? [
          [
            'owner-before-issuer.txt',
            {
              accession: '0009400010-26-000039',
              form: '4',
              acceptedAt: '2026-05-07T01:32:04.000Z',
              filedOn: '2026-05-06',
              issuerCiks: ['0009400010'],
              ownerCiks: ['0009400011'],
            },
          ],
          ['double-newlines.txt', { accession: '0009400020-26-000744', form: '485APOS', acceptedAt: '2026-03-13T19:00:33.000Z' }],
          ['privacy-enhanced.txt', { accession: '0009400030-09-006093', form: 'D', filedOn: '2009-03-16' }],
        ]
      : [
          [
            'secheader.4.evercommerce.txt',
            {
              accession: '0001140361-23-028639',
              form: '4',
              acceptedAt: '2023-06-07T01:32:04.000Z',
              filedOn: '2023-06-06',
              issuerCiks: ['0001853145'],
              ownerCiks: ['0001927858'],
            },
          ],
          ['header_with_double_newlines.txt', { accession: '0001193125-24-066744', form: '485APOS', acceptedAt: '2024-03-13T19:00:33.000Z' }],
          ['filing_with_privacy.txt', { accession: '0000919574-09-006093', form: 'D', filedOn: '2009-03-16' }],
        ];
  test.each(odd)('the odd header %s is read', (file, known) => {
    expect(readHeader(readFileSync(`${headers}/${file}`, 'latin1'))).toMatchObject(known);
  });
});
