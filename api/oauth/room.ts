/**
 * Refuses to store more for strangers while a bucket is nearly full, so that the end of a connection can always be written. The fill level
 * is queried now and then, not for every entry.
 */
import type { KV } from '@nats-io/kv';
import { errors } from './library.ts';

export interface Room {
  /** Throws `temporarily_unavailable` where there is no room. */
  readonly check: (bucket: KV) => Promise<void>;
}

const askedEveryMs = 5_000;
const fullAt = 0.9;

class NoRoom extends errors.OIDCProviderError {
  constructor() {
    super(503, 'temporarily_unavailable');
    this.error_description = 'the server cannot store more right now; try again later';
  }
}

export function createRoom(steadyMs: () => number): Room {
  const known = new WeakMap<KV, { readonly isFull: Promise<boolean>; readonly askedAtMs: number }>();
  const ask = async (bucket: KV): Promise<boolean> => {
    const { streamInfo } = await bucket.status();
    const { max_bytes: bytesMax } = streamInfo.config;
    return bytesMax > 0 && streamInfo.state.bytes > fullAt * bytesMax;
  };
  return {
    check: async (bucket) => {
      let held = known.get(bucket);
      if (held === undefined || steadyMs() - held.askedAtMs > askedEveryMs) {
        held = { isFull: ask(bucket), askedAtMs: steadyMs() };
        held.isFull.catch(() => known.delete(bucket));
        known.set(bucket, held);
      }
      if (await held.isFull) throw new NoRoom();
    },
  };
}
