/** Refuses new entries while a bucket is nearly full, so that the end of a connection can always be written. */
import type { KV } from '@nats-io/kv';
import { errors } from './library.ts';

/** Throws `temporarily_unavailable` when the bucket is nearly full. */
export type CheckRoom = (bucket: KV) => Promise<void>;

const readEveryMs = 5_000;
const fullAt = 0.9;

class NoRoom extends errors.OIDCProviderError {
  constructor() {
    super(503, 'temporarily_unavailable');
    this.error_description = 'the server cannot store more right now; try again later';
  }
}

/** Returns the check, which reads a bucket at most every 5 seconds. `steadyMs`: a monotonic clock. */
export function createRoomCheck(steadyMs: () => number): CheckRoom {
  const known = new WeakMap<KV, { readonly isFull: Promise<boolean>; readonly readAtMs: number }>();
  const readIsFull = async (bucket: KV): Promise<boolean> => {
    const { streamInfo } = await bucket.status();
    const { max_bytes: bytesMax } = streamInfo.config;
    return bytesMax > 0 && streamInfo.state.bytes > fullAt * bytesMax;
  };
  return async (bucket) => {
    let level = known.get(bucket);
    if (level === undefined || steadyMs() - level.readAtMs > readEveryMs) {
      level = { isFull: readIsFull(bucket), readAtMs: steadyMs() };
      level.isFull.catch(() => known.delete(bucket));
      known.set(bucket, level);
    }
    if (await level.isFull) throw new NoRoom();
  };
}
