import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CatalogueError } from '#pipeline/ingest/publishers/catalogue.ts';
import { addressOf, configuredSearchFeeds, loadSearchFeeds } from '#pipeline/ingest/search/search-feeds.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'search-feeds-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function load(content: unknown): ReturnType<typeof loadSearchFeeds> {
  const path = join(folder, 'search.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return loadSearchFeeds(path);
}
const good = {
  id: 'news',
  name: 'News',
  url: 'https://news.example.com/rss?q={ticker}+{name}',
  domain: 'example.com',
  outlet: 'News',
  kind: 'feed',
  aggregator: true,
};

test('a feed is a source with places in its address', () => {
  const { url, ...source } = good;
  expect(load([good])).toEqual([{ source, template: url }]);
});

test('a search term is escaped', () => {
  expect(addressOf(good.url, { ticker: 'BRK.B', name: 'AT&T $& Ltd/é' })).toBe('https://news.example.com/rss?q=BRK.B+AT%26T%20%24%26%20Ltd%2F%C3%A9');
});

test.each([
  [[{ ...good, url: 'https://news.example.com/rss' }], /entry 1\.url: must contain/],
  [[{ ...good, url: 'https://{ticker}.example.com/rss' }], /entry 1\.url: /],
  [[{ ...good, url: 7 }], /entry 1\.url: /],
  [[{ ...good, domain: 'Example' }], /entry 1\.domain: /],
  [[good, good], /news: appears twice/],
  [{ feeds: [] }, /not a list/],
  ['[', /not JSON/],
])('a mistake is one line: %j', (content, message) => {
  expect(() => load(content)).toThrow(CatalogueError);
  expect(() => load(content)).toThrow(message);
});

test('a private address needs the setting that allows it', () => {
  load([{ ...good, url: 'http://127.0.0.1:4500/rss?q={ticker}' }]);
  const configured = (...origins: string[]) =>
    configuredSearchFeeds({ SEARCH_FEEDS_FILE: join(folder, 'search.json'), OUTBOUND_ALLOWED_ORIGINS: origins });
  expect(configured).toThrow(
    'search.json: news.url: 127.0.0.1 is not a public address; add http://127.0.0.1:4500 to OUTBOUND_ALLOWED_ORIGINS to allow it',
  );
  expect(configured('http://127.0.0.1:4500')).toHaveLength(1);
});
