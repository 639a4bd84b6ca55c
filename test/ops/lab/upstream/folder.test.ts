import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agencyPlans } from '#pipeline/ingest/calendar/calendar-stage.ts';
import { ownershipDocument } from '#ops/lab/upstream/generate/ownership-document.ts';
import { form4At } from '#ops/lab/upstream/generate/form4.ts';
import { mainReport } from '#ops/lab/upstream/folder/bare-reports.ts';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { documentsDir } from '#test/support/data.ts';
import { scratchFolder } from '#test/support/scratch.ts';
import { ask, catalogueOf, truthOf } from './client.ts';

const root = dirname(documentsDir('rss'));
const original = (path: string): Buffer => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path));
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const upstream = await startUpstream({ upstream: root, edgarPerSecondMax: 0 });
afterAll(() => upstream.stop());

/** Returns the addresses of the filings that the pages of the latest filings list, by accession number. */
const listed = async (form: string): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (let start = 0; start < 2_000; start += 100) {
    const { status, text } = await ask(
      `${upstream.url}/cgi-bin/browse-edgar?action=getcurrent&type=${form}&owner=include&count=100&start=${start}&output=atom`,
    );
    const links = [...text.matchAll(/href="([^"]+-index\.htm)"/g)].map(([, href = '']) => href);
    if (status !== 200 || links.length === 0) break;
    for (const href of links) found.set(basename(href).replace('-index.htm', ''), href);
  }
  return found;
};

describe('a folder of documents', () => {
  test('is served feed by feed, bytes as they are, each a source', async () => {
    const files = ['rss', 'rss-torture']
      .flatMap((name) => filesIn(join(root, name)))
      .filter((path) => !/README\.md$|manifest\.json$|_expected\.json$/.test(path));
    const sources = await catalogueOf(upstream.url);
    expect(sources).toHaveLength(files.length);
    const byName = new Map(sources.map((source) => [decodeURIComponent(source.url.split('/feeds/')[1] ?? ''), source]));
    for (const path of files) {
      const name = `${basename(dirname(path))}/${basename(path).replace(/\.gz$/, '')}`;
      const source = byName.get(name);
      expect([name, source?.id]).toEqual([name, expect.stringMatching(/^[a-z][a-z0-9_]{0,63}$/)]);
      const answer = await ask(source?.url ?? '');
      expect([name, answer.status, answer.body.equals(original(path))]).toEqual([name, 200, true]);
    }
    expect((await truthOf(upstream.url)).filter(({ kind }) => kind === 'feed')).toHaveLength(files.length);
  });

  test('lists and serves every filing, whole or bare', async () => {
    const files = filesIn(join(root, 'form4')).filter((path) => /\.(xml|txt|nc)(\.gz)?$/.test(path));
    const shown = await listed('');
    const served: string[] = [];
    for (const href of shown.values()) {
      const text = (await ask(href.replace('-index.htm', '.txt'))).body.toString('latin1');
      served.push(text, /<XML>\n([^]*)<\/XML>/.exec(text)?.[1] ?? '');
    }
    const known = new Set(served);
    expect(files.filter((path) => !known.has(original(path).toString('latin1')))).toEqual([]);
  });

  test('sends the headers that a feed states in its first comment', async () => {
    const stated = filesIn(join(root, 'rss-torture')).flatMap((path) => {
      const [, name = '', value = ''] = /^\s*<!--(?:(?!-->)[^])*?^Header:\s+([\w-]+):\s*(.*?)\s*$/m.exec(original(path).toString('latin1')) ?? [];
      return name === '' ? [] : [[basename(path).replace(/\.gz$/, ''), name, value] as const];
    });
    expect(stated.length).toBeGreaterThan(0);
    for (const [file, name, value] of stated)
      expect([file, (await ask(`${upstream.url}/feeds/rss-torture/${file}`)).headers.get(name)]).toEqual([file, value]);
  });

  test('serves recorded schedules at their addresses', async () => {
    const schedules = filesIn(join(root, 'macro')).map(original);
    const { body } = await ask(`${upstream.url}${agencyPlans.bls.pages(0)[0]!.path}`);
    expect(schedules.some((file) => file.equals(body))).toBe(true);
  });
});

describe('a folder of 8-Ks and 6-Ks', () => {
  test('lists every whole submission and serves it to the byte', async () => {
    for (const [folder, form] of [
      ['8k', '8-K'],
      ['6k', '6-K'],
    ] as const) {
      const shown = await listed(form);
      for (const path of filesIn(join(root, folder, 'full')).slice(0, 40)) {
        const accession = /ACCESSION NUMBER:\s*(\S+)/.exec(original(path).toString('latin1'))?.[1] ?? '';
        const answer = await ask(shown.get(accession)?.replace('-index.htm', '.txt') ?? `${upstream.url}/unlisted`);
        expect([basename(path), answer.status, answer.body.equals(original(path))]).toEqual([basename(path), 200, true]);
      }
    }
  });

  test.each([
    ['main', '8-K', 1],
    ['ex99', 'EX-99\\S*', 2],
  ])('serves a document of 8k/%s that was recorded alone as a submission', async (folder, type, sequence) => {
    const shown = await listed('8-K');
    const numbers = filesIn(join(root, '8k', folder)).map((path) => /\d{10}-\d{2}-\d{6}/.exec(basename(path))?.[0] ?? '');
    const addresses = numbers.flatMap((number) => shown.get(number) ?? []);
    expect(addresses.length).toBeGreaterThan(numbers.length / 2);
    const { text } = await ask(addresses[0]!.replace('-index.htm', '.txt'));
    expect(text).toMatch(new RegExp(`^<SEC-DOCUMENT>[^]*\nFILER:\n[^]*<TYPE>${type}\n<SEQUENCE>${sequence}\n`));
  });
});

test.each([
  ['March 3, 2009', '2009-03-03'],
  ['February 30, 2009', null],
])('a main document dated %s', (day, filedOn) => {
  const text = `<p>Date of report (date of earliest event reported): ${day}</p>`;
  expect(mainReport('1002517_8K_2009_0000950135-09-003871.htm', text)?.filedOn ?? null).toBe(filedOn);
});

describe('a folder with filings only', () => {
  const folder = scratchFolder();
  const form = { ...form4At(1, 3, '2026-05-06'), issuer: { cik: '0000123456', name: 'SYNTHETIC & SONS INC', symbol: 'NYSE: SYNT' } };
  let ofFilings: Upstream;
  beforeAll(async () => {
    mkdirSync(join(folder, 'form4', 'deeper'), { recursive: true });
    writeFileSync(join(folder, 'form4', 'deeper', 'synthetic.xml'), ownershipDocument(form));
    cpSync(join(folder, 'form4', 'deeper', 'synthetic.xml'), join(folder, 'form4', '0000123456-26-000001.xml'));
    writeFileSync(join(folder, 'form4', 'README.md'), 'not a filing');
    ofFilings = await startUpstream({ upstream: folder, edgarPerSecondMax: 0 });
  });
  afterAll(() => ofFilings.stop());

  test('has no sources, and a symbol list with their issuers', async () => {
    expect(await catalogueOf(ofFilings.url)).toEqual([]);
    expect((await ask(`${ofFilings.url}/files/company_tickers_exchange.json`)).text).toContain('[123456,"SYNTHETIC & SONS INC","SYNT",');
  });

  test('names each by the accession number of its file, or by one of its own that stays', async () => {
    const latest = (url: string) => ask(`${url}/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=include&count=100&start=0&output=atom`);
    const numbersIn = (text: string): readonly string[] =>
      [...new Set([...text.matchAll(/accession-number=([\d-]+)</g)].map(([, number = '']) => number))].sort();
    const numbers = numbersIn((await latest(ofFilings.url)).text);
    expect(numbers).toEqual(['0000123456-26-000001', expect.stringMatching(/^00099\d{5}-26-\d{6}$/)]);
    const again = await startUpstream({ upstream: folder });
    expect(numbersIn((await latest(again.url)).text)).toEqual(numbers);
    await again.stop();
    expect(new Set((await truthOf(ofFilings.url)).map(({ accession }) => accession))).toEqual(new Set(numbers));
  });
});
