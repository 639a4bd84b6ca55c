/** Begins a generation of the feed log; only repair, restore and rebuild do this. */
import type { KV } from '@nats-io/kv';
import { storedGenerations, storeGenerations } from '#clickhouse/generations.ts';
import type { Store } from '#clickhouse/store.ts';
import { mergeLists, withNewGeneration, type Generation, type GenerationList } from '#schemas/generation.ts';
import { readGenerations, writeGenerations } from '#ops/feed-log/generations.ts';

interface GenerationStores {
  readonly store: Store;
  readonly feedLog: KV;
}

/**
 * Begins a generation after the sequence `afterSeq`, with a higher id than any that the tables, the bucket or `others` have. The tables are
 * written first, because no loss of NATS affects them. Throws when another process has changed the bucket meanwhile.
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
