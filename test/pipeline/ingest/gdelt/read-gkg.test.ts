import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RawMessage } from '#schemas/raw.ts';
import { readGkg, type GkgResult } from '#pipeline/ingest/gdelt/read-gkg.ts';
import { dataDir } from '#test/support/data.ts';
import { batch, gkgArchive, gkgRow, gkgZip } from '#test/support/gkg.ts';

function read(rows: readonly string[] | Buffer): Extract<GkgResult, { ok: true }> {
  const result = readGkg(gkgArchive(gkgZip(rows)));
  if (!result.ok) throw new Error(result.detail);
  for (const message of [...result.articles, ...result.refusals]) RawMessage.parse(message);
  return result;
}

const one = (columns: Readonly<Record<number, string>>) => read([gkgRow(columns), gkgRow({ 5: 'https://other.example.com/2' })]);

test('a row becomes an article that was first seen with its batch, under its own site, as a listing of GDELT', () => {
  const { articles } = read([gkgRow({ 19: 'https://img.example.com/a.jpg' })]);
  expect(articles).toEqual([
    {
      kind: 'article',
      identity: 'via:gdeltproject.org|https://www.example.com/news/1',
      source: 'gdelt',
      seen_at: '2026-06-10T03:32:00.000Z',
      fetched_at: '2026-06-10T03:32:00.000Z',
      url: 'https://www.example.com/news/1',
      title: 'Acme raises its dividend',
      summary: '',
      body: null,
      outlet: 'example.com',
      outlet_domain: 'example.com',
      authors: [],
      topics: [],
      declared_language: null,
      banner_image: 'https://img.example.com/a.jpg',
      published_at: '2026-06-10T03:30:00.000Z',
      updated_at: null,
    },
  ]);
});

test('addresses are told apart as those of feeds are, and each is brought once', () => {
  const urls = ['https://www.example.com:443/a?utm_source=x', 'https://www.example.com/a', 'https://www.example.com/b'];
  const result = read(urls.map((url, index) => gkgRow({ 1: `${batch}-${index}`, 5: url })));
  expect(result.articles.map(({ identity }) => identity)).toEqual(['a', 'b'].map((path) => `via:gdeltproject.org|https://www.example.com/${path}`));
  expect(result).toMatchObject({ rows: 3, repeated: 1, skipped: 0, refusals: [] });
});

test.each([
  ['&#x2013; and &amp;', '– and &'],
  ['a &lt;b&gt;bold&lt;/b&gt; claim', 'a bold claim'],
  ['Begins ""Construction"" now', 'Begins "Construction" now'],
  ['  two   blanks ', 'two blanks'],
])('a title is HTML: %s', (title, expected) => {
  expect(one({ 27: `<PAGE_LINKS>x</PAGE_LINKS><PAGE_TITLE>${title}</PAGE_TITLE>` }).articles[0]?.title).toBe(expected);
});

test('a row without a title is refine’s to drop and count', () => {
  for (const extras of ['', '<PAGE_AUTHORS>A</PAGE_AUTHORS>', '<PAGE_TITLE>never ends']) expect(one({ 27: extras }).articles[0]?.title).toBe('');
});

describe('a row is refused and counted', () => {
  test.each<[string, Readonly<Record<number, string>>, string]>([
    ['of a collection without addresses', { 3: '2', 5: 'The Times, London/BBC Monitoring' }, 'not_collected'],
    ['from the translated stream', { 1: `${batch}-T7` }, 'not_collected'],
    ['with a user name in its address', { 5: 'https://reuters.com@evil.example/' }, 'bad_url'],
    ['first seen at no time', { 2: 'yesterday' }, 'malformed'],
    ['first seen after its batch', { 2: '20260610034500' }, 'malformed'],
    ['with a column too many', { 27: 'a\tb' }, 'malformed'],
  ])('%s', (_, columns, reason) => {
    const { articles, refusals } = one(columns);
    expect(refusals).toMatchObject([{ reason, source: 'gdelt' }]);
    expect(articles).toHaveLength(1);
  });

  test('with too few columns, or so long that it is not a row', () => {
    expect(read(['a\tb\tc', gkgRow()]).refusals).toMatchObject([{ reason: 'malformed', detail: '1 rows do not have 27 columns; the first has 3' }]);
    expect(read([gkgRow({ 9: 'x'.repeat(1_100_000) }), gkgRow()])).toMatchObject({
      refusals: [{ reason: 'too_large' }],
      articles: [{ kind: 'article' }],
    });
  });
});

describe('an archive is refused whole', () => {
  const refused = (body: Buffer, md5: string | null = null) => readGkg({ ...gkgArchive(body), md5 });

  test('that is not the announced one, which may come yet', () => {
    const body = gkgZip([gkgRow()]);
    expect(refused(body, createHash('md5').update(body).digest('hex'))).toMatchObject({ ok: true });
    expect(refused(body, '0'.repeat(32))).toMatchObject({ ok: false, reason: 'malformed', isOther: true });
    expect(refused(body.subarray(0, 100), '0'.repeat(32))).toMatchObject({ ok: false, isOther: true });
  });

  test('that breaks off, and no checksum says whether it should', () =>
    expect(refused(gkgZip([gkgRow()]).subarray(0, 100))).toMatchObject({ ok: false, reason: 'malformed', isOther: true }));

  test('without a row that can be read', () => {
    expect(refused(gkgZip(['a\tb', 'c\td\te']))).toMatchObject({ ok: false, reason: 'unknown_format', isOther: false });
    expect(refused(gkgZip(Buffer.alloc(100_000)))).toMatchObject({ ok: false, reason: 'unknown_format' });
  });

  test('that states to unpack to more than a batch may have, at once', () => {
    const body = gkgZip([gkgRow()]);
    // The uncompressed size is at byte 24 of the directory entry, which is 46 bytes and the name long; 22 bytes of the end record follow.
    body.writeUInt32LE(201_000_000, body.length - 22 - `${batch}.gkg.csv`.length - 46 + 24);
    expect(refused(body)).toMatchObject({ ok: false, reason: 'too_large', isOther: false });
  });
});

test('rows past the limit are counted, and empty lines and line ends are nothing', () => {
  const row = gkgRow();
  expect(read(Array.from({ length: 20_100 }, () => row))).toMatchObject({ rows: 20_000, skipped: 100, repeated: 19_999 });
  expect(read(Buffer.from(`\n${row}\r\n\n`)).articles[0]?.title).toBe('Acme raises its dividend');
  expect(read([])).toMatchObject({ rows: 0, articles: [], refusals: [] });
});

const gdelt = dataDir('gdelt');
describe.skipIf(gdelt === null)('recorded rows', () => {
  const rowsOf = (file: string): Buffer => gunzipSync(readFileSync(join(gdelt ?? '', file)));

  test('of 2026 are all articles, each with its title', () => {
    const { articles, refusals } = read(rowsOf('20260610033000.gkg.part1.csv.gz'));
    expect([articles.length, refusals.length]).toEqual([26, 0]);
    expect(articles.every(({ title, published_at }) => title.length > 10 && published_at === '2026-06-10T03:30:00.000Z')).toBe(true);
    expect(articles.find(({ url }) => url.includes('jdsupra'))).toMatchObject({
      identity: expect.stringMatching(/^via:gdeltproject\.org\|https:\/\/www\.jdsupra\.com\/legalnews\//),
      title: expect.stringContaining('"Beginning of Construction"'),
    });
  });

  test.each(['20150218230000', '20200318104500'])('of two batches in one file are read under their own name: %s', (name) => {
    const result = readGkg({ ...gkgArchive(gkgZip(rowsOf('20150218230000.gkg.100.csv.gz'))), batch: name, fetchedAt: '2026-06-10T03:32:00.000Z' });
    if (!result.ok) throw new Error(result.detail);
    const ofOther = result.refusals.filter(({ reason, detail }) => reason === 'malformed' && detail.startsWith('first seen'));
    const cited = result.refusals.filter(({ reason }) => reason === 'not_collected');
    expect(ofOther.length + cited.length).toBe(result.refusals.length);
    expect(result.articles.length + result.refusals.length + result.repeated).toBe(100);
    expect(result.articles.length).toBeGreaterThan(20);
  });

  test.each(['20200705.gkg1.95.csv.gz', 'events2.csv.gz'])('of another format are refused whole: %s', (file) =>
    expect(readGkg(gkgArchive(gkgZip(rowsOf(file))))).toMatchObject({ ok: false, reason: 'unknown_format' }),
  );
});
