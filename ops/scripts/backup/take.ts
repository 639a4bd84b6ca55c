/**
 * Takes a backup of a running service: the streams one after another (contents.ts explains the order), the log's records in the tables up to
 * the last sequence of the saved log, and the tables that cannot be rebuilt from the log. The manifest comes last.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedGenerations } from '#clickhouse/generations.ts';
import { lastSequence, recordsBetween, type NumberedRecord } from '#clickhouse/feed-records.ts';
import { visibleSinceBetween } from '#clickhouse/insert-records.ts';
import { keptRows, keptTables, type KeptTable } from '#clickhouse/kept-rows.ts';
import { readMigrations } from '#clickhouse/schema/migrations.ts';
import type { Store } from '#clickhouse/store.ts';
import { mergeLists } from '#schemas/generation.ts';
import { buckets, bucketStream, streams } from '#schemas/subjects.ts';
import { readGenerations } from '../../feed-log/generations.ts';
import { recordBackup } from '../../feed-log/last-backup.ts';
import { isLeaseHeld } from '../../process/lease.ts';
import type { Bus } from '../../nats/nats.ts';
import { openBucket } from '../../nats/streams.ts';
import { CommandError } from '../service-config.ts';
import { bucketDecisions, streamDecisions, streamOrder } from './contents.ts';
import { writeBytes, writeLines, type FileFacts } from './files.ts';
import { writeManifest, type Manifest, type StreamFacts } from './manifest.ts';
import { openSnapshot } from './stream-snapshot.ts';

export interface BackupDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly inboxPrefix: string;
  readonly now: () => Date;
  readonly onProgress: (done: number, total: number, what: string) => void;
  readonly signal: AbortSignal;
}

const recordsAtOnce = 2_000;
/** Longest wait for the writer. While it runs, it is less than a second behind the log. */
const storedWithinMs = 30_000;
const queryEveryMs = 200;

export function takenStreams(): { readonly stream: string; readonly withConsumers: boolean }[] {
  const all = [
    ...Object.entries(bucketDecisions).map(([name, decision]) => ({ name, stream: bucketStream(name), decision })),
    ...Object.entries(streamDecisions).map(([name, decision]) => ({ name, stream: name, decision })),
  ];
  const placeOf = (name: string): number => {
    const place = streamOrder.findIndex((one) => one === name);
    return place === -1 ? streamOrder.length : place;
  };
  return all
    .filter(({ decision }) => decision.isKept)
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name))
    .map(({ stream, decision }) => ({ stream, withConsumers: 'withConsumers' in decision }));
}

/** Takes the backup. `folder` must be missing or empty. When the backup is stopped or fails, its files are removed. */
export async function takeBackup(deps: BackupDeps, folder: string): Promise<Manifest> {
  const { bus, store, now, signal } = deps;
  const [leases, feedLog] = [await openBucket(bus, buckets.leases), await openBucket(bus, buckets.feedLog)];
  const refuseRebuild = async (): Promise<void> => {
    if (await isLeaseHeld(leases, 'rebuild')) throw new CommandError('npm run rebuild is still running: take the backup after its end');
  };
  await refuseRebuild();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty: a backup needs an empty folder`);
  const made: string[] = [];
  const name = (file: string): string => {
    made.push(file);
    return file;
  };
  let manifest: Manifest;
  try {
    const begunAt = now();
    const taken = await takeStreams(deps, folder, name);
    const log = taken.find((one) => one.name === streams.feed)!.state;
    const records = await takeRecords(deps, folder, name('records.jsonl.zst'), log.last_seq);
    const tables: Manifest['tables'] = [];
    for (const table of keptTables) tables.push(await takeTable(deps, folder, name(`${table}.jsonl.zst`), table));
    const { generations } = await readGenerations(feedLog);
    manifest = {
      format: 1,
      release: releaseOf(),
      began_at: begunAt.toISOString(),
      ended_at: now().toISOString(),
      nats_version: bus.connection.info?.version ?? '',
      migration: readMigrations().at(-1)!.number,
      log: { first_seq: log.first_seq, last_seq: log.last_seq },
      epochs: [...mergeLists(generations, await storedGenerations(store))],
      streams: taken,
      records,
      tables,
    };
    // A rebuild that began in the meantime has replaced the tables while they were read.
    await refuseRebuild();
    signal.throwIfAborted();
    await writeManifest(folder, manifest);
  } catch (error) {
    for (const file of [...made, 'manifest.json.new', 'manifest.json']) await rm(join(folder, file), { force: true });
    throw error;
  }
  // The backup is complete, so it is kept even when recording its time fails.
  await recordBackup(feedLog, { ended_at: manifest.ended_at, last_seq: manifest.log.last_seq }).catch((error: unknown) => {
    throw new CommandError(
      `the backup in ${folder} is complete, but NATS did not record when it was taken: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  return manifest;
}

async function takeStreams(
  { bus, inboxPrefix, onProgress, signal }: BackupDeps,
  folder: string,
  name: (file: string) => string,
): Promise<StreamFacts[]> {
  const wanted = takenStreams();
  const taken: StreamFacts[] = [];
  for (const { stream, withConsumers } of wanted) {
    onProgress(taken.length, wanted.length, `streams (${stream})`);
    const { config, state, chunks } = await openSnapshot(bus, stream, { withConsumers, inboxPrefix });
    taken.push({ ...(await writeBytes(folder, name(`${stream}.snapshot`), chunks, signal)), name: stream, config, state });
  }
  onProgress(taken.length, wanted.length, 'streams');
  return taken;
}

interface RecordLine extends NumberedRecord {
  /** Time at which the record's row became visible; absent when unknown. */
  readonly visible_at?: string;
}

async function takeRecords({ store, onProgress, signal }: BackupDeps, folder: string, file: string, lastSeq: number): Promise<Manifest['records']> {
  await storedUpTo(store, lastSeq, signal);
  let [count, last] = [0, 0];
  async function* lines(): AsyncGenerator<RecordLine> {
    let batch: NumberedRecord[] = [];
    const withVisibleTime = async (): Promise<RecordLine[]> => {
      const some = batch;
      batch = [];
      if (some.length === 0) return [];
      const visible = await visibleSinceBetween(store, some[0]!.seq, some.at(-1)!.seq);
      count += some.length;
      last = some.at(-1)!.seq;
      onProgress(last, lastSeq, 'records');
      return some.map(({ seq, record }) => ({ seq, ...(visible.has(seq) && { visible_at: visible.get(seq)! }), record }));
    };
    for await (const numbered of recordsBetween(store, 1, lastSeq)) {
      signal.throwIfAborted();
      batch.push(numbered);
      if (batch.length === recordsAtOnce) yield* await withVisibleTime();
    }
    yield* await withVisibleTime();
  }
  const facts: FileFacts = await writeLines(folder, file, lines(), signal);
  return { ...facts, count, last_seq: last };
}

/** Waits until the tables have every record up to `lastSeq`. The writer stores records that miss the deadline after a restore. */
async function storedUpTo(store: Store, lastSeq: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + storedWithinMs;
  while (performance.now() < deadline && (await lastSequence(store)) < lastSeq) await sleep(queryEveryMs, undefined, { signal });
}

async function takeTable({ store, signal }: BackupDeps, folder: string, file: string, table: KeptTable): Promise<Manifest['tables'][number]> {
  let rows = 0;
  async function* lines(): AsyncGenerator<object> {
    for await (const some of keptRows(store, table)) {
      rows += some.length;
      yield* some;
    }
  }
  const facts = await writeLines(folder, file, lines(), signal);
  return { ...facts, name: table, rows };
}

const releaseOf = (): string =>
  (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { readonly version: string }).version;
