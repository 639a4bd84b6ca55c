/** The publisher of a recorded feed: from the manifest of its folder, otherwise from the feed itself. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, onTestFinished } from 'vitest';
import { folderFeeds } from '#ops/lab/upstream/folder/feeds.ts';
import type { CatalogueEntry } from '#ops/lab/upstream/content.ts';
import { scratchFolder } from '#test/support/scratch.ts';

let root: string;
beforeEach(() => {
  root = scratchFolder(onTestFinished);
  mkdirSync(join(root, 'rss'));
});

const put = (name: string, text: string): void => writeFileSync(join(root, 'rss', name), text);
const catalogue = (): readonly CatalogueEntry[] => folderFeeds(root, 'http://upstream').catalogue();
const rss = (head: string, ...links: readonly string[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${head}${links.map((link) => `<item><title>A</title><link>${link}</link></item>`).join('')}</channel></rss>`;
const site = (home: string): string => `<title>C</title><link>${home}</link>`;

test('a manifest gives outlet, domains and language', () => {
  put('cnbc.xml', rss('<title>Top</title>'));
  put(
    'manifest.json',
    JSON.stringify([{ file: 'cnbc.xml.gz', source: 'somewhere', outlet: 'CNBC', domain: 'cnbc.com', domains: ['cnbc.co.uk'], language: 'en' }]),
  );
  expect(catalogue()).toEqual([
    {
      id: 'rss_cnbc',
      name: 'cnbc.xml',
      url: 'http://upstream/feeds/rss/cnbc.xml',
      outlet: 'CNBC',
      domain: 'cnbc.com',
      domains: ['cnbc.com', 'cnbc.co.uk'],
      kind: 'feed',
      language: 'en',
    },
  ]);
});

test.each([
  [
    'an RSS feed by its title and site',
    rss('<title>Daily &amp; Sunday</title><link>https://www.daily.example.org/rss</link>'),
    'Daily & Sunday',
    'example.org',
  ],
  ['a feed without a site by where its entries stand', rss('<title>Daily</title>', 'https://money.wire.example/a'), 'Daily', 'wire.example'],
  [
    'an Atom feed by its title and alternate link',
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>Filings</title><link rel="self" href="https://feeds.other.com/x"/><link href="https://www.filings.example/"/></feed>',
    'Filings',
    'filings.example',
  ],
  [
    'a JSON Feed by its title and home page',
    '{"version":"https://jsonfeed.org/version/1.1","title":"Tape","home_page_url":"https://tape.example/","items":[]}',
    'Tape',
    'tape.example',
  ],
  ['what says nothing of itself by its file', 'no feed at all', 'x.xml', 'rss-x.example'],
])('without one, %s', (_, document, outlet, domain) => {
  put('x.xml', document);
  expect(catalogue()).toMatchObject([{ outlet, domain, domains: expect.arrayContaining([domain]) }]);
});

test.each([
  ['a redirector', 'https://www.example.com/', ['https://feeds.example.net/1'], ['example.com', 'example.net']],
  ['the upstream itself', 'http://upstream/', ['/1'], ['rss-x.example']],
  ['an address without a name', 'nothing', ['http://192.0.2.1/1'], ['rss-x.example', '192.0.2.1']],
  ['many sites', 'https://a.example/', Array.from({ length: 6 }, (_, index) => `https://site${index}.example/1`), ['a.example']],
])('one that links to %s', (where, home, links, domains) => {
  put('x.xml', rss(site(home), ...links));
  const [entry] = catalogue();
  expect(entry).toMatchObject({ domain: domains[0], domains });
  expect(entry!.aggregator ?? false).toBe(where === 'many sites');
});

test('a manifest that cannot be read is named', () => {
  put('x.xml', rss('<title>A</title>'));
  put('manifest.json', '[{"file": 3}]');
  expect(catalogue).toThrow(/rss\/manifest\.json: 0\.file/);
  put('manifest.json', '[');
  expect(catalogue).toThrow(/rss\/manifest\.json is not JSON/);
});
