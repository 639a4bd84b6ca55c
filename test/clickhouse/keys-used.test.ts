/** A page must not read the whole table. The engine's plan names the key that prunes; its statistics say how many rows were read. */
import { readdirSync } from 'node:fs';
import { createClient } from '@clickhouse/client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { filterParams } from '#clickhouse/filter-params.ts';
import { spanParams } from '#clickhouse/span-params.ts';
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

/** Upper bounds of rows read, of 40,000 (80,000 keys), and patterns of the plan; scalar subqueries appear in no plan. */
const cases: Readonly<Record<string, { params: Record<string, ParamValue>; rowsMax: number; plan: RegExp[] }>> = {
  'keys-after-sequence': { params: { ...filter, after: 20_000, limit: 20 }, rowsMax: 10_000, plan: [/Keys:\s+seq/, /Read type: InOrder/] },
  'keys-newest-by-sequence': { params: { ...filter, before: '9223372036854775807', limit: 20 }, rowsMax: 1_000, plan: [/Read type: InReverseOrder/] },
  'ticker-keys-after-sequence': {
    params: { ...filter, tickers: ['T7'], after: rows - 200, limit: 20 },
    rowsMax: 3_000,
    plan: [/Keys:\s+scope/, /Name: seq_range/],
  },
  'ticker-keys-newest-by-sequence': {
    params: { ...filter, tickers: ['T7', 'T8'], before: '9223372036854775807', limit: 20 },
    rowsMax: 5_000,
    plan: [/Keys:\s+scope/],
  },
  'ticker-sentiments': {
    params: { tickers: ['T7', 'T8'], newest_from: -Date.UTC(2026, 0, 1, 11), newest_to: -Date.UTC(2026, 0, 1, 10), limit: 1_000 },
    // Narrow columns of the keys; documents only of the rows found.
    rowsMax: 40_000,
    plan: [/seq IN subquery/, /Keys:\s+seq/],
  },
  'keys-newest-first': { params: { ...filter, scope: 'T7', limit: 20 }, rowsMax: 3_000, plan: [/Keys:\s+scope/, /Read type: InOrder/] },
  'ticker-keys-newest-first': { params: { ...filter, tickers: ['T7', 'T8'], limit: 20 }, rowsMax: 5_000, plan: [/Keys:\s+scope/] },
  'page-after-sequence': { params: { ...filter, after: 20_000, limit: 20 }, rowsMax: 10_000, plan: [/seq IN subquery/, /Keys:\s+seq/] },
  'ticker-page-after-sequence': {
    params: { ...filter, tickers: ['T7'], after: rows - 200, limit: 20 },
    rowsMax: 3_000,
    plan: [/seq IN subquery/, /Keys:\s+seq/],
  },
  'page-newest-first': {
    params: { ...filter, scope: 'T7', limit: 20, newest_from: -Date.UTC(2026, 0, 1, 10), stored_only: true },
    rowsMax: 4_000,
    plan: [/seq IN subquery/, /Keys:\s+seq/],
  },
  'rows-by-sequence': { params: { seqs: [5, 20_000, 39_999] }, rowsMax: 400, plan: [/Keys:\s+seq/] },
  'record-by-uid': { params: { uid: '12345' }, rowsMax: 3_000, plan: [/seq IN subquery/, /Keys:\s+seq/] },
  'versions-of-uids': { params: { uids: [12345, 54321] }, rowsMax: 5_000, plan: [/seq IN subquery/, /Keys:\s+seq/] },
  'revisions-between': { params: { after: 20_000, to: 20_100, limit: 100 }, rowsMax: 1_000, plan: [/Keys:\s+seq/] },
  'records-of-uids': { params: { uids: [12345, 54321], before: 1_000_000 }, rowsMax: 5_000, plan: [/seq IN subquery/, /Keys:\s+seq/] },
  // Reads the rows that arrived since `before`, and in order of publication the rows ahead of the first older one.
  'reach-before': { params: { before: rows - 200 }, rowsMax: 6_000, plan: [] },
  'versions-by-sequence': { params: { seqs: [5, 20_000, 39_999] }, rowsMax: 400, plan: [/Keys:\s+seq/] },
  'stories-by-sequence': { params: { seqs: [5, 20_000, 39_999] }, rowsMax: 400, plan: [/Keys:\s+seq/] },
  'top-keys': {
    params: { newest_from: -Date.UTC(2026, 0, 1, 11), newest_to: -Date.UTC(2026, 0, 1, 10), min_relevance: 7, half_life_ms: 86_400_000, limit: 200 },
    rowsMax: 6_000,
    plan: [/Keys:\s+scope\s+newest/],
  },
  'records-between': { params: { from: 20_000, to: 20_100 }, rowsMax: 400, plan: [/Keys:\s+seq/] },
  'drops-between': { params: { from: 20_000, to: 20_100 }, rowsMax: 1_000, plan: [/Keys:\s+seq/] },
  'visible-between': { params: { from_seq: 20_000, to_seq: 20_100 }, rowsMax: 400, plan: [/Keys:\s+seq/] },
  'next-sequence': { params: { from: 39_990 }, rowsMax: 1_000, plan: [/Keys:\s+seq/] },
  checkpoint: { params: {}, rowsMax: 1_000, plan: [] },
  'newest-row': { params: {}, rowsMax: 100, plan: [/ReadFromPreparedSource|_minmax_count_projection/] },
  'sources-of-stories': { params: { story_ids: [1, 2, 3], domains_max: 10 }, rowsMax: 4_000, plan: [/Keys:\s+story_id/] },
  lag: { params: { since: '2026-01-01 11:00:00.000' }, rowsMax: 9_000, plan: [/Name: visible_at_range/] },
};
/** Tickers of which one counts only since six o'clock. */
const spans = spanParams([
  { ticker: 'T7', fromMs: Date.UTC(2026, 0, 1, 6), toMs: null },
  { ticker: 'T8', fromMs: null, toMs: null },
]);
/** A ticker that counts for a limited time is read through the same keys. */
const spanCases: typeof cases = {
  'feed/ticker-keys-after-sequence': {
    params: { ...filter, tickers: ['T7', 'T8'], ...spans, after: rows - 200, limit: 20 },
    rowsMax: 5_000,
    plan: [/Keys:\s+scope/],
  },
  'feed/ticker-keys-newest-by-sequence': {
    params: { ...filter, tickers: ['T7', 'T8'], ...spans, before: '9223372036854775807', limit: 20 },
    rowsMax: 5_000,
    plan: [/Keys:\s+scope/],
  },
  'earnings/keys-of-tickers': { params: { tickers: ['T7', 'T8'], ...spans, limit: 20 }, rowsMax: 4_000, plan: [/Keys:\s+ticker/] },
  'insider/facts-of-tickers': { params: { tickers: ['T7', 'T8'], issuer_ciks: [7], limit: 1_000 }, rowsMax: 4_000, plan: [/Keys:\s+ticker/] },
};
/** The same for insider trades and earnings reads, with the folder in the name. */
const tradeCases: typeof cases = {
  'insider/facts-of-tickers': { params: { tickers: ['T7', 'T8'], since: '2022-01-01', limit: 1_000 }, rowsMax: 3_000, plan: [/Keys:\s+ticker/] },
  'insider/keys-of-tickers': {
    params: { tickers: ['T7'], codes: ['P'], after_date: '2021-01-01', after_uid: 5, limit: 20 },
    rowsMax: 2_000,
    plan: [/Keys:\s+ticker/],
  },
  'insider/docs-between': {
    params: { tickers: ['T7'], from: '2021-01-01', to: '2021-03-01', uids: [1, 2] },
    rowsMax: 1_000,
    plan: [/Keys:\s+ticker\s+last_date/],
  },
  'insider/coverage-start': { params: { tickers: ['T7'] }, rowsMax: 2_000, plan: [/Keys:\s+ticker/] },
  'earnings/keys-of-tickers': { params: { tickers: ['T7'], limit: 20 }, rowsMax: 4_000, plan: [/Keys:\s+ticker/] },
  'earnings/records-by-sequence': { params: { seqs: [5, 20_000] }, rowsMax: 400, plan: [/Keys:\s+seq/] },
};
/** The same for search: each term by its key, further terms no further back than the leading rows. */
const range = { newest_from: -1e15, newest_to: 1e15 };
const searching = { ...range, seq_to: rows, min_relevance: 4, driver_term: 'w7', drivers_max: 100 };
const searchCases: typeof cases = {
  'search/counts-of-terms': { params: { ...range, term_0: '', term_1: 'w7', term_2: 'w8' }, rowsMax: 6_000 * 3, plan: [] },
  'search/candidates': {
    params: {
      ...searching,
      terms: ['w7', '$T7'],
      weights: [0.1, 0.2],
      group_places: [0, 1],
      alternatives: [1, 2],
      groups_min: 2,
      half_life_ms: 86_400_000,
      limit: 200,
    },
    rowsMax: 16_000,
    plan: [/Keys:\s+term/],
  },
  'search/reach-of-term': {
    params: { ...range, seq_to: rows, min_relevance: 4, term: 'w7', drivers_max: 100 },
    rowsMax: 4_096,
    plan: [/Keys:\s+term/],
  },
  'search/current-rows': { params: { seqs: [5, 20_000, 39_999], seq_to: rows }, rowsMax: 400, plan: [/Keys:\s+seq/] },
  'brief/keys': {
    params: { tickers: ['T7', 'T8'], newest_from: -Date.UTC(2026, 0, 1, 11), newest_to: -Date.UTC(2026, 0, 1, 10), min_relevance: 4, seq_to: rows, is_publisher: true, half_life_ms: 86_400_000, limit: 200 }, // prettier-ignore
    rowsMax: 6_000,
    plan: [/Keys:\s+scope\s+newest/],
  },
  'brief/tickers-named': {
    params: { tickers: ['T7', 'T8'], newest_from: -Date.UTC(2026, 0, 1, 11), newest_to: -Date.UTC(2026, 0, 1, 10), min_relevance: 4, seq_to: rows },
    rowsMax: 6_000,
    plan: [/Keys:\s+scope\s+newest/],
  },
  'brief/rows-with-reads': { params: { tickers: ['T7'], seqs: [8, 108] }, rowsMax: 4_000, plan: [/Keys:\s+ticker/] },
};
/** The rows that arrived in the hour before eleven. */
const anHour = {
  cutoff_ms: Date.UTC(2026, 0, 1, 11),
  reach_ms: 3_600_000,
  window_ms: 1_800_000,
  to_seq: rows,
  min_relevance: 4,
  max_story_tickers: 5,
};
const snapshot = { snapshot_id: '7'.padStart(16, '0') };
/** The same for Radar: the queries it is computed from, and its pages. */
const radarCases: typeof cases = {
  'radar/mentioned-minutes': { params: { ...anHour, share: 0, shares: 8, none: 4_294_967_295 }, rowsMax: 9_000, plan: [/Name: visible_at_range/] },
  'radar/mentioned-since': {
    params: { ...anHour, after_seq: rows, after_ms: anHour.cutoff_ms - 60_000 },
    rowsMax: 18_000,
    plan: [/Name: visible_at_range/],
  },
  'radar/rows-within': { params: anHour, rowsMax: 40_000, plan: [/Name: visible_at_range/] },
  'radar/recent': { params: { ...anHour, after_seq: 0, after_ms: 0, share: 0, shares: 1, with_tones: 1 }, rowsMax: 9_000, plan: [/Name: visible_at_range/] }, // prettier-ignore
  'radar/channels': { params: anHour, rowsMax: 9_000, plan: [/Name: visible_at_range/] },
  'radar/filings': {
    params: { cutoff_ms: anHour.cutoff_ms, since_ms: anHour.cutoff_ms - 3_600_000, to_seq: rows, limit: 100 },
    rowsMax: 9_000,
    plan: [/Name: visible_at_range/],
  },
  'radar/corrections': {
    params: { cutoff_ms: anHour.cutoff_ms, reach_ms: 3_600_000, to_seq: rows },
    rowsMax: 40_000,
    plan: [/Name: visible_at_range/],
  },
  'radar/evidence': { params: { seqs: [5, 20_000, 39_999] }, rowsMax: 400, plan: [/Keys:\s+seq/] },
  'radar/ranking': { params: snapshot, rowsMax: 3_000, plan: [/Keys:\s+snapshot_id/] },
  'radar/page-rows': { params: { ...snapshot, tickers: ['T5', 'T6'] }, rowsMax: 3_000, plan: [/Keys:\s+snapshot_id\s+ticker/] },
};
/** The same for the operators' dashboard: an hour, a source's last documents, one document. */
const dashboardCases: typeof cases = {
  'dashboard/lag-over-time': { params: { since: '2026-01-01 11:00:00.000', step: 60 }, rowsMax: 9_000, plan: [/Name: visible_at_range/] },
  'dashboard/rows-of-source': { params: { source: '', after: rows - 1_000, limit: 20 }, rowsMax: 2_000, plan: [/Keys:\s+seq/] },
  'dashboard/drops-of-source': { params: { source: '', after: rows - 1_000, limit: 20 }, rowsMax: 2_000, plan: [/Keys:\s+seq/] },
  'dashboard/visible-of-row': { params: { uid: '12345' }, rowsMax: 3_000, plan: [/seq IN subquery/, /Keys:\s+seq/] },
};
/** The same for stories: those with an article of the last quarter of an hour, and the rows of three. */
const storyCases: typeof cases = {
  'stories/rows': { params: { story_ids: [1, 2], joined_late: [3], seq_to: rows }, rowsMax: 8_000, plan: [/seq IN subquery/, /Keys:\s+seq/] },
  'stories/most-promising': {
    params: {
      now_ms: Date.UTC(2026, 0, 1, 11),
      since_ms: Date.UTC(2026, 0, 1, 11),
      newest_to: -Date.UTC(2026, 0, 1, 10, 50),
      point_ms: 43_200_000,
      bonus_max: 2,
      limit: 150,
    },
    rowsMax: 6_000,
    plan: [/seq IN subquery/, /Keys:\s+seq/],
  },
};
/** Operators' queries, and the place of a moment in the log, which read one column of whole tables. */
const wholeTable = new Set(['drop-counts', 'row-counts', 'generations', 'sequence-at']);

describe('a read by its key', () => {
  const feedCases = Object.entries(cases).map(([name, of]) => [`feed/${name}`, of] as const);
  test.each([
    ...feedCases,
    ...Object.entries(tradeCases),
    ...Object.entries(spanCases),
    ...Object.entries(searchCases),
    ...Object.entries(radarCases),
    ...Object.entries(dashboardCases),
    ...Object.entries(storyCases),
  ])('%s', async (name, { params, rowsMax, plan }) => {
    const text = textFor(loadQuery(name), params);
    const Explained = z.object({ explain: z.string() });
    const lines = await store.query({ name, text: `EXPLAIN indexes = 1 ${text}` }, params, Explained);
    const explained = lines.map(({ explain }) => explain.replace(/[│├└─]/g, ' ')).join('\n');
    for (const part of plan) expect(explained).toMatch(part);
    expect(await rowsRead(text, params)).toBeLessThanOrEqual(rowsMax);
  });

  test('of a search does not grow with the entries of the terms that lead', async () => {
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
      const params = {
        ...range,
        ...places,
        ...leading,
        terms,
        seq_to: entries,
        min_relevance: 4,
        groups_min: 1,
        half_life_ms: 86_400_000,
        limit: 200,
      };
      // The engine reads a block per thread before the limit ends it.
      expect(await rowsRead(textFor(loadQuery('search/candidates'), params), params)).toBeLessThanOrEqual(entries / 2);
    }
  });

  test('is shown above for every query of the feed', () => {
    const names = readdirSync(new URL('../../clickhouse/queries/feed/', import.meta.url)).map((name) => name.replace('.sql', ''));
    const parts = new Set(['as-of', 'filter', 'newest-range', 'page-columns', 'record-columns', 'spans']);
    expect(names.filter((name) => !(name in cases) && !wholeTable.has(name) && !parts.has(name))).toEqual([]);
  });
});

async function rowsRead(text: string, params: Record<string, ParamValue>): Promise<number> {
  const client = createClient({ url: server.url, database: store.database });
  const result = await client.query({ query: text, query_params: params, format: 'JSON' });
  const { statistics } = await result.json<unknown>();
  await client.close();
  return statistics?.rows_read ?? Number.POSITIVE_INFINITY;
}
