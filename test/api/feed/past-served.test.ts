/** Pages of the past as clients get them: many at once and compressed, walked to the end, from ranges in memory and from the tables. */
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { spawnApiOn } from '#test/support/api.ts';
import { rawRequest } from '#test/support/raw-request.ts';
import { rowRecord, withOriginal } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import type { List } from './list-ground.ts';

const minuteMs = 60_000;
const rowsCount = 1_200;
const pageSize = 50;
const atOnce = 16;
const startMs = Date.now() - 3 * 24 * 60 * minuteMs;
/** Texts that make a page larger than the response buffer. */
const summary = 'what the article says in a few words, '.repeat(45);

const rows: readonly FeedRow[] = Array.from({ length: rowsCount }, (_, index) => {
  const row = rowRecord(`row ${index}`, {
    publishedAt: new Date(startMs + index * minuteMs).toISOString(),
    relevance: 1 + (index % 10),
    tickers: index % 3 === 0 ? ['ACME'] : ['NVDA'],
  });
  return withOriginal(row, { summary });
});
const newestFirst = rows.toReversed();

const ground = await sharedGround();
const key = (await ground.account('pro', { perMinute: 1_000_000, perDay: 10_000_000 })).key;
await ground.append(rows);
// The tail has some hundred rows; the others are only in the tables. The two caches share an odd number of bytes.
const api = await spawnApiOn(ground, { API_TAIL_BYTES: '1000000', API_CACHE_BYTES: '64000001' });
afterAll(() => api.stop());

async function fetchCompressed(rest: string): Promise<List> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' };
  const answer = await rawRequest(`${api.url}/api/news/?page_size=${pageSize}&${rest}`, { headers });
  expect(answer.headers['content-encoding']).toBe('gzip');
  return JSON.parse(gunzipSync(answer.bytes).toString()) as List;
}

const uidsOf = ({ results }: List): string[] => results.map(({ original }) => original.uid);

async function pagesBySource(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${api.ops}/metrics`, { signal: AbortSignal.timeout(10_000) })).text();
  const counts = new Map<string, number>();
  for (const [, source, count] of text.matchAll(/api_pages_total\{[^}]*source="(\w+)"[^}]*\} (\d+)/g))
    counts.set(source!, (counts.get(source!) ?? 0) + Number(count));
  return counts;
}

test('simultaneous pages each have their own rows, complete and in order', async () => {
  const questions = Array.from({ length: 240 }, (_, nth) => {
    const to = 700 - ((nth * 37) % 600);
    const minRelevance = 1 + (nth % 3);
    const expected = newestFirst.filter((row) => row.item.enrichment.relevance_score >= minRelevance).filter((row) => rows.indexOf(row) <= to);
    return {
      rest: `min_relevance=${minRelevance}&to_date=${new Date(startMs + to * minuteMs).toISOString()}`,
      expected: expected.slice(0, pageSize),
    };
  });
  for (let from = 0; from < questions.length; from += atOnce) {
    const together = questions.slice(from, from + atOnce);
    const pages = await Promise.all(together.map(({ rest }) => fetchCompressed(rest)));
    for (const [nth, page] of pages.entries()) expect(uidsOf(page)).toEqual(together[nth]!.expected.map(({ uid }) => uid));
  }
  const sources = await pagesBySource();
  expect(sources.get('past')).toBeGreaterThan(20);
});
