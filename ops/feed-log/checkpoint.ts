/** Stores the checkpoint of a consumer of the feed log, so that a process that has lost its lease cannot overwrite it. */
import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import type { LogPosition } from '#schemas/generation.ts';

export interface Checkpoint {
  /** Returns the position (null before the first) and the fence for the next `write`. It takes the checkpoint over: earlier fences end. */
  readonly read: () => Promise<{ readonly position: LogPosition | null; readonly fence: number }>;
  /** Stores the position and returns the next fence. Throws when another process has taken the checkpoint over. */
  readonly write: (position: LogPosition, fence: number) => Promise<number>;
}

const whole = z.int().min(0);
/** A stored position; its field `epoch` is the generation. */
const StoredPosition = z.object({ epoch: whole, seq: whole }).transform(({ epoch, seq }): LogPosition => ({ generation: epoch, seq }));
const textOf = ({ generation, seq }: LogPosition): string => JSON.stringify({ epoch: generation, seq });

/** Returns the checkpoint in the bucket `feed_log`, key `checkpoint.<name>`. The fence is the entry's revision. */
export function kvCheckpoint(bucket: KV, name: string): Checkpoint {
  const key = `checkpoint.${name}`;
  return {
    read: async () => {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') return { position: null, fence: entry?.revision ?? 0 };
      const position = StoredPosition.parse(entry.json());
      // The entry is rewritten without a change to get a new revision, which invalidates the fences of earlier readers.
      return { position, fence: await bucket.update(key, textOf(position), entry.revision) };
    },
    write: async (position, fence) => {
      try {
        return await bucket.put(key, textOf(position), { previousSeq: fence });
      } catch (error) {
        const current = await bucket.get(key);
        if ((current?.revision ?? 0) !== fence) throw new Error(`another process changed the checkpoint of ${name}`, { cause: error });
        throw error;
      }
    },
  };
}

/** Returns a checkpoint for a consumer whose output contains its position, for example in the last row of a table. */
export const derivedCheckpoint = (read: () => Promise<LogPosition | null> | LogPosition | null): Checkpoint => ({
  read: async () => ({ position: await read(), fence: 0 }),
  write: () => Promise.resolve(0),
});
