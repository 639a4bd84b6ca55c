import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stalledAfterMs } from '#ops/process/progress-board.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { symbolsPosition } from '#pipeline/symbols-loaded.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets, rawSubject, streams } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { readyOf, spawnPipeline, type PipelineChild, type Ready } from '#test/support/pipeline.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedBus, sharedClickHouse, sharedRedis } from '#test/support/shared-servers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';

let children: PipelineChild[] = [];

const { nats, bus } = await sharedBus();
const [redis, clickhouse] = await Promise.all([sharedRedis(), sharedClickHouse()]);
const dir = mkdtempSync(join(tmpdir(), 'pipeline-'));
const items = [1, 2, 3].map(
  (item) => `<item><title>Item ${item}</title><link>https://news.example/${item}</link><description>${'text '.repeat(20)}</description></item>`,
);
const origin = await sharedOrigin((request, response) =>
  response.end(`<rss version="2.0"><channel><title>News</title>${request.url === '/emptied' ? '' : items.join('')}</channel></rss>`),
);
/** Writes a list with one source, whose feed is at `path`; returns the name of the file. */
function listOf(id: string, path: string): string {
  const file = join(dir, `${id}.json`);
  writeFileSync(file, JSON.stringify([{ id, name: 'News', url: `${origin}${path}`, domain: 'news.example', outlet: 'News', kind: 'feed' }]));
  return file;
}
const env = {
  NATS_URL: nats.url,
  REDIS_URL: redis.url,
  CLICKHOUSE_URL: clickhouse.url,
  RAW_MAX_BYTES: '1000000',
  LOG_LEVEL: 'warn',
  OUTBOUND_ALLOWED_ORIGINS: origin,
  SOURCES_FILE: listOf('news', '/'),
  INGEST_STAGES: 'publishers',
  PUBLISHER_POLL_MS: '200',
  HOST_INTERVAL_MS: '0',
};
await sharedStore(clickhouse.url, readConfig(env).CLICKHOUSE_DATABASE);
afterAll(() => rmSync(dir, { recursive: true }));
beforeEach(() => applyStreams(bus, readConfig(env)));
afterEach(async () => {
  await Promise.all(children.map((child) => child.stop()));
  children = [];
});

function start(own: Readonly<Record<string, string>>): PipelineChild {
  const child = spawnPipeline({ ...env, ...own });
  children.push(child);
  return child;
}
/** Throws with the last answer of readiness. */
async function readyWhen(ops: string, what: string, isSo: (ready: Ready) => boolean): Promise<Ready> {
  let last: Ready | null = null;
  const look = async (): Promise<Ready | null> => {
    last = await readyOf(ops);
    return isSo(last) ? last : null;
  };
  return until(what, look).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(last)}`);
  });
}

async function during(ms: number, look: () => Promise<void>): Promise<void> {
  for (const endMs = performance.now() + ms; performance.now() < endMs; await sleep(100)) await look();
}

describe('a start', () => {
  test.each<readonly [string, () => Promise<unknown>, Readonly<Record<string, string>>, string | RegExp]>([
    ['whose streams are missing', () => bus.jsm.streams.delete(streams.feed), {}, 'stream FEED is missing: run npm run admin -- apply'],
    [
      'whose tables are missing',
      () => Promise.resolve(),
      { CLICKHOUSE_DATABASE: 'none' },
      /^database none has migration none, this release needs \S+: run npm run admin -- apply$/,
    ],
    [
      'with an origin that is none',
      () => Promise.resolve(),
      { OUTBOUND_ALLOWED_ORIGINS: 'nonsense' },
      /^configuration: OUTBOUND_ALLOWED_ORIGINS="nonsense": not an http\(s\) origin: nonsense$/,
    ],
  ])(
    '%s ends with one line and code 1, and changes nothing',
    async (_, prepare, own, line) => {
      await prepare();
      const list = async () => (await Array.fromAsync(bus.jsm.streams.list())).map(({ config }) => config);
      const before = await list();
      const { ended, errors } = start({ PIPELINE_PARTS: 'ingest,refine,write', ...own });
      expect(await ended).toBe(1);
      const said = errors().trim();
      expect(said).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
      expect(await list()).toEqual(before);
    },
    60_000,
  );

  test('without its list of sources says so in its log and its readiness, and goes on when the list is there', async () => {
    const file = join(dir, 'sources.json');
    const ingest = start({ PIPELINE_PARTS: 'ingest', INGEST_STAGES: 'publishers,earnings_dates', SOURCES_FILE: file });
    const ops = await ingest.ops();
    const allFailed = `publishers: failed: ${file}: cannot be read`;
    const { status } = await readyWhen(ops, 'the lack to be told', ({ checks }) => checks['ingest'] === allFailed);
    expect(status).toBe(503);
    // The log line and the answer arrive separately, in either order.
    const isTold = ({ level, msg, part }: Readonly<Record<string, unknown>>): boolean =>
      level === 50 && msg === 'part.failed' && part === 'publishers';
    await until('the line of the log', () => Promise.resolve(ingest.log().some(isTold)));
    writeFileSync(file, '[]');
    await readyWhen(ops, 'the stage to run', ({ checks: now }) => now['ingest'] === 'ok');
  });
});

describe('readiness', () => {
  /** Stores a symbol list as its stage does; only `publishers` runs here. */
  async function putSymbolList(): Promise<void> {
    await (await openBucket(bus, buckets.symbols)).put('ACME', JSON.stringify(symbolEntry('ACME')));
    await (await openBucket(bus, buckets.positions)).put(symbolsPosition, '{}');
  }
  beforeEach(putSymbolList);

  test('of refine holds without a symbol list, which it reports, until a document waits for it', async () => {
    await (await openBucket(bus, buckets.positions)).delete(symbolsPosition);
    const ops = await start({ PIPELINE_PARTS: 'refine' }).ops();
    const { degraded } = await readyWhen(ops, 'the lack to be told', (ready) => Object.keys(ready.degraded).length > 0);
    expect(degraded).toEqual({ symbols: 'no symbol list yet; articles with a ticker can be served only after the first list was read' });
    const said = new Set<string>();
    await during(2 * stalledAfterMs, async () => void said.add((await readyOf(ops)).checks['refine']!));
    expect([...said]).toEqual(['ok']);
    await bus.js.publish(rawSubject('article'), '{}');
    const { checks } = await readyWhen(ops, 'the document to be told', ({ status }) => status === 503);
    expect(checks['refine']).toMatch(/^no progress for \d+ s: waiting for the symbol directory$/);
    await putSymbolList();
    await readyWhen(ops, 'all to be well', (ready) => ready.status === 200 && Object.keys(ready.degraded).length === 0);
  });

  test('of ingest says that RAW is full, and by how much', async () => {
    // Below the exact bound, at which the server would delete messages.
    const unread = 960;
    for (let sent = 0; sent < unread; sent += 1) await bus.js.publish(rawSubject('article'), Buffer.alloc(950));
    const ops = await start({ PIPELINE_PARTS: 'ingest' }).ops();
    const { checks } = await readyWhen(ops, 'RAW to be told full', (ready) => ready.status === 503);
    expect(checks['ingest']).toMatch(
      new RegExp(`^publishers: no progress for \\d+ s: publish to RAW: RAW is full; ${unread} documents wait for refine$`),
    );
    await bus.jsm.streams.delete(streams.raw);
    await applyStreams(bus, readConfig(env));
    await readyWhen(ops, 'the documents to be published', ({ status }) => status === 200);
    await until('all of them', async () => (await bus.jsm.streams.info(streams.raw)).state.messages === 3);
  });

  test('of ingest names a feed that is empty, since when and what it held, as an earlier process found it', async () => {
    const position = { url: `${origin}/emptied`, etag: null, last_modified: null, seen: [], entries: 3, empty_since: '2026-01-01T00:00:00.000Z' };
    await (await openBucket(bus, buckets.positions)).put('publishers.emptied', JSON.stringify(position));
    const ops = await start({ PIPELINE_PARTS: 'ingest', SOURCES_FILE: listOf('emptied', '/emptied') }).ops();
    const { degraded } = await readyWhen(ops, 'the feed to be told', (ready) => 'source emptied' in ready.degraded);
    expect(degraded['source emptied']).toBe('failing since 2026-01-01T00:00:00.000Z: the feed is empty; it had 3 entries before');
  });

  test('of the writer says that ClickHouse is unreachable; refine and ingest go on without and call it degraded', async () => {
    const [writer, others] = [start({ PIPELINE_PARTS: 'write' }), start({ PIPELINE_PARTS: 'ingest,refine' })];
    const [write, rest] = await Promise.all([writer.ops(), others.ops()]);
    await Promise.all(
      [write, rest].map((ops) => readyWhen(ops, 'all to be well', ({ status, degraded }) => status === 200 && Object.keys(degraded).length === 0)),
    );
    await clickhouse.kill();
    const { checks } = await readyWhen(write, 'ClickHouse to be told away', ({ status }) => status === 503);
    expect(checks['clickhouse']).toMatch(/^does not answer: /);
    const { status, degraded } = await readyWhen(rest, 'it to be told degraded', (ready) => Object.keys(ready.degraded).length > 0);
    expect([status, Object.keys(degraded)]).toEqual([200, ['clickhouse']]);
    await clickhouse.restart();
    await Promise.all(
      [write, rest].map((ops) => readyWhen(ops, 'all to be well again', (ready) => ready.status === 200 && Object.keys(ready.degraded).length === 0)),
    );
  });

  test('says that NATS is unreachable, also where its connections stay open', async () => {
    const ops = await start({ PIPELINE_PARTS: 'ingest,refine,write' }).ops();
    await readyWhen(ops, 'all to be well', ({ status }) => status === 200);
    process.kill(nats.pid(), 'SIGSTOP');
    const { checks } = await readyWhen(ops, 'NATS to be told away', ({ status }) => status === 503);
    process.kill(nats.pid(), 'SIGCONT');
    expect(checks['nats']).toMatch(/^(does not answer: |not connected)/);
    await readyWhen(ops, 'all to be well again', ({ status }) => status === 200);
  });

  test('says that the counters may be evicted, and that Redis is unreachable', async () => {
    const ops = await start({ PIPELINE_PARTS: 'ingest' }).ops();
    await readyWhen(ops, 'all to be well', ({ status, degraded }) => status === 200 && Object.keys(degraded).length === 0);
    await redis.kill();
    const { status, degraded } = await readyWhen(ops, 'Redis to be told away', (ready) => Object.keys(ready.degraded).length > 0);
    expect([status, degraded]).toEqual([200, { redis: 'unavailable; each process uses its share of the EDGAR rate' }]);
    await redis.restart();
    await readyWhen(ops, 'all to be well again', (ready) => Object.keys(ready.degraded).length === 0);
  });
});
