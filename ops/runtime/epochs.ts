/** The history of the feed log's epochs in the KV bucket `feed_log`, beside the log: written by refine's leader, read by whoever resolves positions. */
import type { KV, KvEntry } from '@nats-io/kv';
import { EpochHistoryJson, type EpochHistory } from '#schemas/epoch.ts';
import type { Logger } from './log.ts';
import { backoff, pause } from './pause.ts';

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

/** Calls `onHistory` with the history as it stands and at each change, for as long as it is not stopped. A watch that ends is begun again. */
export function watchEpochs(bucket: KV, onHistory: (history: EpochHistory) => void, log: Logger): { readonly stop: () => void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = async (): Promise<void> => {
    const watch = await bucket.watch({ key: epochsKey });
    const stop = (): void => watch.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      for await (const entry of watch) onHistory(historyOf(entry));
    } finally {
      signal.removeEventListener('abort', stop);
      watch.stop();
    }
  };
  void (async () => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAtMs = performance.now();
      await follow().catch((error: unknown) => log.warn({ err: error, failures }, 'epochs.watch_failed'));
      if (performance.now() - startedAtMs > 60_000) failures = 0;
      await pause(backoff(failures, 250, 10_000), signal);
    }
  })();
  return { stop: () => stopping.abort() };
}
