/**
 * Repairs the feed log before refine writes to it. A log that ends before the tables, or before what this process knows of it, has lost
 * acknowledged records. They are restored from the tables at the same sequences, and a new generation begins after them. Consumers that applied
 * records which log and tables lack return to its beginning (schemas/generation.ts). No other process writes meanwhile: the caller holds the
 * lease `refine`, and the lease of the writer is taken over.
 */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { readGenerations, writeGenerations } from '#ops/feed-log/generations.ts';
import { withLease } from '#ops/process/lease.ts';
import { viewLog } from '#ops/feed-log/log-view.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { compareWithLog } from '#clickhouse/compare-with-log.ts';
import { storedGenerations, storeGenerations } from '#clickhouse/generations.ts';
import { insertsEnded } from '#clickhouse/swap.ts';
import type { Store } from '#clickhouse/store.ts';
import { unnamedGeneration, mergeLists } from '#schemas/generation.ts';
import { beginGeneration } from '../begin-generation.ts';
import { refillLog } from './feed/refill.ts';

interface RepairDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly feedLog: KV;
  readonly leases: KV;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly waitsFor: (reason: string) => void;
}

interface RepairedLog {
  readonly lastSeq: number;
  /** Generation of records that are appended next. */
  readonly generation: number;
  /** First sequence that the log had lost; null when none was lost. */
  readonly lostFrom: number | null;
}

/** Reports that log and tables have different records under one sequence. An operator must decide which are right. */
export class LogContradictionError extends Error {}

/** Longest time that an insert of a stopped writer may take. */
const insertsEndedMs = 60_000;

/** Restores records that only the tables have, and returns the end of the log. `knownSeq` is the last sequence that this process knows. */
export async function repairLog(deps: RepairDeps, knownSeq: number, signal: AbortSignal): Promise<RepairedLog> {
  const { bus, leases, log, waitsFor } = deps;
  waitsFor('waiting for NATS and ClickHouse to compare the feed log with the tables');
  const found = await compare(deps);
  if (found.lastSeq >= Math.max(found.storedTo, knownSeq)) return completeGenerations(deps, found);
  log.error({ lastSeq: found.lastSeq, storedTo: found.storedTo, knownSeq }, 'log.lost');
  waitsFor('waiting for the lease of the writer to restore lost records of the feed log');
  return withLease(leases, 'write', { log, takeOver: true, stopping: signal }, async (leading) => {
    await insertsEnded(deps.store, insertsEndedMs);
    // The writer may have stored more before its lease was taken over.
    const { storedTo, lastSeq, generations } = await compare(deps);
    leading.throwIfAborted();
    // The log is refilled last, so that a killed repair finds the log too short again.
    const generation = await beginGeneration(deps, Math.max(storedTo, lastSeq), deps.nowMs());
    leading.throwIfAborted();
    await refillLog(deps, storedTo, generations);
    const { lastSeq: end } = await viewLog(bus);
    log.warn({ ...generation, lastSeq: end }, 'generation.begun');
    return { lastSeq: end, generation: generation.id, lostFrom: lastSeq + 1 };
  });
}

async function compare({ bus, store, feedLog }: RepairDeps) {
  const [stored, { generations: listed, revision }, view] = await Promise.all([storedGenerations(store), readGenerations(feedLog), viewLog(bus)]);
  const generations = mergeLists(stored, listed);
  const { storedTo, comparedAt, isSame } = await compareWithLog(store, view);
  if (!isSame)
    throw new LogContradictionError(
      `record ${comparedAt} differs between the tables and FEED, so nothing is written; run npm run rebuild to recreate the tables from the feed log, or npm run restore to restore a backup`,
    );
  const unstored = generations.filter(({ id }) => !stored.some((generation) => generation.id === id));
  return { lastSeq: view.lastSeq, storedTo, generations, unstored, isListWhole: generations.length === listed.length, revision };
}

/** Completes the list of generations: the bucket may have lost the newest generation, which the tables have. */
async function completeGenerations(
  { feedLog, store }: RepairDeps,
  { lastSeq, generations, unstored, isListWhole, revision }: Awaited<ReturnType<typeof compare>>,
): Promise<RepairedLog> {
  if (unstored.length > 0) await storeGenerations(store, unstored);
  if (!isListWhole) await writeGenerations(feedLog, generations, revision);
  return { lastSeq, generation: generations.at(-1)?.id ?? unnamedGeneration, lostFrom: null };
}
