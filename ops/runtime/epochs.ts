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

const comparedEveryMs = 2_000;

const textOf = (entry: KvEntry | null): string | null => (entry === null || entry.operation !== 'PUT' ? null : entry.string());

/** Calls `onHistory` with the history as it stands and at each change, for as long as it is not stopped. A watch that ends, or misses a change, is begun again. */
export function watchEpochs(bucket: KV, onHistory: (history: EpochHistory) => void, log: Logger): { readonly stop: () => void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = async (): Promise<void> => {
    const watch = await bucket.watch({ key: epochsKey });
    const ended = new AbortController();
    const isOver = AbortSignal.any([signal, ended.signal]);
    const stop = (): void => watch.stop();
    isOver.addEventListener('abort', stop, { once: true });
    if (isOver.aborted) stop();
    let told: string | null = null;
    /** A server that lost the bucket's end gives revisions again that the watch has come past, which it would not tell. */
    const compare = async (): Promise<void> => {
      for (;;) {
        await pause(comparedEveryMs, isOver);
        if (isOver.aborted) return;
        const before = told;
        const entry = await bucket.get(epochsKey).catch(() => undefined);
        if (entry !== undefined && told === before && textOf(entry) !== told) return stop();
      }
    };
    void compare();
    try {
      for await (const entry of watch) {
        told = textOf(entry);
        onHistory(historyOf(entry));
      }
    } finally {
      ended.abort();
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
