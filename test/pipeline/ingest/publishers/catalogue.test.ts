import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CatalogueError, loadCatalogue } from '#pipeline/ingest/publishers/catalogue.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'catalogue-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const good = { id: 'cnbc', name: 'CNBC', url: 'https://www.cnbc.com/rss', domain: 'cnbc.com', outlet: 'CNBC', kind: 'feed' };
function load(content: unknown): ReturnType<typeof loadCatalogue> {
  const path = join(folder, 'sources.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return loadCatalogue(path);
}

test('the built-in list is valid and holds a dozen sources', () => {
  const sources = loadCatalogue(null);
  expect(sources.length).toBeGreaterThanOrEqual(12);
  expect(sources.every(({ url }) => url.startsWith('https://'))).toBe(true);
});

test('a file of sources is read, with what may be left out', () => {
  const domains = ['sister.example', 'feeds.example', '127.0.0.1', '[::1]', 'upstream'];
  const sources = [good, { ...good, id: 'other', language: 'en', interval_seconds: 600 }, { ...good, id: 'third', domains, aggregator: true }];
  expect(load(sources)).toEqual(sources);
});

describe('a mistake is one line that names file, entry and field', () => {
  test.each([
    [[{ ...good, url: 'cnbc.com/rss' }], /sources\.json: entry 1 \(cnbc\)\.url: /],
    [[{ ...good, url: 'file:///etc/passwd' }], /entry 1 \(cnbc\)\.url: /],
    [[good, { ...good, id: 'Bad Id' }], /entry 2 \(Bad Id\)\.id: lower-case letters/],
    [[good, good], /entry 2 \(cnbc\)\.id: stands twice/],
    [[{ ...good, domain: 'CNBC' }], /entry 1 \(cnbc\)\.domain: a domain in lower case/],
    [[{ ...good, domains: ['Sister.example'] }], /entry 1 \(cnbc\)\.domains\.0: a host in lower case/],
    [[{ ...good, domains: ['sister.example', 'https://sister.example'] }], /entry 1 \(cnbc\)\.domains\.1: a host/],
    [[{ ...good, domains: ['sister.example:8080'] }], /domains\.0: a host/],
    [[{ ...good, domains: ['*.example'] }], /domains\.0: a host/],
    [[{ ...good, domains: [''] }], /domains\.0: a host/],
    [[{ ...good, domains: 'sister.example' }], /entry 1 \(cnbc\)\.domains: /],
    [[{ ...good, aggregator: 'yes' }], /entry 1 \(cnbc\)\.aggregator: /],
    [[{ ...good, kind: 'page' }], /entry 1 \(cnbc\)\.kind: /],
    [[{ ...good, intervalSeconds: 5 }], /entry 1 \(cnbc\): .*intervalSeconds/],
    [[{ ...good, interval_seconds: 0 }], /entry 1 \(cnbc\)\.interval_seconds: /],
    [[7], /entry 1: /],
    [{ sources: [] }, /not a list of sources/],
    ['[', /not JSON/],
  ])('%j', (content, message) => {
    expect(() => load(content)).toThrow(CatalogueError);
    expect(() => load(content)).toThrow(message);
  });

  test('a file that is not there', () => expect(() => loadCatalogue(join(folder, 'none.json'))).toThrow(/none\.json: cannot be read/));
});
