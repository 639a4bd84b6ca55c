/** The feed log's list of generations, in the KV bucket `feed_log`. Repair, restore and rebuild write it; consumers resolve positions with it. */
import type { KV } from '@nats-io/kv';
import { GenerationListJson, type GenerationList } from '#schemas/generation.ts';

export const generationsKey = 'epochs';

/** Returns the list and its revision; the revision is 0 when no list is stored. Throws when the entry is not a list of generations. */
export async function readGenerations(bucket: KV): Promise<{ readonly generations: GenerationList; readonly revision: number }> {
  const entry = await bucket.get(generationsKey);
  return { generations: entry?.operation === 'PUT' ? GenerationListJson.parse(entry.json()) : [], revision: entry?.revision ?? 0 };
}

/** Replaces the list with this revision and returns the new revision. Throws when another process has changed the list. */
export const writeGenerations = (bucket: KV, generations: GenerationList, revision: number): Promise<number> =>
  bucket.put(generationsKey, JSON.stringify(generations), { previousSeq: revision });
