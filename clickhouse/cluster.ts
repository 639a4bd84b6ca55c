/**
 * Settings that a ClickHouse cluster needs beyond those of a single server. The writer reads its checkpoint back from
 * the newest row, and a page behind a cursor must not lack rows below its last one: so each block must be on a majority
 * of the replicas before the next begins, and a replica that lacks one refuses to answer.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of a request's time, so that the server's own word on what it waited for comes before the client gives up. */
const share = 0.8;

/** For every request. */
export const clusterSettings = (requestTimeoutMs: number): ClickHouseSettings => ({
  select_sequential_consistency: '1',
  // A change of tables is done when every replica has made it.
  alter_sync: '2',
  distributed_ddl_task_timeout: String(Math.ceil((requestTimeoutMs * share) / 1_000)),
});

/** For inserts: select_sequential_consistency holds only over blocks that were written one after the other. */
export const insertQuorum = (requestTimeoutMs: number): ClickHouseSettings => ({
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_quorum_timeout: Math.ceil(requestTimeoutMs * share),
});

/** REPLICA_IS_NOT_IN_QUORUM: this replica lacks the newest block; another one, or itself in a moment, has it. */
const isBehind = (error: unknown): boolean => (error as { readonly code?: unknown } | null)?.code === '289';

const waitsMs = [20, 50, 100];

/** Asks again where a replica was behind: the next request may go to another one. */
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
