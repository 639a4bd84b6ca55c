/**
 * Indexes what search does not find yet: rows that a release before search stored, also one that was the writer for a while
 * during an upgrade. Looked for whenever this process becomes the writer, beside its work; a failure is logged and made up
 * for the next time.
 */
import type { Logger } from 'pino';
import { indexMissing } from '#clickhouse/search/fill.ts';
import type { Store } from '#clickhouse/store.ts';

export interface SearchKeeper {
  /** Looks for such rows, unless it does already. */
  readonly check: () => void;
  readonly ended: () => Promise<void>;
}

export function keepSearchWhole({ store, log }: { readonly store: Store; readonly log: Logger }, signal: AbortSignal): SearchKeeper {
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    const startedAtMs = performance.now();
    try {
      const rows = await indexMissing(store, signal);
      if (rows > 0) log.info({ rows, isWhole: !signal.aborted, durationMs: Math.round(performance.now() - startedAtMs) }, 'search.indexed');
    } catch (error) {
      log.error({ err: error }, 'search.not_indexed');
    }
    running = null;
  };
  return {
    check: () => void (running ??= run()),
    ended: async () => {
      await running;
    },
  };
}
