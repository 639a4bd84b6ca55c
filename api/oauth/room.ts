/** Refuses new entries while a bucket is nearly full, so that the end of a connection can always be written. */
import type { KV } from '@nats-io/kv';
import { LRUCache } from 'lru-cache';
import { errors } from './library.ts';

/** Throws `temporarily_unavailable` when the bucket is nearly full. */
export type CheckRoom = (bucket: KV) => Promise<void>;

const fullAt = 0.9;

class NoRoom extends errors.OIDCProviderError {
  constructor() {
    super(503, 'temporarily_unavailable');
    this.error_description = 'the server cannot store more right now; try again later';
  }
}

/** Returns the check, which reads a bucket at most every 5 seconds. */
export function createRoomCheck(readEveryMs = 5_000): CheckRoom {
  const levels = new LRUCache<KV, boolean>({ max: 2, ttl: readEveryMs, fetchMethod: isFull });
  return async (bucket) => {
    if (await levels.fetch(bucket)) throw new NoRoom();
  };
}

async function isFull(bucket: KV): Promise<boolean> {
  const { streamInfo } = await bucket.status();
  const { max_bytes: bytesMax } = streamInfo.config;
  return bytesMax > 0 && streamInfo.state.bytes > fullAt * bytesMax;
}
