/** No page reads the whole table: the engine's plan names the key that it uses, and its statistics count the rows that it reads. */
import { readdirSync } from 'node:fs';
import { createClient } from '@clickhouse/client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { filterParams, spanParams } from '#clickhouse/filter-params.ts';
import { loadQuery, textFor } from '#clickhouse/sql.ts';
import type { ParamValue } from '#clickhouse/store.ts';
import { everything } from '#schemas/feed-filter.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { sharedStore } from './fresh-store.ts';

const rows = 40_000;
const server = await sharedClickHouse();
const store = await sharedStore(server.url);
// Narrow columns suffice: the granules that are read do not depend on the documents' text.
const made = `numbers(${rows})`;
const time = "toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalSecond(number)";
const run = (text: string): Promise<void> => store.command({ name: 'fill', text });
await run(`INSERT INTO feed (seq, uid, story_id, is_root, published_at, created_at, seen_at, fetched_at, refined_at, visible_at, category, relevance, source_type)
  SELECT number + 1, cityHash64(number) AS id, id, true, ${time}, ${time}, ${time}, ${time}, ${time}, ${time}, 'earnings', 7, 'publisher' FROM ${made}`);
await run(`INSERT INTO feed_keys (scope, newest, uid, seq, created_at, category, relevance, source_type, is_root)
  SELECT scope, -toUnixTimestamp64Milli(${time}), cityHash64(number), number + 1, ${time}, 'earnings', 7, 'publisher', true FROM ${made} ARRAY JOIN ['', concat('T', toString(number % 100))] AS scope`);
await run(`INSERT INTO feed_uids SELECT cityHash64(number), number + 1 FROM ${made}`);
await run(`INSERT INTO story_sources SELECT cityHash64(number), number + 1, cityHash64(number), 'a.example' FROM ${made}`);
await run(`INSERT INTO insider_trades (ticker, last_date, uid, issuer_cik, owner_cik, transaction_code)
  SELECT concat('T', toString(number % 100)), toDate32('2020-01-01') + intDiv(number, 40), cityHash64(number), number % 100, number, ['P', 'S', 'S', 'S'][1 + number % 4] FROM ${made}`);
await run(`INSERT INTO earnings_reads SELECT concat('T', toString(number % 100)), -number, cityHash64(number), number + 1 FROM ${made}`);
await run(`INSERT INTO search_terms (term, newest, seq, category, relevance, source_type, is_root, impact)
  SELECT term, -toUnixTimestamp64Milli(${time}), number + 1, 'earnings', 7, 'publisher', true, 9 FROM ${made} ARRAY JOIN ['', concat('w', toString(number % 100)), concat('$T', toString(number % 100))] AS term`);
// A hundred snapshots of four hundred rows, a minute apart.
await run(
  `INSERT INTO radar_rows (snapshot_id, ticker, as_of, market, score) SELECT leftPad(toString(number % 100), 16, '0'), concat('T', toString(intDiv(number, 100))), now64(3, 'UTC') - toIntervalMinute(number % 100), 'us_equity', number % 7 FROM ${made}`,
);
await run(
  `INSERT INTO radar_snapshots (span, as_of, snapshot_id, reason) SELECT ['4h', '24h'][1 + number % 2], toStartOfMinute(now64(3, 'UTC')) - toIntervalMinute(number % 200), leftPad(toString(number), 16, '0'), '' FROM numbers(4000)`,
);
await run(`INSERT INTO drops (seq, batch_row_seq, type) SELECT number + 1, 0, 'drop' FROM ${made}`);

const filter = filterParams({ ...everything, minRelevance: 4 });

const two = { tickers: ['T7', 'T8'] };
const three = { seqs: [5, 20_000, 39_999] };
/** Tickers of which one counts only since six o'clock. */
const spans = spanParams([
  { ticker: 'T7', fromMs: Date.UTC(2026, 0, 1, 6), toMs: null },
  { ticker: 'T8', fromMs: null, toMs: null },
]);
const range = { newest_from: -1e15, newest_to: 1e15 };
const anHourNewest = { newest_from: -Date.UTC(2026, 0, 1, 11), newest_to: -Date.UTC(2026, 0, 1, 10) };
/** The rows that arrived in the hour before eleven. */
const cutoff_ms = Date.UTC(2026, 0, 1, 11);
const anHour = { cutoff_ms, reach_ms: 3_600_000, window_ms: 1_800_000, to_seq: rows, min_relevance: 4, max_story_tickers: 5 };
const snapshot = { snapshot_id: '7'.padStart(16, '0') };

type Case = readonly [query: string, params: Record<string, ParamValue>, rowsMax: number, ...plan: readonly RegExp[]];
/** Upper bounds of the rows that each query reads, of 40,000 (80,000 keys), and patterns of its plan. Scalar subqueries appear in no plan. */
const cases: readonly Case[] = [
  ['feed/keys-after-sequence', { ...filter, after: 20_000, limit: 20 }, 10_000, /Keys:\s+seq/, /Read type: InOrder/],
  ['feed/keys-newest-by-sequence', { ...filter, before: '9223372036854775807', limit: 20 }, 1_000, /Read type: InReverseOrder/],
  ['feed/ticker-keys-after-sequence', { ...filter, tickers: ['T7'], after: rows - 200, limit: 20 }, 3_000, /Keys:\s+scope/, /Name: seq_range/],
  ['feed/ticker-keys-newest-by-sequence', { ...filter, ...two, before: '9223372036854775807', limit: 20 }, 5_000, /Keys:\s+scope/],
  // Narrow columns of the keys; documents only of the rows found.
  ['feed/ticker-sentiments', { ...two, ...anHourNewest, limit: 1_000 }, 40_000, /seq IN subquery/, /Keys:\s+seq/],
  ['feed/keys-newest-first', { ...filter, scope: 'T7', limit: 20 }, 3_000, /Keys:\s+scope/, /Read type: InOrder/],
  ['feed/ticker-keys-newest-first', { ...filter, ...two, limit: 20 }, 5_000, /Keys:\s+scope/],
  ['feed/page-after-sequence', { ...filter, after: 20_000, limit: 20 }, 10_000, /seq IN subquery/, /Keys:\s+seq/],
  ['feed/ticker-page-after-sequence', { ...filter, tickers: ['T7'], after: rows - 200, limit: 20 }, 3_000, /seq IN subquery/, /Keys:\s+seq/],
  [
    'feed/page-newest-first',
    { ...filter, scope: 'T7', limit: 20, newest_from: -Date.UTC(2026, 0, 1, 10), stored_only: true },
    4_000,
    /seq IN subquery/,
    /Keys:\s+seq/,
  ],
  ['feed/rows-by-sequence', three, 400, /Keys:\s+seq/],
  ['feed/record-by-uid', { uid: '12345' }, 3_000, /seq IN subquery/, /Keys:\s+seq/],
  ['feed/versions-of-uids', { uids: [12345, 54321] }, 5_000, /seq IN subquery/, /Keys:\s+seq/],
  ['feed/revisions-between', { after: 20_000, to: 20_100, limit: 100 }, 1_000, /Keys:\s+seq/],
  ['feed/records-of-uids', { uids: [12345, 54321], before: 1_000_000 }, 5_000, /seq IN subquery/, /Keys:\s+seq/],
  // Reads the rows that arrived since `before`, and in order of publication the rows ahead of the first older one.
  ['feed/reach-before', { before: rows - 200 }, 6_000],
  ['feed/versions-by-sequence', three, 400, /Keys:\s+seq/],
  ['feed/stories-by-sequence', three, 400, /Keys:\s+seq/],
  ['feed/top-keys', { ...anHourNewest, min_relevance: 7, half_life_ms: 86_400_000, limit: 200 }, 6_000, /Keys:\s+scope\s+newest/],
  ['feed/records-between', { from: 20_000, to: 20_100 }, 400, /Keys:\s+seq/],
  ['feed/drops-between', { from: 20_000, to: 20_100 }, 1_000, /Keys:\s+seq/],
  ['feed/visible-between', { from_seq: 20_000, to_seq: 20_100 }, 400, /Keys:\s+seq/],
  ['feed/next-sequence', { from: 39_990 }, 1_000, /Keys:\s+seq/],
  ['feed/checkpoint', {}, 1_000],
  ['feed/newest-row', {}, 100, /ReadFromPreparedSource|_minmax_count_projection/],
  ['feed/sources-of-stories', { story_ids: [1, 2, 3], domains_max: 10 }, 4_000, /Keys:\s+story_id/],
  ['feed/lag', { since: '2026-01-01 11:00:00.000' }, 9_000, /Name: visible_at_range/],
  ['feed/ticker-keys-after-sequence', { ...filter, ...two, ...spans, after: rows - 200, limit: 20 }, 5_000, /Keys:\s+scope/],
  ['feed/ticker-keys-newest-by-sequence', { ...filter, ...two, ...spans, before: '9223372036854775807', limit: 20 }, 5_000, /Keys:\s+scope/],
  ['earnings/keys-of-tickers', { ...two, ...spans, limit: 20 }, 4_000, /Keys:\s+ticker/],
  ['insider/facts-of-tickers', { ...two, issuer_ciks: [7], limit: 1_000 }, 4_000, /Keys:\s+ticker/],
  ['insider/facts-of-tickers', { ...two, since: '2022-01-01', limit: 1_000 }, 3_000, /Keys:\s+ticker/],
  ['insider/keys-of-tickers', { tickers: ['T7'], codes: ['P'], after_date: '2021-01-01', after_uid: 5, limit: 20 }, 2_000, /Keys:\s+ticker/],
  ['insider/docs-between', { tickers: ['T7'], from: '2021-01-01', to: '2021-03-01', uids: [1, 2] }, 1_000, /Keys:\s+ticker\s+last_date/],
  ['insider/coverage-start', { tickers: ['T7'] }, 2_000, /Keys:\s+ticker/],
  ['earnings/keys-of-tickers', { tickers: ['T7'], limit: 20 }, 4_000, /Keys:\s+ticker/],
  ['earnings/records-by-sequence', { seqs: [5, 20_000] }, 400, /Keys:\s+seq/],
  ['search/counts-of-terms', { ...range, term_0: '', term_1: 'w7', term_2: 'w8' }, 6_000 * 3],
  [
    'search/candidates',
    {
      ...range,
      seq_to: rows,
      min_relevance: 4,
      driver_term: 'w7',
      drivers_max: 100,
      terms: ['w7', '$T7'],
      weights: [0.1, 0.2],
      group_places: [0, 1],
      alternatives: [1, 2],
      groups_min: 2,
      half_life_ms: 86_400_000,
      limit: 200,
    },
    16_000,
    /Keys:\s+term/,
  ],
  ['search/reach-of-term', { ...range, seq_to: rows, min_relevance: 4, term: 'w7', drivers_max: 100 }, 4_096, /Keys:\s+term/],
  ['search/current-rows', { ...three, seq_to: rows }, 400, /Keys:\s+seq/],
  [
    'brief/keys',
    { ...two, ...anHourNewest, min_relevance: 4, seq_to: rows, is_publisher: true, half_life_ms: 86_400_000, limit: 200 },
    6_000,
    /Keys:\s+scope\s+newest/,
  ],
  ['brief/tickers-named', { ...two, ...anHourNewest, min_relevance: 4, seq_to: rows }, 6_000, /Keys:\s+scope\s+newest/],
  ['brief/rows-with-reads', { tickers: ['T7'], seqs: [8, 108] }, 4_000, /Keys:\s+ticker/],
  ['radar/mentioned-minutes', { ...anHour, share: 0, shares: 8, none: 4_294_967_295 }, 9_000, /Name: visible_at_range/],
  ['radar/mentioned-since', { ...anHour, after_seq: rows, after_ms: cutoff_ms - 60_000 }, 18_000, /Name: visible_at_range/],
  ['radar/rows-within', anHour, 40_000, /Name: visible_at_range/],
  ['radar/recent', { ...anHour, after_seq: 0, after_ms: 0, share: 0, shares: 1, with_tones: 1 }, 9_000, /Name: visible_at_range/],
  ['radar/channels', anHour, 9_000, /Name: visible_at_range/],
  ['radar/filings', { cutoff_ms, since_ms: cutoff_ms - 3_600_000, to_seq: rows, limit: 100 }, 9_000, /Name: visible_at_range/],
  ['radar/corrections', { cutoff_ms, reach_ms: 3_600_000, to_seq: rows }, 40_000, /Name: visible_at_range/],
  ['radar/evidence', three, 400, /Keys:\s+seq/],
  ['radar/ranking', snapshot, 3_000, /Keys:\s+snapshot_id/],
  ['radar/page-rows', { ...snapshot, tickers: ['T5', 'T6'] }, 3_000, /Keys:\s+snapshot_id\s+ticker/],
  ['dashboard/lag-over-time', { since: '2026-01-01 11:00:00.000', step: 60 }, 9_000, /Name: visible_at_range/],
  ['dashboard/rows-of-source', { source: '', after: rows - 1_000, limit: 20 }, 2_000, /Keys:\s+seq/],
  ['dashboard/drops-of-source', { source: '', after: rows - 1_000, limit: 20 }, 2_000, /Keys:\s+seq/],
  ['dashboard/visible-of-row', { uid: '12345' }, 3_000, /seq IN subquery/, /Keys:\s+seq/],
  ['stories/rows', { story_ids: [1, 2], joined_late: [3], seq_to: rows }, 8_000, /seq IN subquery/, /Keys:\s+seq/],
  [
    'stories/most-promising',
    {
      now_ms: Date.UTC(2026, 0, 1, 11),
      since_ms: Date.UTC(2026, 0, 1, 11),
      newest_to: -Date.UTC(2026, 0, 1, 10, 50),
      point_ms: 43_200_000,
      bonus_max: 2,
      limit: 150,
    },
    6_000,
    /seq IN subquery/,
    /Keys:\s+seq/,
  ],
];
/** Operators' queries, and the place of a moment in the log, which read one column of whole tables. */
const wholeTable = new Set(['drop-counts', 'row-counts', 'generations', 'sequence-at']);

describe('a query', () => {
  test.for(cases)('%s reads by its key', async ([name, params, rowsMax, ...plan]) => {
    const text = textFor(loadQuery(name), params);
    const lines = await store.query({ name, text: `EXPLAIN indexes = 1 ${text}` }, params, z.object({ explain: z.string() }));
    const explained = lines.map(({ explain }) => explain.replace(/[│├└─]/g, ' ')).join('\n');
    for (const part of plan) expect(explained).toMatch(part);
    expect(await rowsRead(text, params)).toBeLessThanOrEqual(rowsMax);
  });

  test('of a search reads no more rows where the leading terms have more entries', async () => {
    const entries = 400_000;
    await store.command({
      name: 'fill',
      text: `INSERT INTO search_terms (term, newest, seq, category, relevance, source_type, is_root, impact) SELECT 'frequent', -number * 1000, number + 1, 'earnings', 7, 'publisher', true, 9 FROM numbers(${entries})`,
    });
    // A frequent term alone, and with a rare one, when either may be missing.
    for (const terms of [['frequent'], ['frequent', 'w7']]) {
      const places = { weights: terms.map(() => 0.1), group_places: terms.map((_, at) => at), alternatives: terms.map((_, at) => 2 ** at) };
      // `leading_to` is the oldest entry that find.ts gets from `reach-of-term` when several terms lead.
      const drivers: Record<string, ParamValue> =
        terms.length === 1 ? { driver_term: terms[0]! } : { driver_terms: terms, leading_to: (1_000 - entries) * 1_000 };
      const leading = { ...drivers, drivers_max: 1_000 };
      const limits = { seq_to: entries, min_relevance: 4, groups_min: 1, half_life_ms: 86_400_000, limit: 200 };
      const params = { ...range, ...places, ...leading, ...limits, terms };
      // The engine reads a block per thread before the limit ends it.
      expect(await rowsRead(textFor(loadQuery('search/candidates'), params), params)).toBeLessThanOrEqual(entries / 2);
    }
  });

  test('of the feed has a case above', () => {
    const names = readdirSync(new URL('../../clickhouse/queries/feed/', import.meta.url)).map((name) => name.replace('.sql', ''));
    const parts = new Set(['as-of', 'filter', 'newest-range', 'page-columns', 'record-columns', 'spans']);
    expect(names.filter((name) => !cases.some(([query]) => query === `feed/${name}`) && !wholeTable.has(name) && !parts.has(name))).toEqual([]);
  });
});

async function rowsRead(text: string, params: Record<string, ParamValue>): Promise<number> {
  const client = createClient({ url: server.url, database: store.database });
  const result = await client.query({ query: text, query_params: params, format: 'JSON' });
  const { statistics } = await result.json<unknown>();
  await client.close();
  return statistics?.rows_read ?? Number.POSITIVE_INFINITY;
}
