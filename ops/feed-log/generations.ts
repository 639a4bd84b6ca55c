/** The list of the feed log's generations in the KV bucket `feed_log`, beside the log: written by repair, restore and rebuild, read by consumers to resolve positions. */
import type { KV, KvEntry } from '@nats-io/kv';
import { GenerationListJson, type GenerationList } from '#schemas/generation.ts';

export const generationsKey = 'epochs';

const historyOf = (entry: KvEntry | null): GenerationList =>
  entry === null || entry.operation !== 'PUT' ? [] : GenerationListJson.parse(entry.json());

/** `revision` 0: there is no entry yet. Throws where what stands there is no history. */
export async function readGenerations(bucket: KV): Promise<{ readonly history: GenerationList; readonly revision: number }> {
  const entry = await bucket.get(generationsKey);
  return { history: historyOf(entry), revision: entry?.revision ?? 0 };
}

/** Puts `history` in the place of what stood at `revision`, and answers its own revision; throws where another wrote meanwhile. */
export const writeGenerations = (bucket: KV, history: GenerationList, revision: number): Promise<number> =>
  bucket.put(generationsKey, JSON.stringify(history), { previousSeq: revision });
