/** Stores the position of a consumer of the feed log, so that a process that lost its lease cannot move it back. */
import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import type { LogPosition } from '#schemas/generation.ts';

export interface Checkpoint {
  /**
   * Returns the position up to which every record has had its effect (null: none yet), and the fence for the next `write`. Reading takes
   * over the checkpoint: an earlier reader's `write` is refused from then on.
   */
  readonly read: () => Promise<{ readonly position: LogPosition | null; readonly fence: number }>;
  /** Returns the fence of the next write. Throws StaleCheckpointError when another process has taken over the checkpoint. */
  readonly write: (position: LogPosition, fence: number) => Promise<number>;
}

export class StaleCheckpointError extends Error {
  constructor(name: string, cause: unknown) {
    super(`another process changed the checkpoint of ${name}`, { cause });
  }
}

const whole = z.int().min(0);
/** A position as entries store it; `epoch` is the generation. */
const Kept = z.object({ epoch: whole, seq: whole }).transform(({ epoch, seq }): LogPosition => ({ generation: epoch, seq }));
const textOf = ({ generation, seq }: LogPosition): string => JSON.stringify({ epoch: generation, seq });

/** A checkpoint in the bucket `feed_log`, key `checkpoint.<name>`, by compare-and-swap. The fence is the entry's revision. */
export function kvCheckpoint(bucket: KV, name: string): Checkpoint {
  const key = `checkpoint.${name}`;
  return {
    read: async () => {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') return { position: null, fence: entry?.revision ?? 0 };
      const position = Kept.parse(entry.json());
      // Rewritten unchanged, so that pending writes of an earlier reader are refused.
      return { position, fence: await bucket.update(key, textOf(position), entry.revision) };
    },
    write: async (position, fence) => {
      try {
        return await bucket.put(key, textOf(position), { previousSeq: fence });
      } catch (error) {
        const current = await bucket.get(key);
        if ((current?.revision ?? 0) !== fence) throw new StaleCheckpointError(name, error);
        throw error;
      }
    },
  };
}

/** A checkpoint for a consumer whose effect shows its position, as a table's last row does. */
export const effectCheckpoint = (read: () => Promise<LogPosition | null> | LogPosition | null): Checkpoint => ({
  read: async () => ({ position: await read(), fence: 0 }),
  write: () => Promise.resolve(0),
});
