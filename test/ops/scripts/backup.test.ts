/** A backup of a busy service, restored to an empty data folder: same answers, same cursors, and no silent omission. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '#api/main.ts';
import { lastSequence, recordsBetween } from '#clickhouse/feed-records.ts';
import { visibleSinceBetween } from '#clickhouse/insert-records.ts';
import { timeColumn } from '#clickhouse/columns.ts';
import { keptRows, keptTables } from '#clickhouse/kept-rows.ts';
import { openStore, storeAddress, type Store } from '#clickhouse/store.ts';
import { attemptsOf, storeAttempts } from '#clickhouse/webhook-attempts.ts';
import { kvCheckpoint } from '#ops/feed-log/checkpoint.ts';
import { readGenerations, writeGenerations } from '#ops/feed-log/generations.ts';
import { lastBackup } from '#ops/feed-log/last-backup.ts';
import { inboxPrefix } from '#ops/nats/nats-users.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readManifest, type Manifest } from '#ops/scripts/backup/manifest.ts';
import { clearTarget, putBack, verifyBackup, type RestoreDeps } from '#ops/scripts/backup/put-back.ts';
import { takeBackup, type BackupDeps } from '#ops/scripts/backup/take.ts';
import { openTarget, type Target } from '#ops/scripts/backup/target.ts';
import { keepCredentials } from '#ops/up/credentials.ts';
import { addBackupMetric } from '#pipeline/store-metrics.ts';
import { repairLog } from '#pipeline/refine/repair.ts';
import { newsSubject } from '#schemas/delivery.ts';
import { withNewGeneration } from '#schemas/generation.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { call, startApiOn, startGround, type Ground } from '#test/support/api.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { appendRecords, forgetUpTo, loseRecord } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { insiderTrade, revisionRecord, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';
import { startWriter, type RunningWriter } from '#test/support/writer.ts';
import { runScript } from './run-script.ts';

const root = mkdtempSync(join(tmpdir(), 'backup-'));
const folder = join(root, 'backup');
const hourMs = 3_600_000;
const agoMs = (ms: number): string => new Date(Date.now() - ms).toISOString();
let made = 0;
const arrivals = (count: number, ms = 0): FeedRecord[] =>
  Array.from({ length: count }, () => {
    made += 1;
    return made % 6 === 0 ? dropRecord(`drop ${made}`) : rowRecord(`row ${made}`, { publishedAt: agoMs(ms), relevance: 7 });
  });
const trade = tradeRow(insiderTrade({ transaction_code: 'P' }), { relevance: 8 });

let ground: Ground;
let source: Api;
let writer: RunningWriter;
let key: string;
let accountId: string;
let start: string;
let generation: number;
let manifest: Manifest;
/** Cursor of a poller that had read everything before the service was lost. */
let beyond: string;
/** The same, in a generation that the backup does not know. */
let beyondGeneration: string;
let loaded: string;

let target: Target;
let bus: Bus;
let store: Store;
let restored: Api;
const deps = (changes: Partial<RestoreDeps> = {}): RestoreDeps => ({
  bus,
  store,
  config: target.config,
  isReplacing: false,
  now: () => new Date(),
  onProgress: () => undefined,
  signal: new AbortController().signal,
  ...changes,
});

const taking = (changes: Partial<BackupDeps> = {}): BackupDeps => ({
  bus: ground.bus,
  store: ground.store,
  inboxPrefix: '_INBOX',
  now: () => new Date(),
  onProgress: () => undefined,
  signal: new AbortController().signal,
  ...changes,
});

interface Page {
  readonly next_cursor: string;
  readonly results: readonly { readonly original: { readonly uid: string } }[];
}
const delta = (api: Api, cursor: string, size = 7) =>
  call<Page>(`${api.url}/api/news/?sort=ingested&min_relevance=1&page_size=${size}&cursor=${encodeURIComponent(cursor)}`, { key });

async function follow(api: Api, from: string): Promise<{ uids: string[]; cursor: string }> {
  const uids: string[] = [];
  for (let cursor = from; ;) {
    const { status, body } = await delta(api, cursor);
    expect(status).toBe(200);
    if (body.results.length === 0) return { uids, cursor: body.next_cursor };
    uids.push(...body.results.map(({ original }) => original.uid));
    cursor = body.next_cursor;
  }
}
const rowsOf = (records: readonly FeedRecord[]): string[] => records.flatMap((record) => (record.type === 'row' ? [record.uid] : []));

beforeAll(async () => {
  ground = await startGround();
  ({ key, id: accountId } = await ground.account('pro', { perMinute: 100_000, perDay: 1_000_000 }));
  await ground.putSymbols([symbolEntry('ACME', { name: 'Acme Inc' })]);
  source = await startApiOn(ground);
  await until('the key to work', async () => (await call(`${source.url}/api/news/?sort=ingested`, { key })).status === 200);
  start = (await call<Page>(`${source.url}/api/news/?sort=ingested&min_relevance=1`, { key })).body.next_cursor;
  const feedLog = await openBucket(ground.bus, buckets.feedLog);
  const begun = withNewGeneration([], 0, { nowMs: Date.now(), nonce: 0 });
  await writeGenerations(feedLog, begun.generations, 0);
  generation = begun.generation.id;
  writer = startWriter(ground.bus, ground.store, { generations: async () => (await readGenerations(feedLog)).generations });
  const past = [...arrivals(30, 2 * hourMs), trade, revisionRecord(trade, insiderTrade({ transaction_code: 'P', form: '4/A', shares: '70' }))];
  const end = await appendRecords(ground.bus, past, generation);
  await until('the tables to have it', async () => (await lastSequence(ground.store)) === end);
  // Retention has removed the log's start, and a fault one record: only the tables have these.
  await forgetUpTo(ground.bus, 5);
  await loseRecord(ground.bus, 9);
  await kvCheckpoint(feedLog, 'match').write({ generation, seq: end }, (await kvCheckpoint(feedLog, 'match').read()).fence);
  for (const story of ['one', 'two', 'three']) await ground.bus.js.publish(newsSubject('hook', story, 'ACME'), JSON.stringify({ story }));
  const [first] = await Array.fromAsync(await (await ground.bus.js.consumers.get(streams.deliveries, consumers.deliver)).fetch({ max_messages: 1 }));
  await first!.ackAck();
  await storeAttempts(ground.store, [
    { accountId, webhookId: 'hook', attemptedAt: agoMs(hourMs), number: 3, attempt: 1, kind: 'news', createdAt: agoMs(hourMs), ticker: 'ACME', feedSeq: 2, uid: trade.uid, durationMs: 5, status: 200, error: '', answer: 'ok', nextAt: null }, // prettier-ignore
  ]);
  for (const day of [1, 2]) await ground.store.insert('coverage', [{ generated_at: `2026-11-0${day} 04:00:00.123`, report: `{"day":${day}}` }]);
  const digests = Array.from({ length: 3 }, (_, at) => ({
    span: '4h',
    as_of: timeColumn(agoMs(at * hourMs)),
    snapshot_id: `digest ${at}`,
    to_seq: at,
    hashes: '{}',
  }));
  await ground.store.insert('radar_digests', digests);
  loaded = new Date().toISOString();

  const arriving = new AbortController();
  const arrivalsDuring: FeedRecord[] = [];
  const arrive = async (): Promise<void> => {
    while (!arriving.signal.aborted && arrivalsDuring.length < 300) {
      const some = arrivals(3);
      await appendRecords(ground.bus, some, generation);
      arrivalsDuring.push(...some);
    }
  };
  const arrived = arrive();
  manifest = await takeBackup(taking(), folder);
  arriving.abort();
  await arrived;
  const readAll = async (records: readonly FeedRecord[], of: number): Promise<string> => {
    const lastSeq = await appendRecords(ground.bus, records, of);
    await until('the tables to have all', async () => (await lastSequence(ground.store)) === lastSeq);
    await until('the tail to have all', async () => (await follow(source, start)).uids.includes(rowsOf(records).at(-1)!));
    return (await follow(source, start)).cursor;
  };
  beyond = await readAll(arrivals(4), generation);
  // Refine restarted before the machine was lost.
  const { generations, revision } = await readGenerations(feedLog);
  const later = withNewGeneration(generations, (await ground.bus.jsm.streams.info(streams.feed)).state.last_seq, { nowMs: Date.now(), nonce: 0 });
  await writeGenerations(feedLog, later.generations, revision);
  beyondGeneration = await readAll(arrivals(4), later.generation.id);

  target = await openTarget(join(root, 'data'));
  bus = await openBus(target.config, 'test', testLog);
  store = openStore({ ...storeAddress(target.config), requestTimeoutMs: 30_000, maxConnections: 4 });
});

afterAll(async () => {
  await restored?.stop();
  await store?.close();
  await bus?.close();
  await target?.stop();
  await writer?.stop();
  await source?.stop();
  await ground.stop();
  rmSync(root, { recursive: true, force: true });
});

test('the folder has files for its owner only, and a manifest of their contents', async () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
  expect(readManifest(folder)).toEqual(manifest);
  expect(await lastBackup(await openBucket(ground.bus, buckets.feedLog))).toEqual({ ended_at: manifest.ended_at, last_seq: manifest.log.last_seq });
  const registry = new Registry();
  addBackupMetric(registry, ground.bus);
  expect(await registry.metrics()).toContain(`tickerwire_last_backup_seconds ${Date.parse(manifest.ended_at) / 1_000}\n`);
  expect(manifest.log.first_seq).toBe(6);
  expect(manifest.records).toMatchObject({ count: manifest.log.last_seq, last_seq: manifest.log.last_seq });
  // Documents arrived during the backup, so it ends among them.
  expect(manifest.log.last_seq).toBeGreaterThanOrEqual(32);
});

test('a file that is cut, changed or missing is refused by its name, before anything is changed', async () => {
  await expect(verifyBackup(folder, { ...manifest, migration: manifest.migration + 1 }, deps())).rejects.toThrow('restore it with that release');
  await expect(verifyBackup(folder, { ...manifest, nats_version: '99.0.0' }, deps())).rejects.toThrow('nats-server 99.0.0');
  const shorter = { ...target.config, FEED_MAX_AGE_DAYS: 100 };
  await expect(verifyBackup(folder, manifest, deps({ config: shorter }))).rejects.toThrow('set FEED_MAX_AGE_DAYS as it was');
  const copy = join(root, 'copy');
  const damage = async (file: string, harm: (path: string) => void): Promise<void> => {
    cpSync(folder, copy, { recursive: true });
    harm(join(copy, file));
    await expect(verifyBackup(copy, readManifest(copy), deps())).rejects.toThrow(file);
    rmSync(copy, { recursive: true });
  };
  await damage('FEED.snapshot', (path) => truncateSync(path, 100));
  await damage('records.jsonl.zst', (path) => writeFileSync(path, Buffer.alloc(manifest.records.bytes)));
  await damage('KV_accounts.snapshot', (path) => rmSync(path));
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ sha256: 'x', manifest: { ...manifest, log: { first_seq: 1, last_seq: 1 } } }));
  expect(() => readManifest(copy)).toThrow('manifest.json is damaged');
  rmSync(join(copy, 'manifest.json'));
  const { code, errors } = await runScript('ops/scripts/restore.ts', ['--from', copy, '--data-dir', join(root, 'other')]);
  expect({ code, errors }).toEqual({ code: 1, errors: `${copy} has no manifest.json: it is not a backup, or one that was not finished\n` });
  expect(readdirSync(root)).not.toContain('other');
});

test('a stopped backup leaves no file, and none is written over another', async () => {
  const stopped = new AbortController();
  const stopping = taking({ signal: stopped.signal, onProgress: (done) => done > 2 && stopped.abort() });
  const half = join(root, 'half');
  await expect(takeBackup(stopping, half)).rejects.toThrow();
  expect(readdirSync(half)).toEqual([]);
  await expect(takeBackup(stopping, folder)).rejects.toThrow('is not empty');
});

test('a complete backup stays where NATS cannot record it', async () => {
  const kept = join(root, 'kept');
  let asked = 0;
  const bucket = (await ground.bus.jsm.streams.info('KV_feed_log')).config;
  const unnoted = taking({
    // The second call comes when all but the manifest is written; from then on the bucket takes no entry.
    now: () => {
      if ((asked += 1) === 2) void ground.bus.jsm.streams.update('KV_feed_log', { ...bucket, max_msg_size: 1 });
      return new Date();
    },
  });
  try {
    await expect(takeBackup(unnoted, kept)).rejects.toThrow('is complete');
    expect(readdirSync(kept).toSorted()).toEqual(readdirSync(folder).toSorted());
    await verifyBackup(kept, readManifest(kept), deps());
  } finally {
    await ground.bus.jsm.streams.update('KV_feed_log', bucket);
  }
});

test('a target chooses ports for its stores only', () => {
  const ports = JSON.parse(readFileSync(join(root, 'data', 'ports.json'), 'utf8')) as Record<string, number>;
  expect(Object.keys(ports)).toEqual(['nats', 'clickhouse']);
});

test('a restored service gives the same answers byte for byte, and every cursor continues', async () => {
  await verifyBackup(folder, manifest, deps());
  await clearTarget(deps());
  const { lastSeq } = await putBack(deps(), folder, manifest);
  expect(lastSeq).toBeGreaterThanOrEqual(manifest.log.last_seq);
  // Repairs the log as refine's leader does when its session begins.
  const feedLog = await openBucket(bus, buckets.feedLog);
  const leases = await openBucket(bus, buckets.leases);
  const repairing = { bus, store, feedLog, leases, log: testLog, nowMs: () => Date.now(), waitsFor: () => undefined };
  const signal = new AbortController().signal;
  const repaired = await repairLog(repairing, 0, signal);
  expect(repaired.lastSeq).toBe(lastSeq);

  const all = await Array.fromAsync(recordsBetween(ground.store, 1, manifest.log.last_seq));
  expect(await Array.fromAsync(recordsBetween(store, 1, manifest.log.last_seq))).toEqual(all);
  expect(await visibleSinceBetween(store, 1, manifest.log.last_seq)).toEqual(await visibleSinceBetween(ground.store, 1, manifest.log.last_seq));
  for (const table of keptTables) {
    const kept = (await Array.fromAsync(keptRows(ground.store, table))).flat();
    expect(kept.length, table).toBeGreaterThan(0);
    expect((await Array.fromAsync(keptRows(store, table))).flat(), table).toEqual(kept);
  }
  expect(await attemptsOf(store, { accountId, limit: 9 })).toEqual(await attemptsOf(ground.store, { accountId, limit: 9 }));

  restored = await startApiOn({ env: ground.env, apiEnv: envOfRestored() });
  const rows = all.flatMap(({ record }) => (record.type === 'row' ? [record.uid] : []));
  await until('the restored one to serve', async () => (await follow(restored, start)).uids.length >= rows.length);
  let cursor = start;
  for (let page = 0; page < Math.floor(rows.length / 7); page += 1) {
    const [ours, theirs] = [await delta(restored, cursor), await delta(source, cursor)];
    expect(ours.text).toBe(theirs.text);
    cursor = theirs.body.next_cursor;
  }
  for (const path of [
    `/api/news/?to_date=${loaded}&page_size=50`,
    `/api/news/?symbol=ACME&to_date=${loaded}`,
    `/api/news/${trade.uid}/`,
    '/api/symbols/ACME/',
    `/api/symbols/ACME/insider-trades/`,
    `/api/news/search/?q=title&page_size=50&to_date=${loaded}`,
  ]) {
    const [ours, theirs] = await Promise.all([restored, source].map((api) => call(`${api.url}${path}`, { key })));
    expect(ours!.text, path).toBe(theirs!.text);
    expect(theirs!.status, path).toBe(200);
  }

  // Refine goes on. A poller that had read the lost records gets all new ones.
  const [before] = await Promise.all([follow(restored, start), delta(restored, beyond)]);
  const next = arrivals(12);
  const tables = startWriter(bus, store, { generations: async () => (await readGenerations(feedLog)).generations });
  await appendRecords(bus, next, repaired.generation);
  await until('what came since', async () => (await follow(restored, before.cursor)).uids.length === rowsOf(next).length);
  expect((await follow(restored, before.cursor)).uids).toEqual(rowsOf(next));
  expect((await follow(restored, beyond)).uids).toEqual(rowsOf(next));
  expect((await follow(restored, beyondGeneration)).uids).toEqual(expect.arrayContaining(rowsOf(next)));
  await tables.stop();
});

/** Returns the environment of an API on the target's folder. */
function envOfRestored(): Record<string, string> {
  const { NATS_URL, CLICKHOUSE_URL, CLICKHOUSE_PASSWORD } = target.config;
  const login = { NATS_USER: 'api', NATS_PASSWORD: keepCredentials(target.name).nats.api, NATS_INBOX_PREFIX: inboxPrefix('api') };
  return { NATS_URL: NATS_URL.join(), CLICKHOUSE_URL, CLICKHOUSE_PASSWORD, ...login };
}

test('delivered messages stay delivered, the others are still to be delivered, and the matcher continues at its position', async () => {
  const info = await bus.jsm.consumers.info(streams.deliveries, consumers.deliver);
  expect(info.ack_floor.stream_seq).toBe(1);
  const left = await Array.fromAsync(
    await (await bus.js.consumers.get(streams.deliveries, consumers.deliver)).fetch({ max_messages: 9, expires: 1_000 }),
  );
  expect(left.map(({ seq, subject }) => [seq, subject.split('.').at(-2)])).toEqual([[2, expect.anything()], [3, expect.anything()]]); // prettier-ignore
  const { position } = await kvCheckpoint(await openBucket(bus, buckets.feedLog), 'match').read();
  expect(position).toEqual({ generation, seq: 32 });
});

test('a target with data is refused unless it is replaced, and one that runs is always refused', async () => {
  await expect(clearTarget(deps())).rejects.toThrow(/the target is not empty, it has stream FEED, .*: restore .* add --replace/);
  const leases = await openBucket(bus, buckets.leases);
  const lead = (): Promise<number> => leases.put('refine', JSON.stringify({ id: 'x', process: null }));
  await lead();
  const holder = setInterval(() => void lead(), 300);
  try {
    await expect(clearTarget(deps({ isReplacing: true }))).rejects.toThrow('a process leads refine');
  } finally {
    clearInterval(holder);
  }
});

test('a restore that was stopped half-way does not start as a service until the command has ended', async () => {
  await (await openBucket(bus, buckets.leases)).delete('refine');
  const stopping = new AbortController();
  const half = deps({
    isReplacing: true,
    signal: stopping.signal,
    onProgress: (done, _, what) => what.startsWith('streams') && done > 3 && stopping.abort(),
  });
  await clearTarget(half);
  await expect(putBack(half, folder, manifest)).rejects.toThrow();
  await expect(applyStreams(bus)).rejects.toThrow('npm run restore again');
  await clearTarget(deps());
  await putBack(deps(), folder, manifest);
  await applyStreams(bus);
  expect(await lastSequence(store)).toBe(manifest.log.last_seq);
});
