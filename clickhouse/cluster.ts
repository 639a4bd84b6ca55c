/**
 * Settings that a ClickHouse cluster needs beyond those of a single server. The writer reads its checkpoint back from the newest row, and
 * the page after a cursor must not lack rows before its last one. So each block must be on a majority of the replicas before the next
 * begins, and a replica that lacks a block refuses to answer.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of a request's time that the server may use, so that its own error arrives before the client times out. */
const share = 0.8;

/** Returns settings for every request. */
export const clusterSettings = (requestTimeoutMs: number): ClickHouseSettings => ({
  select_sequential_consistency: '1',
  // A change of tables is complete only when every replica has made it.
  alter_sync: '2',
  distributed_ddl_task_timeout: String(Math.ceil((requestTimeoutMs * share) / 1_000)),
});

/** Returns settings for inserts: select_sequential_consistency works only for blocks that were written one after the other. */
export const insertQuorum = (requestTimeoutMs: number): ClickHouseSettings => ({
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_quorum_timeout: Math.ceil(requestTimeoutMs * share),
});

/** REPLICA_IS_NOT_IN_QUORUM: this replica lacks the newest block; another replica has it, or this one will in a moment. */
const isBehind = (error: unknown): boolean => (error as { readonly code?: unknown } | null)?.code === '289';

const waitsMs = [20, 50, 100];

/** Repeats a request where a replica was behind, because the next request may reach another one. */
export async function retriedWhileBehind<T>(ask: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await ask();
    } catch (error) {
      if (!isBehind(error)) throw error;
      await sleep(waitMs * (0.75 + Math.random() / 2));
    }
  }
  return ask();
}
