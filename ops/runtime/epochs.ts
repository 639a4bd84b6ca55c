/** The list of the feed log's generations in the KV bucket `feed_log`, beside the log: written by repair, restore and rebuild, read by consumers to resolve positions. */
import type { KV, KvEntry } from '@nats-io/kv';
import { EpochHistoryJson, type EpochHistory } from '#schemas/epoch.ts';

export const epochsKey = 'epochs';

const historyOf = (entry: KvEntry | null): EpochHistory => (entry === null || entry.operation !== 'PUT' ? [] : EpochHistoryJson.parse(entry.json()));

/** `revision` 0: there is no entry yet. Throws where what stands there is no history. */
export async function readEpochs(bucket: KV): Promise<{ readonly history: EpochHistory; readonly revision: number }> {
  const entry = await bucket.get(epochsKey);
  return { history: historyOf(entry), revision: entry?.revision ?? 0 };
}

/** Puts `history` in the place of what stood at `revision`, and answers its own revision; throws where another wrote meanwhile. */
export const writeEpochs = (bucket: KV, history: EpochHistory, revision: number): Promise<number> =>
  bucket.put(epochsKey, JSON.stringify(history), { previousSeq: revision });
