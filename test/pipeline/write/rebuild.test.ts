import { describe, expect, test } from 'vitest';
import { earningsOf } from '#clickhouse/earnings-reads.ts';
import { newestBySequence, pageNewestFirst, rowByUid } from '#clickhouse/feed-pages.ts';
import { lastSequence, recordsBetween } from '#clickhouse/feed-records.ts';
import { wholeRange } from '#clickhouse/feed-keys.ts';
import { purchasesOfIssuers, tradesAfter } from '#clickhouse/insider-trades.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { dropRebuilt, rebuildStage, rebuiltDatabase } from '#clickhouse/swap.ts';
import { trendingRows } from '#clickhouse/trending.ts';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { whileLeading } from '#ops/process/lease.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { createFeedLogWriter } from '#pipeline/refine/feed/feed-log-writer.ts';
import { rebuild, type RebuildProgress } from '#pipeline/write/rebuild.ts';
import { readConfig } from '#schemas/config.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { buckets } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { earningsAnalysis, earningsRow, insiderTrade, ownerOf, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';
import { runScript } from '#test/ops/scripts/run-script.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { startWriter, writeTo } from '#test/support/writer.ts';

const accession = (at: number): string => `0001234567-26-${String(at).padStart(6, '0')}`;
const owner = (at: number) => [ownerOf({ cik: `000000000${at}`, name: `Owner ${at}` })];
const trade = (at: number, changes: Parameters<typeof insiderTrade>[0] = {}) =>
  insiderTrade({ accession_number: accession(at), transaction_code: 'P', owners: owner(at % 9), ...changes });

const rows = Array.from({ length: 8 }, (_, at) => tradeRow(trade(at), { relevance: 8 + (at % 3) }));
const past = Array.from({ length: 4 }, (_, at) => tradeRecord(trade(50 + at, { last_date: `2020-02-0${at + 1}` })));
const read = earningsRow('8-K', earningsAnalysis(), { publishedAt: '2026-11-18T20:00:00.000Z', relevance: 9 });
const oldRead = { ...earningsRow('8-K of the past', earningsAnalysis({ fiscal_period: 'Q3 2021' })), is_history: true as const };
const twice = [
  revisionRecord(rows[0]!, trade(60, { form: '4/A', shares: '70' }), { relevance: 10 }),
  revisionRecord(rows[0]!, trade(61, { form: '4/A', shares: '80', last_date: '2026-11-12' }), { relevance: 3 }),
];
const records: FeedRecord[] = [
  ...rows.slice(0, 4),
  dropRecord('a drop'),
  ...past,
  read,
  twice[0]!,
  oldRead,
  ...rows.slice(4),
  revisionRecord(past[1]!, trade(62, { form: '4/A', last_date: '2020-02-11' })),
  twice[1]!,
  revisionRecord(rows[7]!, trade(63, { form: '4/A', total_value_usd: '5.00' }), { relevance: 9 }),
  rowRecord('the last row', { publishedAt: '2026-11-18T23:00:00.000Z' }),
  dropRecord('the last drop'),
];

const clickhouse = await sharedClickHouse();
const { nats, bus } = await sharedBus();
const config = readConfig({
  NATS_URL: nats.url,
  CLICKHOUSE_URL: clickhouse.address,
  CLICKHOUSE_PASSWORD: clickhouse.password,
  CLICKHOUSE_DATABASE: 'live',
  WRITE_BATCH_ROWS: '5',
});
await applyStreams(bus, config);
const store = await sharedStore(clickhouse.url, 'live');

const writeLog = (into: Store, batchRows: number): Promise<void> =>
  writeTo(records.length, bus, into, { config: { WRITE_BATCH_ROWS: batchRows, WRITE_BATCH_MS: 1 } });

/** Returns every kind of page. */
async function pagesOf(from: Store): Promise<object> {
  const everything = { tickers: null, categories: null, excludeCategories: [], minRelevance: 1, sourceTypes: null, item: null, is10b5_1: null, rootsOnly: false }; // prettier-ignore
  const published = { fromMs: Date.parse('2026-11-17T00:00:00Z'), toMs: Date.parse('2026-11-19T00:00:00Z') };
  return {
    newest: await pageNewestFirst(from, everything, wholeRange, 100),
    ofTicker: await pageNewestFirst(from, { ...everything, tickers: ['ACME'], minRelevance: 9 }, wholeRange, 100),
    delta: await newestBySequence(from, everything, 100),
    trending: await trendingRows(from, published),
    article: await rowByUid(from, rows[0]!.uid),
    trades: await tradesAfter(from, { tickers: ['ACME'] }, ['P', 'S', 'D'], null, 100),
    purchases: (await purchasesOfIssuers(from, { of: null, sinceDate: '2026-11-01', lookbackDate: '2019-01-01', buyersMin: 2 })).toSorted((a, b) => (a.uid < b.uid ? -1 : 1)), // prettier-ignore
    reads: await earningsOf(from, { tickers: ['ACME'] }, 20),
    log: await Array.fromAsync(recordsBetween(from, 1, records.length)),
  };
}

describe('rebuild', () => {
  test('makes the tables that the writer made: trades of the past, history, corrections and corrections of these in their places', async () => {
    const log = createFeedLogWriter(bus, 0, 64);
    let last: Promise<number> = Promise.resolve(0);
    for (const record of records) last = (await log.append(record)).stored;
    await last;
    await writeLog(store, 5);
    const written = await pagesOf(store);
    // As if a disk had lost some tables.
    for (const table of ['insider_trades', 'feed_keys', 'earnings_reads', 'feed'])
      await store.command({ name: 'lose', text: `TRUNCATE TABLE ${table}` });
    const seen: RebuildProgress[] = [];
    expect(await rebuild(config, (progress) => seen.push(progress))).toEqual({ lastSeq: records.length, gaps: 0 });
    expect(seen.at(-1)).toEqual({ done: records.length, total: records.length });
    expect(await pagesOf(store)).toEqual(written);
  });

  test('that is stopped while another one is at work leaves the tables that the other makes', async () => {
    const others = openStore({ url: clickhouse.url, database: rebuiltDatabase(store), requestTimeoutMs: 10_000, maxConnections: 1 });
    const ended = new AbortController();
    const leases = await openBucket(bus, buckets.leases);
    const { promise: leads, resolve: nowLeads } = Promise.withResolvers<void>();
    const other = whileLeading(leases, 'rebuild', { log: testLog, signal: ended.signal }, async (signal) => {
      nowLeads();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    try {
      await leads;
      await migrate(others);
      await expect(rebuild(config, () => undefined)).rejects.toThrow('another rebuild is running');
      const stopping = new AbortController();
      const refused = rebuild(config, () => undefined, stopping.signal);
      stopping.abort();
      await expect(refused).rejects.toThrow('another rebuild is running');
      expect(await rebuildStage(store)).toBe('copying');
    } finally {
      ended.abort();
      await other;
      await dropRebuilt(store);
      await others.close();
    }
  });

  test('that is stopped while it copies leaves nothing of its own', async () => {
    const stopping = new AbortController();
    await expect(rebuild(config, () => stopping.abort(), stopping.signal)).rejects.toThrow();
    expect(await rebuildStage(store)).toBe('none');
  });

  test('without one of the tables the command says in a line which, and what makes it', async () => {
    const env = { NATS_URL: nats.url, CLICKHOUSE_URL: clickhouse.address, CLICKHOUSE_PASSWORD: clickhouse.password };
    const command = (database: string) => runScript('ops/scripts/rebuild.ts', ['--quiet'], { ...env, CLICKHOUSE_DATABASE: database });
    const lacking = openStore({ url: clickhouse.url, database: 'lacking', requestTimeoutMs: 10_000, maxConnections: 1 });
    try {
      await migrate(lacking);
      await lacking.command({ name: 'lose', text: 'DROP TABLE earnings_reads SYNC' });
      const errors = 'table lacking.earnings_reads is missing, though its migrations were applied: run npm run admin -- apply --dry-run\n';
      expect(await command('lacking')).toEqual({ code: 1, out: '', errors });
      const never = expect.stringMatching(/^database never_made has migration none, .*run npm run admin -- apply\n$/) as string;
      expect(await command('never_made')).toMatchObject({ code: 1, errors: never });
    } finally {
      await lacking.close();
    }
  });

  test('the log replayed in other batches gives the same pages', async () => {
    const again = openStore({ url: clickhouse.url, database: 'again', requestTimeoutMs: 10_000, maxConnections: 4 });
    try {
      await migrate(again);
      await writeLog(again, 3);
      expect(await pagesOf(again)).toEqual(await pagesOf(store));
    } finally {
      await again.close();
    }
  });

  test('beside a writer at work: what comes meanwhile is stored once, and the writer goes on', async () => {
    const writer = startWriter(bus, store);
    const log = createFeedLogWriter(bus, (await feedBounds(bus)).lastSeq, 64);
    const late = Array.from({ length: 60 }, (_, at) => rowRecord(`late ${at}`));
    const uids = late.map(({ uid }) => uid);
    const append = async (): Promise<void> => void (await (await log.append(late.shift()!)).stored);
    let appending: Promise<unknown> = Promise.resolve();
    try {
      for (let at = 0; at < 20; at += 1) await append();
      await rebuild(config, () => {
        if (late.length > 20) appending = appending.then(append);
      });
      await appending;
      while (late.length > 0) await append();
      const { lastSeq } = await feedBounds(bus);
      await until('the writer to be at the end', async () => (await lastSequence(store)) === lastSeq);
      const logged = await Array.fromAsync(recordsBetween(store, records.length + 1, lastSeq));
      expect(logged.map(({ record }) => record.type === 'row' && record.uid)).toEqual(uids);
    } finally {
      await writer.stop();
    }
  });
});
