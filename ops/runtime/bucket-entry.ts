/** Reads and changes one entry of a KV bucket by compare-and-swap. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV, KvEntry } from '@nats-io/kv';
import type { z } from 'zod';

const triesMax = 10;
const retryWithinMs = 40;

export interface Held<T> {
  readonly value: T;
  readonly revision: number;
}

/** null: there is none, or none that this release can read. */
export async function readEntry<S extends z.ZodType>(bucket: KV, name: string, schema: S): Promise<Held<z.output<S>> | null> {
  const entry = await bucket.get(name);
  if (entry?.operation !== 'PUT') return null;
  const { data } = schema.safeParse(jsonOf(entry));
  return data === undefined ? null : { value: data, revision: entry.revision };
}

function jsonOf(entry: KvEntry): unknown {
  try {
    return entry.json();
  } catch {
    return undefined;
  }
}

/** Makes a change again upon what others made meanwhile; `make` answers null where there is nothing to change. The value as it stands then; null: there is none. */
export async function changeEntry<S extends z.ZodType>(
  bucket: KV,
  name: string,
  schema: S,
  make: (value: z.output<S>) => z.output<S> | null,
): Promise<z.output<S> | null> {
  for (let tries = 1; ; tries += 1) {
    const held = await readEntry(bucket, name, schema);
    if (held === null) return null;
    const changed = make(held.value);
    if (changed === null) return held.value;
    try {
      await bucket.update(name, JSON.stringify(changed), held.revision);
      return changed;
    } catch (error) {
      if (!isRace(error) || tries === triesMax) throw error;
      await sleep(Math.random() * retryWithinMs * tries);
    }
  }
}

/** A compare-and-swap that lost: JetStream's "wrong last sequence" (error 10071). */
export const isRace = (error: unknown): boolean => (error as { code?: unknown }).code === 10071;
