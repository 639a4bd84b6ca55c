import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorityOf } from '#pipeline/ingest/publishers/authority.ts';
import { CatalogueError, configuredSources, loadCatalogue, Source } from '#pipeline/ingest/publishers/catalogue.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'catalogue-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const good = { id: 'cnbc', name: 'CNBC', url: 'https://www.cnbc.com/rss', domain: 'cnbc.com', outlet: 'CNBC', kind: 'feed' };
function load(content: unknown): ReturnType<typeof loadCatalogue> {
  const path = join(folder, 'sources.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return loadCatalogue(path);
}

describe('the built-in list', () => {
  const sources = loadCatalogue(null);

  test('holds at least 120 publishers and agencies, each feed once', () => {
    expect(new Set(sources.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(120);
    expect(new Set(sources.map(({ url }) => url)).size).toBe(sources.length);
  });

  test.each(sources.map((source) => [source.id, source] as const))('is whole: %s', (_, source) => {
    expect(source).toMatchObject({ language: 'en', poll_seconds_min: expect.any(Number), poll_seconds_max: expect.any(Number) });
    // A fixed cadence would be outside the budget that the others share.
    expect(source.interval_seconds).toBeUndefined();
    expect(source.poll_seconds_min).toBeGreaterThanOrEqual(30);
    expect(source.poll_seconds_max).toBeLessThanOrEqual(900);
    expect(source.poll_seconds_min).toBeLessThan(source.poll_seconds_max ?? 0);
    const { protocol, username, hash } = new URL(source.url);
    expect([protocol, username, hash]).toEqual(['https:', '', '']);
    expect(authorityOf(source).mayLeadTo(new URL(source.url))).toBe(true);
    expect(authorityOf(source).speaksFor(new URL(`https://www.${source.domain.replace(/^www\./, '')}/`))).toBe(true);
  });
});

test('a file of sources is read, with what may be left out', () => {
  const domains = ['sister.example', 'feeds.example', '127.0.0.1', '[::1]', 'upstream'];
  const sources = [good, { ...good, id: 'other', language: 'en', interval_seconds: 600 }, { ...good, id: 'third', domains, aggregator: true }];
  expect(load(sources)).toEqual(sources);
});

test('the page on sources has each field, and an example that is one', () => {
  const page = readFileSync(new URL('../../../../ops/docs/operating/sources.md', import.meta.url), 'utf8');
  const rows = page.slice(page.indexOf('| field | meaning |'), page.indexOf('```json')).split('\n').slice(2);
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(new Set(named)).toEqual(new Set(Object.keys(Source.shape)));
  expect(load(/```json\n(\[.*?\n\])\n```/s.exec(page)![1])).toHaveLength(1);
});

describe('a mistake is one line that names file, entry and field', () => {
  test.each([
    [[{ ...good, url: 'cnbc.com/rss' }], /sources\.json: entry 1 \(cnbc\)\.url: /],
    [[good, { ...good, id: 'Bad Id' }], /entry 2 \(Bad Id\)\.id: must be lower-case letters/],
    [[good, good], /entry 2 \(cnbc\)\.id: appears twice/],
    [[{ ...good, domain: 'CNBC' }], /entry 1 \(cnbc\)\.domain: must be a lower-case domain/],
    [[{ ...good, domains: ['Sister.example'] }], /entry 1 \(cnbc\)\.domains\.0: must be a lower-case host/],
    [[{ ...good, intervalSeconds: 5 }], /entry 1 \(cnbc\): .*intervalSeconds/],
    [[{ ...good, poll_seconds_min: 600, poll_seconds_max: 60 }], /entry 1 \(cnbc\): poll_seconds_min is greater than poll_seconds_max/],
    [[7], /entry 1: /],
    [{ sources: [] }, /not a list of sources/],
    ['[', /not JSON/],
  ])('%j', (content, message) => {
    expect(() => load(content)).toThrow(CatalogueError);
    expect(() => load(content)).toThrow(message);
  });

  const settingsOf = (url: string, allowed: readonly string[] = []) => {
    const path = join(folder, 'private.json');
    writeFileSync(path, JSON.stringify([good, { ...good, id: 'own', url }]));
    return { SOURCES_FILE: path, OUTBOUND_ALLOWED_ORIGINS: [...allowed] };
  };

  test.each([
    ['http://127.0.0.1:4500/feed', '127.0.0.1', 'http://127.0.0.1:4500'],
    ['http://[::1]/feed', '[::1]', 'http://[::1]'],
    ['http://rsshub:1200/nyse', 'rsshub', 'http://rsshub:1200'],
  ])('a private address, with the setting that allows it: %s', (url, host, origin) => {
    const line = `private.json: entry 2 (own).url: ${host} is not a public address; add ${origin} to OUTBOUND_ALLOWED_ORIGINS to allow it`;
    expect(() => configuredSources(settingsOf(url))).toThrow(line);
    expect(configuredSources(settingsOf(url, ['http://127.0.0.1:9', `${origin}/`]))).toHaveLength(2);
  });

  test('a file that is not there', () => expect(() => loadCatalogue(join(folder, 'none.json'))).toThrow(/none\.json: cannot be read/));
});
