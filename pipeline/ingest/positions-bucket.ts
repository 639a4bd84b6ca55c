/** Stores how far each source was read, in the KV bucket `positions`. A lost position costs a re-read, never a document. */
import { createHash } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';
import type { Positions } from './stage.ts';

const keyOf = (key: string): string =>
  /^[-_=.a-zA-Z0-9]{1,200}$/.test(key) && !/^\.|\.$|\.\./.test(key) ? key : createHash('sha256').update(key).digest('hex');

/** Returns positions in this bucket; each call is repeated until NATS answers, and rejects once its signal aborts. */
export const createPositions = (bucket: KV, options: RetryOptions): Positions => ({
  get: (key) =>
    retryUntilStopped(
      'read a position',
      async () => {
        const entry = await bucket.get(keyOf(key));
        return entry?.operation === 'PUT' ? entry.json<unknown>() : null;
      },
      options,
    ),
  set: (key, value) => {
    // Serialized now: the caller changes its position while NATS is unreachable.
    const text = JSON.stringify(value);
    return retryUntilStopped('keep a position', async () => void (await bucket.put(keyOf(key), text)), options);
  },
});

/**
 * Returns positions that are read from the bucket once and then answered from memory. Only for keys that nobody else writes while the
 * caller leads: a new leader starts with none.
 */
export function rememberedPositions(positions: Positions): Positions {
  /** JSON, a third of the size of its values. */
  const texts = new Map<string, string>();
  return {
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
