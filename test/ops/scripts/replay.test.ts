/** The command on a service's real parts: articles go through refine into the log, and are replayed from there. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feedBounds, followFeed } from '#ops/feed-log/feed-follower.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { replay } from '#ops/scripts/replay.ts';
import { readRequest } from '#ops/scripts/replay/request.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { symbolsPosition } from '#pipeline/symbol-list.ts';
import { createFeedLog } from '#pipeline/refine/feed/feed-log-writer.ts';
import { openEnricher } from '#pipeline/refine/enrich/enricher.ts';
import { scoreVersion } from '#pipeline/refine/article/row-record.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { readConfig } from '#schemas/config.ts';
import { FeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';
import { applyStreams, applyStreamsAt } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { answer, startModelEndpoint, type ModelEndpoint } from '#test/support/model-endpoint.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { refineDeps, runRefine } from '#test/support/refine.ts';
import { until } from '#test/support/until.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { runScript } from './run-script.ts';
import { surfacedItems } from '#schemas/vocabulary.ts';

let nats: NatsServer;
let clickhouse: ClickHouseProcess;
let endpoint: ModelEndpoint;
let bus: Bus;
let store: Store;
const stop = new AbortController();

const entry = (symbol: string, name: string): SymbolEntry => symbolEntry(symbol, { name, exchange: 'NYSE', country: 'US', currency: 'USD' });
const entries = [entry('NVDA', 'NVIDIA CORP'), entry('PFE', 'PFIZER INC'), entry('BA', 'BOEING CO')];

const headlines = [
  ['wire', 'Nvidia results due next week, analysts expect growth', 'Nvidia will publish its figures after the close.'],
  ['wire', 'Pfizer settles patent suit over vaccine for $1.2 billion', 'Pfizer said it would pay $1.2 billion.'],
  ['paper', 'Boeing shares plunge 9% after crash probe', 'The shares fell 9% in early trading.'],
  ['paper', 'Crumbly Corp opens second shop', 'Crumbly sells bread.'],
  ['paper', 'Nvidia results due next week, analysts expect growth', 'Nvidia will publish its figures after the close.'],
  ['blog', 'Tesla-Aktie fällt nach schwachen Zahlen', ''],
] as const;
const instant = '2026-06-01T12:00:00.000Z';
const article = (index: number): RawArticle => {
  const [source, title, summary] = headlines[index]!;
  const url = `https://${source}.example/${index}`;
  return {
    kind: 'article',
    identity: url,
    source,
    seen_at: instant,
    fetched_at: instant,
    url,
    title,
    summary,
    body: null,
    outlet: source,
    authors: [],
    topics: [],
    declared_language: null,
    banner_image: null,
    published_at: instant,
    updated_at: null,
  };
};
const model = () => ({ ENRICHER_URL: endpoint.url, ENRICHER_MODEL: 'test-model', ENRICHER_KEY: 'sk-very-secret' });

interface Figures {
  readonly records: number;
  readonly enricher: string;
  readonly sources: readonly (Record<string, number> & { readonly source: string; readonly basis: string })[];
  readonly bands: Record<string, number>;
  readonly categories: Record<string, number>;
  readonly sentiments: Record<string, number>;
  readonly drops: Record<string, number>;
  readonly versions: Record<string, { rows: number; changed: number }>;
  readonly skipped: Record<string, number>;
  readonly examples: readonly { readonly uid: string; readonly before: string; readonly after: string }[];
  readonly model: Record<string, number> | null;
}

const requestOf = (args: readonly string[]) => readRequest(['--from', '2026-01-01', '--to', '2026-12-31', '--quiet', ...args], new Date())!;
const report = (args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> =>
  replay(requestOf(args), readConfig({ NATS_URL: nats.url, ...environment }), bus, stop.signal);
/** Returns the report as JSON; a later option replaces an earlier one. */
const figures = async (args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): Promise<Figures> =>
  JSON.parse(await report([...args, '--json'], environment)) as Figures;

/** Returns every stream's last sequence, which a command without effect leaves as it is. */
async function lastSequences(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { config, state } of bus.jsm.streams.list()) found[config.name] = state.last_seq;
  return found;
}

async function rowOf(index: number): Promise<FeedRow> {
  for await (const batch of followFeed(bus, { fromSeq: 1, untilSeq: (await feedBounds(bus)).lastSeq, signal: stop.signal }))
    for (const { data } of batch) {
      const record = FeedRecord.parse(JSON.parse(Buffer.from(data).toString()));
      if (record.type === 'row' && record.identity === article(index).identity) return record;
    }
  throw new Error(`no row of ${index}`);
}

beforeAll(async () => {
  [nats, clickhouse, endpoint] = await Promise.all([startNats(), startClickHouse(), startModelEndpoint()]);
  const config = readConfig({ NATS_URL: nats.url });
  bus = await openBus(config, 'test', testLog);
  await applyStreams(bus, config);
  store = openStore({ url: clickhouse.url, database: 'replay', requestTimeoutMs: 20_000, maxConnections: 4 });
  await migrate(store);
  const [symbols, positions] = await Promise.all([openBucket(bus, buckets.symbols), openBucket(bus, buckets.positions)]);
  for (const one of entries) await symbols.put(one.symbol, JSON.stringify(one));
  await positions.put(symbolsPosition, '{}');
  // A model scores the first article, the built-in enricher the others: the day allows one request.
  const enricher = await openEnricher(readConfig({ ...model(), ENRICHER_REQUESTS_PER_DAY: '1' }), {
    bus,
    registry: new Registry(),
    log: testLog,
    now: () => new Date(instant),
  });
  endpoint.behave(answer({ relevance_score: 2, category: 'technology' }));
  const refining = new AbortController();
  const running = runRefine(
    await refineDeps(bus, store, {
      settings: { blockedDomains: new Set(), relevanceFloor: 1, majorTickers: { kind: 'all' }, surfacedItems },
      directory: async () => createDirectory(entries),
      enricher,
      now: () => new Date(instant),
      monotonicMs: () => 0,
    }),
    refining.signal,
  );
  const publish = createPublish(bus, { log: testLog, signal: stop.signal });
  for (let index = 0; index < headlines.length; index += 1) {
    await publish(article(index));
    await until('its record', async () => (await feedBounds(bus)).lastSeq === index + 1);
  }
  await until('RAW to be drained', async () => (await bus.jsm.consumers.info(streams.raw, consumers.refine)).num_ack_pending === 0);
  refining.abort();
  await running;
  await enricher?.close();
  endpoint.behave(null);
});
afterAll(async () => {
  stop.abort();
  await store.close();
  await bus.close();
  await Promise.all([nats.stop(), clickhouse.stop(), endpoint.stop()]);
});

describe('npm run replay', () => {
  test('finds nothing to change in what the enricher as it is has scored, and says what it could not replay', async () => {
    const { records, sources, skipped, versions, enricher } = await figures();
    expect(records).toBe(headlines.length);
    expect(enricher).toBe(scoreVersion());
    // The row that a model scored is replayed with the built-in enricher, since no model is configured here.
    expect(versions).toEqual({ [scoreVersion()]: { rows: 2, changed: 0 }, [`test-model+prompt-1+${scoreVersion()}`]: { rows: 1, changed: 1 } });
    expect(skipped).toEqual({ near_duplicate: 1 });
    expect(sources.map(({ source, basis, replayed, changed }) => ({ source, basis, replayed, changed }))).toEqual([
      { source: 'blog', basis: 'document', replayed: 1, changed: 0 },
      { source: 'paper', basis: 'document', replayed: 2, changed: 0 },
      { source: 'wire', basis: 'document', replayed: 2, changed: 1 },
    ]);
  });

  test('prints what a changed enricher moves: bands, the floor, categories, by source, with the articles', async () => {
    const { sources, bands, categories, examples } = await figures();
    const before = await rowOf(0);
    expect(before.item.enrichment).toMatchObject({ relevance_score: 3, category: 'technology' });
    expect(sources.find(({ source }) => source === 'wire')).toMatchObject({
      relevance_moved: 1,
      band_up: 1,
      floor_up: 1,
      floor_down: 0,
      category_changed: 1,
    });
    expect(Object.keys(bands).filter((move) => /^3-4 -> 5-6$/.test(move))).toHaveLength(1);
    expect(categories).toEqual({ 'technology -> earnings': 1 });
    expect(examples).toMatchObject([{ uid: before.uid, before: '3 technology NVDA positive' }]);
    expect(examples[0]?.after).toMatch(/^5 earnings NVDA positive$/);
    const { code, out, errors } = await runScript('ops/scripts/replay.ts', ['--from', '2026-06-01'], { NATS_URL: nats.url });
    expect(code).toBe(0);
    expect(errors).toContain(`] ${headlines.length}/${headlines.length} records`);
    expect(out).toContain('technology -> earnings');
    expect(out).toContain('copies: scored with the row that they repeat');
    expect(out).toContain('Nvidia results due next week');
  });

  test('with the model that scored, gives its kept answers again and asks nothing', async () => {
    const asked = endpoint.requests.length;
    const { versions, model: counts } = await figures([], model());
    expect(versions[`test-model+prompt-1+${scoreVersion()}`]).toEqual({ rows: 1, changed: 0 });
    expect(counts).toEqual({ kept: 1, asked: 0, failed: 0, settled_built_in: 2, not_asked: 0 });
    expect(endpoint.requests).toHaveLength(asked);
  });

  test('asks another model as many questions as it is told, and keeps none of the answers', async () => {
    const other = { ...model(), ENRICHER_MODEL: 'other-model' };
    expect((await figures([], other)).model).toMatchObject({ asked: 0, not_asked: 3 });
    endpoint.behave((request, response) =>
      answer({
        relevance_score: 5,
        ticker_analysis: request.article.tickers.map(({ ticker }) => ({
          ticker,
          sentiment: 'negative',
          confidence: 'low',
          reasoning: 'It says so.',
        })),
      })(request, response),
    );
    const before = endpoint.requests.length;
    const answers = async () => (await bus.jsm.streams.info(`KV_${buckets.modelAnswers}`)).state.last_seq;
    const keptBefore = await answers();
    const asked = await figures(['--ask', '2'], other);
    expect(asked.model).toEqual({ kept: 0, asked: 2, failed: 0, settled_built_in: 0, not_asked: 1 });
    expect(endpoint.requests).toHaveLength(before + 2);
    expect(await answers()).toBe(keptBefore);
    expect(asked.sentiments['positive -> negative'] ?? 0).toBeGreaterThan(0);
    expect(asked.sources.reduce((sum, { sentiment_flipped }) => sum + (sentiment_flipped ?? 0), 0)).toBeGreaterThan(0);
    endpoint.behave(null);
  });

  test('changes nothing', async () => {
    const before = await lastSequences();
    await figures();
    await figures([], model());
    expect(await lastSequences()).toEqual(before);
  });

  test('tells rows that would be drops and drops that would be rows', async () => {
    const { drops } = await figures([], { RELEVANCE_FLOOR: '9', BLOCKED_DOMAINS: 'paper.example' });
    expect(drops['served -> blocked_publisher']).toBe(1);
    expect(drops['no_verified_ticker -> blocked_publisher']).toBe(1);
    expect(drops['served -> below_floor'] ?? 0).toBeGreaterThan(0);
    await (await openBucket(bus, buckets.symbols)).put('CRMB', JSON.stringify(entry('CRMB', 'Crumbly Corp')));
    const { drops: more } = await figures();
    expect(Object.keys(more)).toEqual(['no_verified_ticker -> served']);
    await (await openBucket(bus, buckets.symbols)).delete('CRMB');
  });

  test('is of the days asked for', async () => {
    const log = createFeedLog(bus, (await feedBounds(bus)).lastSeq, 8);
    const old = await rowOf(1);
    const identity = 'https://wire.example/later';
    const later = { ...old, uid: uidOf(identity), identity, instants: { ...old.instants, refined_at: '2026-07-01T00:00:00.000Z' } };
    await (
      await log.append({ ...later, item: { ...old.item, original: { ...old.item.original, uid: later.uid } } })
    ).stored;
    expect((await figures(['--from', '2026-06-01', '--to', '2026-06-01'])).records).toBe(headlines.length);
    const july = await figures(['--from', '2026-06-02', '--to', '2026-07-01']);
    expect(july.records).toBe(1);
    // RAW never had its document: the row's own fields are scored, and the report says so.
    expect(july.sources).toMatchObject([{ source: 'wire', basis: 'row', replayed: 1 }]);
    expect((await figures(['--from', '2026-07-02', '--to', '2026-07-03'])).records).toBe(0);
  });

  test('says what is lost once RAW has forgotten the documents', async () => {
    await bus.jsm.streams.purge(streams.raw);
    const { sources, skipped } = await figures();
    expect(skipped).toEqual({ near_duplicate: 1, drop_not_kept: 2 });
    expect(new Set(sources.map(({ basis }) => basis))).toEqual(new Set(['row']));
    const out = await report([], {});
    expect(out).toContain('dropped, and RAW no longer has the document');
    expect(out).toContain('some of their changes come from that loss');
  });

  test('says in one line what is not there', async () => {
    const other = await startNats();
    try {
      const ask = () => runScript('ops/scripts/replay.ts', ['--from', '2026-06-01'], { NATS_URL: other.url });
      expect(await ask()).toMatchObject({ code: 1, errors: 'bucket symbols is missing: run npm run admin -- apply\n' });
      await applyStreamsAt(other.url);
      expect(await ask()).toMatchObject({
        code: 1,
        errors: 'the service has no symbol list yet, so tickers cannot be verified: try again in a minute\n',
      });
    } finally {
      await other.stop();
    }
  }, 90_000);
});
