import { expect, test } from 'vitest';
import { catalogueEntryOf } from '#ops/lab/upstream/folder/catalogue-entry.ts';

const url = 'http://127.0.0.1:4500/feeds/rss/recorded.xml';
const made = 'rss-recorded.example';
const rss = (home: string, links: readonly string[]): Buffer =>
  Buffer.from(
    `<rss><channel><title>C</title><link>${home}</link>${links.map((link) => `<item><title>T</title><link>${link}</link></item>`).join('')}</channel></rss>`,
  );

test.each([
  ['its own site', 'https://www.news.example.com/', ['https://www.example.com/1', '/2'], { domain: 'example.com' }],
  ['a redirector', 'https://www.example.com/', ['https://feeds.example.net/1'], { domain: 'example.com', domains: ['example.net'] }],
  [
    'sister sites',
    'https://a.example/',
    ['https://b.example/1', 'https://c.example/2'],
    { domain: 'a.example', domains: ['b.example', 'c.example'] },
  ],
  ['nowhere', 'https://www.example.com/', [], { domain: 'example.com' }],
  ['the upstream itself', 'http://127.0.0.1:4500/', ['/1'], { domain: made }],
  ['an address without a name', 'nothing', ['http://192.0.2.1/1'], { domain: made, domains: ['192.0.2.1'] }],
  ['many sites', 'https://a.example/', Array.from({ length: 6 }, (_, index) => `https://site${index}.example/1`), { domain: made, aggregator: true }],
])('a recorded feed that links to %s', (_where, home, links, standing) => {
  expect(catalogueEntryOf(rss(home, links), url, made)).toEqual(standing);
});

test('what is not a feed has a domain all the same', () => {
  for (const body of ['', 'no feed', '<opml/>', '{"version":"https://jsonfeed.org/version/1","items":[]}'])
    expect(catalogueEntryOf(Buffer.from(body), url, made)).toEqual({ domain: made });
});
