/** Stores the watermark of each source in the KV bucket `positions`. When one is lost, its source is read again and no document is lost. */
import type { KV } from '@nats-io/kv';
import { retryRaces } from '#ops/nats/bucket-entry.ts';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';
import type { Positions } from './stage.ts';

/** Returns the positions in a bucket. Each call is retried until NATS answers, and rejects once the signal aborts. */
export const createPositions = (bucket: KV, options: RetryOptions): Positions => ({
  get: (key) =>
    retryUntilStopped(
      'read a position',
      async () => {
        const entry = await bucket.get(key);
        return entry?.operation === 'PUT' ? entry.json<unknown>() : null;
      },
      options,
    ),
  set: (key, value) => {
    // Serialized before the wait for NATS, because the caller may change the value meanwhile.
    const text = JSON.stringify(value);
    return retryUntilStopped('keep a position', async () => void (await bucket.put(key, text)), options);
  },
  change: (key, make) =>
    retryUntilStopped(
      'change a position',
      () =>
        retryRaces(async () => {
          const entry = await bucket.get(key);
          const value = make(entry?.operation === 'PUT' ? entry.json<unknown>() : null);
          await bucket.put(key, JSON.stringify(value), { previousSeq: entry?.revision ?? 0 });
        }),
      options,
    ),
});

/** Returns positions that are read once and then kept in memory, for one term of a leader: no other process may write them. */
export function rememberedPositions(positions: Positions): Positions {
  /** Values as JSON, which takes a third of the memory. */
  const texts = new Map<string, string>();
  return {
    ...positions,
    get: async (key) => {
      const text = texts.get(key) ?? JSON.stringify(await positions.get(key));
      texts.set(key, text);
      return JSON.parse(text);
    },
    set: async (key, value) => {
      const text = JSON.stringify(value);
      await positions.set(key, value);
      texts.set(key, text);
    },
  };
}
