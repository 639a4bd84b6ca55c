/**
 * Repairs the feed log before refine writes to it. A log that ends before its tables, or before what this process knows of it, has lost
 * records that it had acknowledged. They are restored from the tables as the same records at the same sequences. A new generation begins
 * after them, and readers of records that log and tables lack go back to its beginning (schemas/generation.ts).
 *
 * No other process writes log or tables meanwhile: the caller holds the lease `refine`, and the writer's is taken over.
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
import { unnamedGeneration, mergeLists, type Generation, type GenerationList } from '#schemas/generation.ts';
import { beginGeneration } from '../begin-generation.ts';
import { refillLog } from './feed/refill.ts';

export interface RepairDeps {
  readonly bus: Bus;
  readonly store: Store;
  /** KV bucket feed_log with the list of generations. */
  readonly feedLog: KV;
  readonly leases: KV;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly waitsFor: (reason: string) => void;
}

export interface RepairedLog {
  readonly lastSeq: number;
  /** Generation of the records to come. */
  readonly generation: number;
  /** First sequence that the log had lost; null when it had lost none. */
  readonly lostFrom: number | null;
}

/** Thrown when log and tables have different records under one sequence: an operator decides which are right. */
export class LogContradictionError extends Error {}

/** Longest that an insert of a writer which was just stopped may take. */
const insertsEndedMs = 60_000;

/** Gives the log every record that the tables have, and returns its end. `knownSeq`: last sequence that this process knows of the log. */
export async function repairLog(deps: RepairDeps, knownSeq: number, signal: AbortSignal): Promise<RepairedLog> {
  const { bus, leases, log, waitsFor } = deps;
  waitsFor('waiting for NATS and ClickHouse to compare the feed log with the tables');
  const found = await compare(deps);
  if (found.lastSeq >= Math.max(found.storedTo, knownSeq)) return keepList(deps, found);
  log.error({ lastSeq: found.lastSeq, storedTo: found.storedTo, knownSeq }, 'log.lost');
  waitsFor('waiting for the lease of the writer to restore lost records of the feed log');
  return withLease(leases, 'write', { log, takeOver: true, stopping: signal }, async (leading) => {
    await insertsEnded(deps.store, insertsEndedMs);
    // The writer may have stored more while its lease was taken over.
    const { storedTo, lastSeq, generations } = await compare(deps);
    leading.throwIfAborted();
    // The log last: a repair that is killed before its end finds the log too short again.
    const generation = await beginGeneration(deps, Math.max(storedTo, lastSeq), deps.nowMs());
    leading.throwIfAborted();
    await refillLog(deps, storedTo, generations);
    const { lastSeq: end } = await viewLog(bus);
    log.warn({ ...generation, lastSeq: end }, 'generation.begun');
    return { lastSeq: end, generation: generation.id, lostFrom: lastSeq + 1 };
  });
}

interface LogComparison {
  /** Last sequence of the log, and of the tables. */
  readonly lastSeq: number;
  readonly storedTo: number;
  readonly generations: GenerationList;
  /** Generations that the tables lack. */
  readonly unstored: readonly Generation[];
  /** Whether the bucket has all generations, and its revision. */
  readonly isListWhole: boolean;
  readonly revision: number;
}

async function compare({ bus, store, feedLog }: RepairDeps): Promise<LogComparison> {
  const [stored, { generations: kept, revision }, view] = await Promise.all([storedGenerations(store), readGenerations(feedLog), viewLog(bus)]);
  const generations = mergeLists(stored, kept);
  const { storedTo, comparedAt, isSame } = await compareWithLog(store, view);
  if (!isSame)
    throw new LogContradictionError(
      `record ${comparedAt} differs between the tables and FEED, so nothing is written; run npm run rebuild to recreate the tables from the feed log, or npm run restore to restore a backup`,
    );
  const unstored = generations.filter(({ id }) => !stored.some((generation) => generation.id === id));
  return { lastSeq: view.lastSeq, storedTo, generations, unstored, isListWhole: generations.length === kept.length, revision };
}

/** Completes the list of generations: the bucket may have lost the newest one, which the tables have, with the log. */
async function keepList(
  { feedLog, store }: RepairDeps,
  { lastSeq, generations, unstored, isListWhole, revision }: LogComparison,
): Promise<RepairedLog> {
  if (unstored.length > 0) await storeGenerations(store, unstored);
  if (!isListWhole) await writeGenerations(feedLog, generations, revision);
  return { lastSeq, generation: generations.at(-1)?.id ?? unnamedGeneration, lostFrom: null };
}
