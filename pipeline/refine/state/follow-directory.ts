/** Follows the KV bucket `symbols` and rebuilds refine's symbol directory after changes. */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { pause } from '#ops/process/pause.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { createDirectory, type Directory } from '../tickers/names/directory.ts';

interface FollowedDirectory {
  /** Returns the newest directory. Waits for the first one, and throws when `signal` aborts before. */
  readonly current: (signal: AbortSignal) => Promise<Directory>;
  readonly size: () => number;
  readonly stop: () => void;
}

/** Time without a change before a rebuild, because loading a list makes thousands of changes. */
const quietMs = 500;

/** `isLoaded` tells whether a list was ever loaded completely; until then the bucket lacks tickers late in the alphabet. */
export async function followDirectory(bucket: KV, options: FollowOptions, isLoaded: () => Promise<boolean>): Promise<FollowedDirectory> {
  const entries = new Map<string, SymbolEntry>();
  let directory: Directory | null = null;
  let rebuildTimer: NodeJS.Timeout | undefined;
  let wasLoaded = false;
  let isStopped = false;
  const rebuild = async (): Promise<void> => {
    wasLoaded ||= await isLoaded().catch(() => false);
    if (!wasLoaded) return schedule();
    const startedAtMs = performance.now();
    // Sorted, so that the first match does not depend on the order of arrival.
    directory = createDirectory([...entries.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)));
    options.log.info({ symbols: entries.size, durationMs: Math.round(performance.now() - startedAtMs) }, 'directory.built');
  };
  const schedule = (): void => {
    clearTimeout(rebuildTimer);
    // A rebuild may still wait for `isLoaded` when the directory is stopped.
    if (isStopped) return;
    rebuildTimer = setTimeout(() => void rebuild(), quietMs);
  };
  const put = (key: string, value: unknown): void => {
    entries.set(key, SymbolEntry.parse(value));
    schedule();
  };
  const remove = (key: string): void => {
    entries.delete(key);
    schedule();
  };
  const following = await followBucket(bucket, { put, remove }, options);
  return {
    current: async (signal) => {
      while (directory === null) {
        signal.throwIfAborted();
        await pause(50, signal);
      }
      return directory;
    },
    size: () => entries.size,
    stop: () => {
      isStopped = true;
      clearTimeout(rebuildTimer);
      following.stop();
    },
  };
}
