import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isWanted } from '#pipeline/ingest/sec/documents/documents.ts';
import { namesInFolder } from '#pipeline/ingest/sec/fetch/fetch-filing.ts';
import { outlineOfNames, submissionOfFolder } from '#pipeline/ingest/sec/fetch/folder-submission.ts';
import type { PendingFiling } from '#pipeline/ingest/sec/filing-progress.ts';
import type { FetchResult } from '#pipeline/ingest/stage.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { documentsDir } from '#test/support/data.ts';

const filing: PendingFiling = {
  accession: '0000000001-25-000001',
  cik: '0001617553',
  form: '8-K',
  acceptedAt: null,
  filedOn: null,
  seenAt: '2025-03-17T16:01:00.000Z',
  isLive: true,
  failures: 0,
  faults: 0,
  dueAtMs: 0,
};
const ok = (body: string): FetchResult => ({
  outcome: 'ok',
  url: '',
  contentType: null,
  body: Buffer.from(body),
  etag: null,
  lastModified: null,
  fetchedAt: '2025-03-17T16:02:00.000Z',
});
const listing = (...names: readonly string[]): FetchResult => ok(JSON.stringify({ directory: { item: names.map((name) => ({ name })) } }));
const folder = (files: Readonly<Record<string, FetchResult>>, source: SecSourceType = 'sec_form8k') =>
  submissionOfFolder(
    {
      source,
      folderUrl: 'http://edgar/f',
      fetch: async ({ url }) => files[url.slice(15)] ?? { outcome: 'failed', cause: 'status', status: 404, retryAfterMs: null, detail: 'status 404' },
    },
    { ...filing, form: collectedForms[source][0] },
  );

describe('files of a folder by their names', () => {
  test('tell the main document and the press releases from what is neither', () => {
    const found = outlineOfNames(
      [
        '0000000001-25-000001-index-headers.html',
        '0000000001-25-000001-index.html',
        '0000000001-25-000001.txt',
        'R1.htm',
        'logo.jpg',
        'd1ex101.htm',
        'tm251d1_ex99-2.htm',
        'd123dex991.htm',
        'tm251d1_8k.htm',
        'acme-20250317.xsd',
      ],
      'sec_form8k',
    );
    expect(found.map(({ type, filename, sequence }) => [type, filename, sequence])).toEqual([
      ['', 'tm251d1_8k.htm', 1],
      ['EX-99.1', 'd123dex991.htm', 2],
      ['EX-99.2', 'tm251d1_ex99-2.htm', 3],
    ]);
  });

  test('of a filing without exhibits leave its main document', () => {
    for (const names of [
      ['acme-20250317.htm', 'R1.htm'],
      ['primary-20250317.xml', 'acme-20250317.htm'],
    ])
      expect(outlineOfNames(names, 'sec_form8k')).toEqual([{ type: '', sequence: 1, filename: 'acme-20250317.htm' }]);
    expect(outlineOfNames(['logo.jpg'], 'sec_form8k')).toEqual([]);
  });

  test.each(['wf-form4_1.xml', 'tm2512345-1_4seq1.xml', 'rrd702113.xml'])(
    'of a Form 4 tell its XML %s, under any name, from its exhibits',
    (filename) => {
      expect(outlineOfNames(['0000000001-25-000001-index.html', 'poa.htm', filename], 'sec_form4')).toEqual([{ type: '', sequence: 1, filename }]);
    },
  );

  test('of a disclosure tell its XML, or its text where it has none', () => {
    const mainOf = (names: readonly string[], source: SecSourceType) => outlineOfNames(names, source)[0]?.filename;
    expect(mainOf(['d1ex1.htm', 'primary_doc.xml'], 'sec_schedule13d')).toBe('primary_doc.xml');
    expect(mainOf(['d1ex1.htm', 'd1dsc13d.htm'], 'sec_schedule13d')).toBe('d1dsc13d.htm');
    expect(mainOf(['notice.htm', 'facts.xml'], 'sec_nt10k')).toBe('notice.htm');
  });

  const pages = documentsDir('edgar/index-pages');
  test('are told apart in the listing of a folder', () => {
    const listingName = readdirSync(pages).find((name) => name.endsWith('-index.json'))!;
    const names = namesInFolder(readFileSync(`${pages}/${listingName}`));
    expect(outlineOfNames(names, 'sec_form8k')[0]).toEqual({
      type: '',
      sequence: 1,
      filename: expect.stringMatching(/^(ea191807-8k_datchat|[a-z]+-20260506|form8-k)\.htm$/) as string,
    });
  });
});

describe('a filing put together from its folder', () => {
  test('has the types and the header that the header page gives', async () => {
    const header = 'ACCESSION NUMBER:\t\t0000000001-25-000001\nCONFORMED SUBMISSION TYPE:\t8-K\nITEM INFORMATION:\t\tOther Events\n';
    const documents = ['8-K', 'EX-99.01', 'GRAPHIC']
      .map(
        (type, place) =>
          `&lt;DOCUMENT&gt;\n&lt;TYPE&gt;${type}\n&lt;SEQUENCE&gt;${place + 1}\n&lt;FILENAME&gt;file${place}.htm\n&lt;TEXT&gt;\nlink\n&lt;/DOCUMENT&gt;\n`,
      )
      .join('');
    const found = await folder({
      'index.json': listing('0000000001-25-000001-index-headers.html', 'file0.htm', 'file1.htm', 'file2.htm'),
      '0000000001-25-000001-index-headers.html': ok(
        `<html><body><PRE>&lt;SEC-HEADER&gt;\n${header}&lt;/SEC-HEADER&gt;\n${documents}</PRE></body></html>`,
      ),
      'file0.htm': ok('<html>main</html>'),
      'file1.htm': ok('<html>release</html>'),
    });
    expect(isWanted({ type: 'GRAPHIC', sequence: 1 }, 0)).toBe(false);
    expect(found).toMatchObject({
      submission: {
        kind: 'submission',
        header: { form: '8-K', items: ['Other Events'] },
        documents: [
          { type: '8-K', source: '<html>main</html>' },
          { type: 'EX-99.01', source: '<html>release</html>' },
        ],
      },
    });
  });

  test('without a header page takes the form from the listing', async () => {
    const found = await folder({ 'index.json': listing('main.htm', 'ex991.htm'), 'main.htm': ok('<p>main</p>'), 'ex991.htm': ok('<p>release</p>') });
    expect(found).toMatchObject({ submission: { documents: [{ type: '8-K' }, { type: 'EX-99.1', source: '<p>release</p>' }] } });
  });

  test('with a document that is not to be had is trouble, not half a filing', async () => {
    expect(await folder({ 'index.json': listing('main.htm', 'ex991.htm'), 'main.htm': ok('<p>main</p>') })).toMatchObject({
      trouble: { detail: 'status 404' },
      reason: 'unavailable',
    });
    const refused = ok('<!DOCTYPE html><html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>');
    expect(await folder({ 'index.json': listing('main.htm'), 'main.htm': refused })).toMatchObject({ trouble: { isRefusedClient: 'yes' } });
    const denied = ok('<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>');
    expect(await folder({ 'index.json': listing('main.htm'), 'main.htm': denied })).toMatchObject({ reason: 'unavailable' });
    expect(await folder({ 'index.json': listing('rrd7.xml'), 'rrd7.xml': denied }, 'sec_form4')).toMatchObject({ reason: 'unavailable' });
    expect(await folder({ 'index.json': listing() })).toMatchObject({ trouble: { detail: 'no document in the folder' } });
  });
});
