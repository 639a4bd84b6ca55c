/**
 * Restores a backup into empty servers: streams with their sequences and revisions, tables rebuilt from the log's records, and a new
 * generation after the log's end, so that consumers that had read further in the lost log go back to the last common record.
 *
 * Until the restore succeeds, a stream marks the target as unfinished, and `apply` refuses it. Buckets that a backup leaves out are created
 * last; no process of the service starts without them.
 */
import type { StreamInfo } from '@nats-io/jetstream';
import { z } from 'zod';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { insertKeptRows, keptTables } from '#clickhouse/kept-rows.ts';
import { readMigrations } from '#clickhouse/schema/migrations.ts';
import type { Store } from '#clickhouse/store.ts';
import { dropDatabase, dropRebuilt } from '#clickhouse/swap.ts';
import { beginGeneration } from '#pipeline/begin-generation.ts';
import type { Config } from '#schemas/config.ts';
import { recordOf } from '#schemas/feed-log.ts';
import { buckets, bucketStream, streams, unfinishedRestore } from '#schemas/subjects.ts';
import { compareState } from '../../nats/control-plane/compare.ts';
import { replicasCaughtUp } from '../../nats/control-plane/change-streams.ts';
import { infoOrNull } from '../../nats/control-plane/present.ts';
import { wantedState } from '../../nats/control-plane/wanted.ts';
import { recordBackup } from '../../feed-log/last-backup.ts';
import { isLeaseHeld } from '../../process/lease.ts';
import type { Bus } from '../../nats/nats.ts';
import { openBucket } from '../../nats/streams.ts';
import { applySides, streamSide, tableSide } from '../apply/apply-control-plane.ts';
import { CommandError } from '../service-config.ts';
import { DamagedBackupError, readChunks, readLines, verifyFile } from './files.ts';
import type { Manifest } from './manifest.ts';
import { restoreStream } from './stream-snapshot.ts';

export interface RestoreDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly config: Config;
  readonly isReplacing: boolean;
  readonly now: () => Date;
  readonly onProgress: (done: number, total: number, what: string) => void;
  readonly signal: AbortSignal;
}

/** Verifies every file. Throws a DamagedBackupError, or a CommandError when this release or server cannot read the backup. */
export async function verifyBackup(
  folder: string,
  manifest: Manifest,
  { bus, config, onProgress, signal }: Pick<RestoreDeps, 'bus' | 'config' | 'onProgress' | 'signal'>,
): Promise<void> {
  const newest = readMigrations().at(-1)!.number;
  if (manifest.migration > newest)
    throw new CommandError(`the backup was taken by release ${manifest.release}, whose tables this one does not know: restore it with that release`);
  const version = bus.connection.info?.version ?? '';
  if (isOlder(version, manifest.nats_version))
    throw new CommandError(
      `the backup was taken from nats-server ${manifest.nats_version}, and this server is ${version}: restore into ${manifest.nats_version} or later`,
    );
  refuseLoss(manifest, config);
  const files = [...manifest.streams, manifest.records, ...manifest.tables];
  for (const [at, file] of files.entries()) {
    onProgress(at, files.length, `files verified (${file.file})`);
    await verifyFile(folder, file, signal);
  }
  onProgress(files.length, files.length, 'files verified');
}

/** Throws a CommandError when the settings would delete data of a stream, because `apply` would refuse that after the restore. */
function refuseLoss(manifest: Manifest, config: Config): void {
  const present = new Map(manifest.streams.map((stream) => [stream.name, stream as unknown as StreamInfo]));
  const found = compareState({ ...wantedState(config), consumers: [] }, { streams: present, consumers: new Map() });
  for (const difference of found.flatMap(({ differences }) => differences)) {
    if (difference.kind === 'missing' || difference.loss === null || difference.setting === null) continue;
    const { title, field, setting, present: was, wanted: now, loss } = difference;
    throw new CommandError(
      `${title}: the service had ${field} ${was}, and ${setting} is ${now} here, which ${loss}: set ${setting} as it was, then run this command again`,
    );
  }
}

/** Returns whether the major or minor version is lower. The format of snapshots changes only with these. */
export function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = than.split('.').map(Number);
  return major !== otherMajor ? major < otherMajor : minor < otherMinor;
}

/** The leases of the parts that write. API processes have none. */
const leaseNames = ['refine', 'write', 'match', 'rebuild'] as const;

/** Throws a CommandError when the target has data, unless it is to be replaced or an earlier restore was stopped. */
export async function checkTarget({ bus, store, config, isReplacing }: Omit<RestoreDeps, 'onProgress'>): Promise<void> {
  const found = await presentStreams(bus, config);
  if (isReplacing || found.some(({ config: { name } }) => name === unfinishedRestore)) return;
  const streamsWithData = found.filter(holdsSomething).map(({ config: { name } }) => `stream ${name}`);
  const hasRows = (await lastSequence(store).catch(() => 0)) > 0;
  const what = hasRows ? [...streamsWithData, `the tables of database ${store.database}`] : streamsWithData;
  if (what.length === 0) return;
  throw new CommandError(
    `the target is not empty, it has ${listed(what)}: restore into an empty folder (--data-dir) or empty servers; or stop the service and add --replace, which deletes its contents`,
  );
}

/** Checks the target, verifies that no service runs on it, and empties it. */
export async function clearTarget(deps: RestoreDeps): Promise<void> {
  const { bus, store, config } = deps;
  await checkTarget(deps);
  const found = (await presentStreams(bus, config)).map(({ config: { name } }) => name);
  if (found.includes(bucketStream(buckets.leases))) {
    const leases = await openBucket(bus, buckets.leases);
    const isTaken = await Promise.all(leaseNames.map((name) => isLeaseHeld(leases, name)));
    const holder = leaseNames.find((_, at) => isTaken[at]);
    if (holder !== undefined)
      throw new CommandError(`the service is running (a process leads ${holder}): stop all of its processes, then run this command again`);
  }
  if (!found.includes(unfinishedRestore)) await bus.jsm.streams.add({ name: unfinishedRestore, subjects: ['restore.unfinished'] });
  for (const name of found) if (name !== unfinishedRestore) await bus.jsm.streams.delete(name);
  await dropRebuilt(store);
  await dropDatabase(store);
}

const listed = (things: readonly string[]): string =>
  things.length <= 3 ? things.join(', ') : `${things.slice(0, 3).join(', ')} and ${things.length - 3} more`;

/** Returns whether a stream has more than `apply` creates: one entry, the cursor secret, in accounts. Leases do not count. */
function holdsSomething({ config: { name }, state: { messages } }: StreamInfo): boolean {
  if (name === bucketStream(buckets.leases)) return false;
  return messages > (name === bucketStream(buckets.accounts) ? 1 : 0);
}

async function presentStreams(bus: Bus, config: Config): Promise<StreamInfo[]> {
  const names = [...wantedState(config).streams.map(({ config: { name } }) => name), unfinishedRestore];
  const found = await Promise.all(names.map((name) => infoOrNull(bus.jsm.streams.info(name))));
  return found.flatMap((info) => info ?? []);
}

const replicatedWithinMs = 60_000;

/** Restores a verified backup into the cleared target, which stays marked until that succeeds. `isReplicated`: every replica has it. */
export async function putBack(deps: RestoreDeps, folder: string, manifest: Manifest) {
  const { bus, store, config, onProgress, signal } = deps;
  for (const [at, stream] of manifest.streams.entries()) {
    onProgress(at, manifest.streams.length, `streams (${stream.name})`);
    // A single server keeps one replica of each stream.
    const replicas = bus.connection.info?.cluster === undefined ? 1 : config.NATS_REPLICAS;
    await restoreStream(bus, { ...stream, config: { ...stream.config, num_replicas: replicas } }, readChunks(folder, stream), signal);
  }
  onProgress(manifest.streams.length, manifest.streams.length, 'streams');
  const lastSeq = await checkLog(bus, manifest);
  await applySides([await tableSide(store, config)], { isForced: false });
  const feedLog = await openBucket(bus, buckets.feedLog);
  await beginGeneration({ store, feedLog }, lastSeq, deps.now().getTime(), manifest.epochs);
  await recordBackup(feedLog, { ended_at: manifest.ended_at, last_seq: lastSeq });
  await fillTables(deps, folder, manifest);
  await bus.jsm.streams.delete(unfinishedRestore);
  await applySides([await streamSide(bus, config)], { isForced: false });
  return { lastSeq, isReplicated: await replicasCaughtUp(bus, config, replicatedWithinMs) };
}

async function checkLog(bus: Bus, { log }: Manifest): Promise<number> {
  const { state } = await bus.jsm.streams.info(streams.feed);
  if (state.last_seq < log.last_seq)
    throw new DamagedBackupError(`the feed log of this backup ends with record ${state.last_seq}, not ${log.last_seq}: take another backup`);
  return state.last_seq;
}

const Line = z.object({ seq: z.int().positive(), visible_at: z.string().optional(), record: z.unknown() });

async function fillTables({ store, config, onProgress, signal }: RestoreDeps, folder: string, { records, tables }: Manifest): Promise<void> {
  let done = 0;
  onProgress(done, records.count, 'records');
  const take = async (values: unknown[]): Promise<void> => {
    signal.throwIfAborted();
    const lines = values.map((value) => Line.parse(value));
    const batch = lines.map(({ seq, record }) => ({ seq, record: recordOf({ seq, data: Buffer.from(JSON.stringify(record)) }) }));
    const visible = new Map(lines.flatMap(({ seq, visible_at: at }) => (at === undefined ? [] : [[seq, at] as const])));
    await insertRecords(store, batch, visible);
    done += batch.length;
    onProgress(done, records.count, 'records');
  };
  await readLines(folder, records, { linesMax: config.WRITE_BATCH_ROWS, take, signal });
  for (const table of tables) {
    const known = keptTables.find((name) => name === table.name);
    // An earlier release's table that this release no longer has is skipped.
    if (known === undefined) continue;
    await readLines(folder, table, { linesMax: 2_000, take: (rows) => insertKeptRows(store, known, rows), signal });
  }
}
