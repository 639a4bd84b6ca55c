import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAuthority } from '#pipeline/ingest/publishers/authority.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import { parseFeed, type ParsedFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { RawMessage } from '#schemas/raw.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';
import { at, source } from './parsed-feed.ts';

/** Parses without a domain, so that every address is accepted: these tests are about what is read, not about authority. */
const parse = (body: Buffer, more: Partial<Source> = {}): ParsedFeed =>
  parseFeed({
    body,
    contentType: null,
    url: more.url ?? source.url,
    source: { ...source, ...more },
    ...(more.domain === undefined && { authority: anyAuthority }),
    seenAt: at,
    fetchedAt: at,
  });

function read(folder: string, file: string): Buffer {
  const bytes = readFileSync(join(folder, file));
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
const documents = (folder: string): string[] => readdirSync(folder).filter((file) => !/^README|^manifest|_expected\.json$/.test(file));

/** Returns the number of start tags of entries, counted without a parser, after comments and CDATA are cut out. */
function naiveCount(body: Buffer): number {
  const text = body.includes(0) ? body.toString('utf16le') : body.toString('latin1');
  const bare = text.replace(/<!--[\s\S]*?-->/g, '').replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  return bare.match(/<(?:\w+:)?(?:item|entry)[\s/>]/g)?.length ?? 0;
}

const isReal = dataDir('rss') !== null;
const folder = documentsDir('rss');
const torture = documentsDir('rss-torture');

type First = readonly [file: string, title: string, url: string, publishedAt: string | null];

/** Read from the real documents by hand: title, address, time. */
const readByHand: readonly First[] = [
  [
    'cnbc.xml',
    "Oil surges above $100 a barrel; Trump says 'small price to pay' for defeating Iran",
    'https://www.cnbc.com/2026/03/08/crude-oil-prices-today-iran-war.html',
    '2026-03-08T23:58:37.000Z',
  ],
  ['kc0011.rss', '建国35周年纪念，华表，和平鸽', 'http://www.kc0011.net/dispbbs.asp?BoardID=10&ID=25164257&Page=1', '2020-01-10T14:33:00.000Z'],
  ['nodefp_iconv.xml', 'В Бузулуке главные стройплощадки – детсад и Ледовый дворец', 'http://www.oren.ru/news/2743422/', null],
  [
    'prof18_feed-test-greek.xml',
    '«Πορτραίτα καραντίνας» για έμπνευση από τη συλλογή Φέλιου',
    'https://www.liberal.gr/news/portraita%2Dkarantinas%2Dgia%2Dempneusi%2Dapo%2Dti%2Dsullogi%2Dfeliou/298923',
    null,
  ],
  [
    'feedrs_rss_1.0_iso8859.xml',
    'Digitalministerium: Neue Glasfaserförderung mit Schnellkasse',
    'https://www.golem.de/news/digitalministerium-neue-glasfaserfoerderung-mit-schnellkasse-2301-171451.html',
    '2023-01-25T18:03:02.000Z',
  ],
  [
    'bio.rdf.gz',
    'Wheat inositol pyrophosphate kinase (TaVIH2-3B) interacts with Fasciclin-like arabinogalactan (FLA6) protein and alters the plant cell-wall composition',
    'http://biorxiv.org/cgi/content/short/743294v1?rss=1',
    '2019-08-27T00:00:00.000Z',
  ],
  ['nodefp_intertwingly.atom', 'Inhibiting Suspend', 'http://intertwingly.net/blog/2012/07/16/Inhibiting-Suspend', '2012-07-16T15:48:01.000Z'],
  [
    'miniflux_no_encoding_ISO-8859-1.xml',
    'Perturbateurs endocriniens : quels effets sur le cerveau ?',
    'https://le-cercle-psy.scienceshumaines.com/perturbateurs-endocriniens-quels-effets-sur-le-cerveau_sh_39995',
    '2018-10-17T10:30:00.000Z',
  ],
  [
    'DaringFireball.rss.gz',
    'Apple Product Event: Monday March 21',
    'http://recode.net/2016/02/27/remark-your-calendars-apples-product-event-will-week-of-march-21/',
    '2016-02-27T21:59:47.000Z',
  ],
  ['nodefp_rss-with-item-scoped-html-base.xml', 'First', 'https://example.com/first/first', null],
];

/** Returns the expected entries of the synthetic feeds, from their source data. */
const made = (): First[] => {
  const firsts = JSON.parse(readFileSync(join(folder, 'first_expected.json'), 'utf8')) as { file: string; title: string | null; url: string }[];
  return firsts.flatMap(({ file, title, url }) => (title === null ? [] : [[file, title, url, null] as const]));
};

describe('feeds', () => {
  test.each(documents(folder))('%s: every entry is an article, a refusal, or a repeat', (file) => {
    const body = read(folder, file);
    const parsed = parse(body);
    for (const message of [...parsed.items, ...parsed.refusals]) expect(RawMessage.safeParse(message).error).toBeUndefined();
    expect(parsed.items.length + parsed.refusals.length + parsed.entriesRepeated + parsed.entriesSkipped).toBe(naiveCount(body));
    expect(parsed.format).not.toBe('unknown');
    expect(parsed).toEqual(parse(body));
  });

  test.each<First>(isReal ? readByHand : made())('%s: its first entry', (file, title, url, publishedAt) => {
    const first = parse(read(folder, file)).items[0];
    expect(first).toMatchObject({ title, url, ...(publishedAt !== null && { published_at: publishedAt }) });
  });

  test('an aggregator names the outlet and its domain', () => {
    const file = isReal ? 'google.xml.gz' : 'aggregator.xml';
    const [first] = parse(read(folder, file), { url: 'https://news.google.com/rss/search?q=x', domain: 'news.google.com' }).items;
    expect(first).toMatchObject(
      isReal
        ? { outlet: 'Reuters', outlet_domain: 'reuters.com', title: "Canada's labor market dips sharply in February, unemployment rate up - Reuters" }
        : { outlet: 'Example Wire', outlet_domain: 'wire.example', title: 'Example Bank lifts its dividend by a tenth - Example Wire' },
    );
  });

  type Listing = readonly [file: string, listed: Partial<Source> & { readonly domain: string }, foreign: number];
  const realListings: readonly Listing[] = [
    ['cnbc.xml', { domain: 'cnbc.com' }, 0],
    ['fed_press_all.xml', { domain: 'federalreserve.gov' }, 0],
    ['rssparser_guardian.rss.gz', { domain: 'theguardian.com' }, 0],
    ['macworld.rss', { domain: 'macworld.com' }, 5],
    ['macworld.rss', { domain: 'macworld.com', domains: ['techhive.com'] }, 0],
    ['KatieFloyd.rss.gz', { domain: 'katiefloyd.com' }, 20],
    ['KatieFloyd.rss.gz', { domain: 'katiefloyd.com', domains: ['feedpress.it'] }, 0],
    ['cnbc.xml', { domain: 'example.com' }, 30],
  ];
  const madeListings: readonly Listing[] = [
    ['harborline_business.rss', { domain: 'harborlinebusiness.example' }, 0],
    ['capital_dispatch.atom', { domain: 'capitaldispatch.example' }, 0],
    ['harborline_business.rss', { domain: 'other.example' }, 20],
    ['harborline_business.rss', { domain: 'other.example', domains: ['harborlinebusiness.example'] }, 0],
  ];

  test.each<Listing>(isReal ? realListings : madeListings)('%s of %j: %i entries are about addresses of others', (file, listed, count) => {
    const { items, refusals } = parse(read(folder, file), listed);
    expect(refusals.map(({ reason }) => reason)).toEqual(Array.from({ length: count }, () => 'foreign_link'));
    for (const { outlet, outlet_domain } of items) expect([outlet, outlet_domain]).toEqual([source.outlet, listed.domain]);
  });

  test.skipIf(!isReal)(
    'a list of links to other sites is refused but for its own pages, or is an aggregator (skipped without the recorded feeds)',
    () => {
      const body = read(folder, 'DaringFireball.rss.gz');
      const own = parse(body, { domain: 'daringfireball.net' });
      expect(own.items.length).toBeGreaterThan(0);
      expect(own.items.every(({ identity }) => /^https?:\/\/daringfireball\.net\//.test(identity))).toBe(true);
      const listed = parse(body, { domain: 'daringfireball.net', aggregator: true });
      expect(listed.refusals).toEqual([]);
      expect(listed.items[0]).toMatchObject({
        identity: 'via:daringfireball.net|http://recode.net/2016/02/27/remark-your-calendars-apples-product-event-will-week-of-march-21/',
        outlet: source.outlet,
        outlet_domain: 'daringfireball.net',
      });
    },
  );

  test('entries that link nowhere are refused, each once', () => {
    const { items, refusals } = parse(readFileSync(new URL('../../../fixtures/documents/rss/halts.rss', import.meta.url)));
    expect(items).toEqual([]);
    expect(new Set(refusals.map(({ identity }) => identity)).size).toBe(3);
    expect(refusals.every(({ reason }) => reason === 'no_identity')).toBe(true);
    if (isReal) expect(parse(read(folder, 'nodefp_atom-with-tag-uri-links.xml')).refusals).toMatchObject([{ reason: 'bad_url' }]);
  });

  test('a document cut anywhere, or with bytes changed, is read or refused, and what is read is valid', () => {
    const bodies = documents(folder)
      .filter((file) => !file.endsWith('.gz'))
      .map((file) => read(folder, file))
      .filter((body) => body.length < 12_000);
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }), (original, cutAt, changes) => {
        const body = Buffer.from(original.subarray(0, cutAt % (original.length + 1)));
        for (const [position, byte] of changes) if (body.length > 0) body[position % body.length] = byte;
        const { items, refusals } = parse(body);
        for (const message of [...items, ...refusals]) expect(RawMessage.safeParse(message).error).toBeUndefined();
        expect(refusals.filter(({ detail }) => detail.startsWith('error in the reader'))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the torture set', () => {
  test.each(documents(torture))('%s', (file) => {
    const body = read(torture, file);
    const parsed = parse(body);
    for (const message of [...parsed.items, ...parsed.refusals]) expect(RawMessage.safeParse(message).error).toBeUndefined();
    expect(parsed.refusals.filter(({ detail }) => detail.startsWith('error in the reader'))).toEqual([]);
    if (file.includes('__cdf__')) expect(parsed.refusals).toMatchObject([{ reason: 'unknown_format' }]);
    else if (!file.startsWith('illformed')) expect(parsed.items.length + parsed.refusals.length + parsed.entriesRepeated).toBe(naiveCount(body));
  });

  test.each([
    ['illformed__rss_incomplete_cdata.xml', [{ reason: 'malformed' }]],
    ['illformed__chardet__shiftjis.xml', [{ reason: 'bad_encoding' }]],
    ['illformed__undeclared_namespace.xml', []],
    ['illformed__geo__georss_polygon_insufficient_coords.xml', [{ reason: 'no_identity' }]],
  ])('%s, broken on purpose', (file, refusals) => expect(parse(read(torture, file)).refusals).toMatchObject(refusals));
});
