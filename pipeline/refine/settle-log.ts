/**
 * The beginning of a session of refine's leader: makes sure that the log is as long as its table, and says where it ends.
 *
 * The table is asked only where the log may have been shortened: where its one server was started anew since log and table
 * were last compared, where they never were, or where this process knows more of the log than there is. Otherwise refine
 * works while ClickHouse is away. With three replicas a restart of one server shortens nothing.
 */
import type { StoredMsg } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { readEpochs } from '#ops/runtime/epochs.ts';
import { viewLog } from '#ops/runtime/log-view.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { compareWithLog } from '#clickhouse/agreement.ts';
import { storedEpochs } from '#clickhouse/feed-epochs.ts';
import type { Store } from '#clickhouse/store.ts';
import { epochHeader, epochOfHeader, mergeHistories, type EpochHistory } from '#schemas/epoch.ts';
import { uidHeader } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { beginEpoch, newestId, withoutUnborne } from './begin-epoch.ts';
import { refillLog } from './feed/refill.ts';

/** In bucket feed_log: under which server's life log and table were last compared. */
export const sessionKey = 'refine.session';
const Session = z.object({ server: z.string().nullable() });

export interface SettleDeps {
  readonly bus: Bus;
  readonly store: Store;
  /** Bucket feed_log. */
  readonly feedLog: KV;
  readonly log: Logger;
  readonly inFlightMax: number;
  readonly nowMs: () => number;
  readonly waitsFor: (reason: string) => void;
}

export interface SettledLog {
  readonly lastSeq: number;
  /** Of the last record; absent where the log holds none there. */
  readonly last: { readonly epoch: number; readonly uid: string | null } | undefined;
  /** What is known of the epochs beside KV. */
  readonly epochs: EpochHistory;
  /** The newest epoch in KV: one that is newer later on was begun by another process. */
  readonly newestEpoch: number;
}

/** Log and table hold different records under one sequence: nobody here can say which are right. */
export class LogContradictionError extends Error {}

const replicasSafe = 3;

/** Names the life of the server that holds the log; null: a cluster's other server does, and nobody tells. */
export async function serverLife(bus: Bus): Promise<{ readonly life: string | null; readonly isSafe: boolean }> {
  const { config, cluster } = await bus.jsm.streams.info(streams.feed);
  const { server_id: id, server_name: name } = bus.connection.info ?? {};
  const isHere = cluster?.leader === undefined || cluster.leader === name;
  return { life: isHere ? (id ?? null) : null, isSafe: config.num_replicas >= replicasSafe };
}

async function readSession(feedLog: KV): Promise<z.infer<typeof Session> | null> {
  const entry = await feedLog.get(sessionKey);
  if (entry === null || entry.operation !== 'PUT') return null;
  const parsed = Session.safeParse(entry.json());
  return parsed.success ? parsed.data : null;
}

/** Notes that log and table agree in this life of the server: that in which they were compared, which need not be the one it runs in by now. */
export async function noteSession(feedLog: KV, life: string | null): Promise<void> {
  const noted = await readSession(feedLog);
  if (noted === null || noted.server !== life) await feedLog.put(sessionKey, JSON.stringify({ server: life } satisfies z.infer<typeof Session>));
}

/** `knownSeq`: up to where this process has known the log. */
export async function settleLog(deps: SettleDeps, knownSeq: number, signal: AbortSignal): Promise<SettledLog> {
  for (;;) {
    const settled = await settleInOneLife(deps, knownSeq, signal);
    if (settled !== null) return settled;
    deps.log.warn('log.settled_again');
  }
}

/** Null where the server was started anew meanwhile: the log may have been cut since it was compared. */
async function settleInOneLife(deps: SettleDeps, knownSeq: number, signal: AbortSignal): Promise<SettledLog | null> {
  const { bus, feedLog, waitsFor } = deps;
  waitsFor('NATS to tell of the feed log');
  const { life, isSafe } = await serverLife(bus);
  const session = await readSession(feedLog);
  const { state } = await bus.jsm.streams.info(streams.feed);
  const isSameLife = session !== null && (isSafe || (session.server !== null && session.server === life));
  const isShorter = state.last_seq < knownSeq;
  let epochs: EpochHistory = [];
  if (!isSameLife || isShorter) {
    waitsFor('ClickHouse, to compare the feed log with the tables: its server was started anew, or it is shorter than it was');
    epochs = await compare(deps, signal);
    await noteSession(feedLog, life);
  }
  signal.throwIfAborted();
  // First the epochs, then the end: a writer in between has also begun its epoch in between.
  const { history } = await readEpochs(feedLog);
  const lastSeq = (await bus.jsm.streams.info(streams.feed)).state.last_seq;
  const last = lastSeq === 0 ? null : await bus.jsm.streams.getMessage(streams.feed, { seq: lastSeq });
  if (!isSafe && (await serverLife(bus)).life !== life) return null;
  return {
    lastSeq,
    last: last === null ? undefined : { epoch: epochOfHeader(last.header.get(epochHeader)), uid: uidOf(last) },
    epochs,
    newestEpoch: newestId(history),
  };
}

const uidOf = (message: StoredMsg): string | null => message.header.get(uidHeader) || null;

/** Puts records that only the tables hold back into the log; returns the known epochs. */
async function compare(deps: SettleDeps, signal: AbortSignal): Promise<EpochHistory> {
  const { bus, store, feedLog } = deps;
  const [stored, { history }, view] = await Promise.all([storedEpochs(store), readEpochs(feedLog), viewLog(bus)]);
  const epochs = mergeHistories(stored, await withoutUnborne(bus, history, view.lastSeq));
  const { storedTo, agreesTo } = await compareWithLog(store, view, epochs);
  if (agreesTo < Math.min(storedTo, view.lastSeq))
    throw new LogContradictionError(
      `records ${agreesTo + 1} to ${storedTo} of the tables are of another log than FEED: nothing is written until one of them is put right (npm run rebuild makes the tables anew from the log)`,
    );
  if (agreesTo <= view.lastSeq) return epochs;
  let isFenced = false;
  const fence = async (): Promise<void> => {
    signal.throwIfAborted();
    // From here on another process that believes it leads is refused at its first record.
    if (!isFenced) await beginEpoch(deps, agreesTo, { known: epochs, sinceId: newestId(history) });
    isFenced = true;
    signal.throwIfAborted();
  };
  await refillLog({ ...deps, fence }, agreesTo, stored);
  return epochs;
}
