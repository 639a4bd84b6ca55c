/**
 * Settings for a ClickHouse cluster. The writer derives its checkpoint from the newest row, and cursors assume that no row appears before
 * the last one served. Therefore each block must be on a majority of the replicas before the next one is written, and a replica that lacks
 * a block refuses queries.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of the client's timeout after which the server stops, so that the server's error arrives before the client's timeout. */
const share = 0.8;

export const clusterSettings = (requestTimeoutMs: number): ClickHouseSettings => ({
  select_sequential_consistency: '1',
  // A command that changes tables waits for every replica.
  alter_sync: '2',
  distributed_ddl_task_timeout: String(Math.ceil((requestTimeoutMs * share) / 1_000)),
});

/** Returns settings for inserts. select_sequential_consistency requires that blocks are written one after the other. */
export const insertQuorum = (requestTimeoutMs: number): ClickHouseSettings => ({
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_quorum_timeout: Math.ceil(requestTimeoutMs * share),
});

/** Returns whether the error is REPLICA_IS_NOT_IN_QUORUM: the replica does not have the newest block yet. */
const isBehind = (error: unknown): boolean => (error as { readonly code?: unknown } | null)?.code === '289';

const waitsMs = [20, 50, 100];

/** Repeats a request if the replica was behind. The next request may reach another replica. */
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
