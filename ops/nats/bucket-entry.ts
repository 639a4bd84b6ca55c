/** Reads the entries of a KV bucket and changes one by compare-and-swap. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV } from '@nats-io/kv';
import type { z } from 'zod';
import { parseJson } from '#schemas/json-text.ts';

const triesMax = 10;
const retryWithinMs = 40;

/** Returns the entry, or null when it does not exist or this release cannot parse it. */
export async function readEntry<S extends z.ZodType>(
  bucket: KV,
  name: string,
  schema: S,
): Promise<{ readonly value: z.output<S>; readonly revision: number } | null> {
  const entry = await bucket.get(name);
  if (entry?.operation !== 'PUT') return null;
  const { data } = schema.safeParse(parseJson(entry.string()));
  return data === undefined ? null : { value: data, revision: entry.revision };
}

/** Returns the values of a bucket by key. Values that this release cannot parse are left out and their keys passed to `onUnreadable`. */
export async function readEntries<S extends z.ZodType>(
  bucket: KV,
  schema: S,
  { keys = '>', onUnreadable = () => undefined }: { readonly keys?: string; readonly onUnreadable?: (key: string) => void } = {},
): Promise<Map<string, z.output<S>>> {
  const values = new Map<string, z.output<S>>();
  for await (const entry of await bucket.history({ key: keys })) {
    const parsed = entry.operation === 'PUT' ? schema.safeParse(parseJson(entry.string())) : null;
    if (parsed?.success === true) values.set(entry.key, parsed.data);
    else values.delete(entry.key);
    if (parsed?.success === false) onUnreadable(entry.key);
  }
  return values;
}

/** Changes an entry by compare-and-swap. `make` returns null for no change. Returns the resulting value, or null when there is no readable entry. */
export const changeEntry = <S extends z.ZodType>(
  bucket: KV,
  name: string,
  schema: S,
  make: (value: z.output<S>) => z.output<S> | null,
): Promise<z.output<S> | null> =>
  retryRaces(async () => {
    const entry = await readEntry(bucket, name, schema);
    if (entry === null) return null;
    const changed = make(entry.value);
    if (changed === null) return entry.value;
    await bucket.update(name, JSON.stringify(changed), entry.revision);
    return changed;
  });

/** Retries `attempt` while other writers win the race. After ten attempts it throws `tooMany()` or the last error. */
export async function retryRaces<T>(attempt: () => Promise<T>, tooMany?: () => Error): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRace(error)) throw error;
      if (tries === triesMax) throw tooMany?.() ?? error;
      await sleep(Math.random() * retryWithinMs * tries);
    }
  }
}

/** Returns true when a compare-and-swap failed: JetStream's "wrong last sequence" (error 10071). */
export const isRace = (error: unknown): boolean => (error as { code?: unknown }).code === 10_071;
