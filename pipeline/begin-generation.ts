/** Begins a generation of the feed log; only repair, restore and rebuild do this. */
import type { KV } from '@nats-io/kv';
import { storedGenerations, storeGenerations } from '#clickhouse/generations.ts';
import type { Store } from '#clickhouse/store.ts';
import { mergeLists, withNewGeneration, type Generation, type GenerationList } from '#schemas/generation.ts';
import { readGenerations, writeGenerations } from '#ops/feed-log/generations.ts';

interface GenerationStores {
  /** The tables that store the list of generations. */
  readonly store: Store;
  /** The KV bucket `feed_log`. */
  readonly feedLog: KV;
}

/**
 * Begins a generation after the sequence `afterSeq`. Its id is higher than all ids in the tables, in the bucket and in `others`. It is
 * written first to the tables, which no loss of NATS affects, then to the bucket, which readers follow. Throws when another process has
 * changed the bucket meanwhile.
 */
export async function beginGeneration(
  { store, feedLog }: GenerationStores,
  afterSeq: number,
  nowMs: number,
  others: GenerationList = [],
): Promise<Generation> {
  const [stored, { generations: listed, revision }] = await Promise.all([storedGenerations(store), readGenerations(feedLog)]);
  const begun = withNewGeneration(mergeLists(stored, listed, others), afterSeq, { nowMs, nonce: Math.floor(Math.random() * 1_000) });
  await storeGenerations(store, begun.generations.filter(({ id }) => !stored.some((generation) => generation.id === id))); // prettier-ignore
  await writeGenerations(feedLog, begun.generations, revision);
  return begun.generation;
}
