/** Follows the KV bucket `symbols` and rebuilds refine's symbol directory after its changes (debounced). */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { pause } from '#ops/process/pause.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { createDirectory, type Directory } from '../tickers/names/directory.ts';

export interface FollowedDirectory {
  /** Returns the newest directory. Waits while none is loaded, and throws when `signal` aborts first. */
  readonly current: (signal: AbortSignal) => Promise<Directory>;
  readonly size: () => number;
  readonly stop: () => void;
}

/** Milliseconds without a change before a rebuild: loading the list makes thousands of changes. */
const restMs = 500;

/**
 * `isLoaded`: whether a list has ever been applied completely. Before that the bucket is partial, and a ticker would be
 * refused only because it comes late in the alphabet.
 */
export async function followDirectory(bucket: KV, options: FollowOptions, isLoaded: () => Promise<boolean>): Promise<FollowedDirectory> {
  const entries = new Map<string, SymbolEntry>();
  let directory: Directory | null = null;
  let rebuildTimer: NodeJS.Timeout | undefined;
  let wasLoaded = false;
  const rebuild = async (): Promise<void> => {
    wasLoaded ||= await isLoaded().catch(() => false);
    if (!wasLoaded) {
      schedule();
      return;
    }
    const startedAtMs = performance.now();
    // Sorted by ticker, so that the first match does not depend on the order of arrival.
    directory = createDirectory([...entries.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)));
    options.log.info({ symbols: entries.size, durationMs: Math.round(performance.now() - startedAtMs) }, 'directory.built');
  };
  const schedule = (): void => {
    clearTimeout(rebuildTimer);
    rebuildTimer = setTimeout(() => void rebuild(), restMs);
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
      clearTimeout(rebuildTimer);
      following.stop();
    },
  };
}
