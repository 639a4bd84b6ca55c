/**
 * Records in Redis when each key was last used, accurate to a minute, for the pages of its owner. A key is written at most once a minute, so
 * that most requests only look it up in a set.
 */
import { isReady, type Redis } from '#ops/process/redis.ts';

const everyMs = 60_000;
const firstAfterMs = 1_000;
const lifeSeconds = 90 * 86_400;

const nameOf = (keyHash: string): string => `key:used:${keyHash}`;

export function recordLastUse(redis: Redis, nowMs: () => number) {
  /** Keys that were used in this minute; `pending` has those that are not written yet. */
  const noted = new Set<string>();
  let pending: string[] = [];
  let timer: NodeJS.Timeout | null = null;

  const write = (): void => {
    timer = null;
    const hashes = pending;
    pending = [];
    if (!isReady(redis)) return;
    const at = new Date(nowMs()).toISOString();
    // A pipeline could not be used, because the keys are on different nodes of a cluster.
    for (const hash of hashes) redis.set(nameOf(hash), at, 'EX', lifeSeconds).catch(() => undefined);
  };
  const renewing = setInterval(() => noted.clear(), everyMs);
  renewing.unref();

  return {
    note: (keyHash: string): void => {
      if (noted.has(keyHash)) return;
      noted.add(keyHash);
      pending.push(keyHash);
      timer ??= setTimeout(write, firstAfterMs).unref();
    },
    stop: (): void => {
      clearInterval(renewing);
      if (timer !== null) clearTimeout(timer);
      write();
    },
  };
}

/** Returns the text for a key or connection without a recorded use. If it is younger than 90 days, it was never used. */
export const lastUseText = (madeAt: string, now: Date): string =>
  now.getTime() - Date.parse(madeAt) < lifeSeconds * 1_000 ? 'not used yet' : 'not used in the last 90 days';

/** Returns the last uses by hash, or null if Redis does not answer. Keys that were not used for 90 days are absent. */
export async function readLastUses(redis: Redis, keyHashes: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
  if (keyHashes.length === 0) return new Map();
  if (!isReady(redis)) return null;
  const values = await Promise.all(keyHashes.map((hash) => redis.get(nameOf(hash)))).catch(() => null);
  return values === null ? null : new Map(keyHashes.flatMap((hash, at) => (typeof values[at] === 'string' ? [[hash, values[at]] as const] : [])));
}
