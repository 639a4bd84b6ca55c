/** Removes the attempts of deleted accounts from the log of deliveries, also of accounts that were deleted while no process ran. */
import { forgetAttemptsOf } from '#clickhouse/webhook-attempts.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Logger } from '#ops/process/log.ts';
import { pause } from '#ops/process/pause.ts';

const prefix = 'account.';
const batchMax = 1_000;

/** `afterMs`: waits before the removals after a deletion. The first gathers further deletions, the second lets attempts in flight end. */
export function createForgottenAccounts({ afterMs = [2_000, 30_000], everyMs = 3_600_000 } = {}) {
  const gone = new Set<string>();
  let waiting = new AbortController();

  const forgetAll = async (store: Store, log: Logger): Promise<void> => {
    const ids = [...gone];
    for (let from = 0; from < ids.length; from += batchMax) {
      const accounts = await forgetAttemptsOf(store, ids.slice(from, from + batchMax));
      if (accounts > 0) log.info({ accounts }, 'webhook_attempts.forgotten');
    }
  };

  return {
    put: (key: string): void => void gone.delete(key.slice(prefix.length)),
    remove: (key: string): void => {
      gone.add(key.slice(prefix.length));
      waiting.abort();
    },
    /** Removes attempts until `signal` aborts. */
    run: async (store: Store, log: Logger, signal: AbortSignal): Promise<void> => {
      // Attempts that cannot be removed while ClickHouse is unreachable are removed by a later round.
      const look = (): Promise<void> => forgetAll(store, log).catch((error: unknown) => log.warn({ err: error }, 'webhook_attempts.not_forgotten'));
      while (!signal.aborted) {
        waiting = new AbortController();
        const { signal: deleted } = waiting;
        await look();
        await pause(everyMs, AbortSignal.any([signal, deleted]));
        for (const waitMs of deleted.aborted ? afterMs : []) {
          await pause(waitMs, signal);
          if (!signal.aborted) await look();
        }
      }
    },
  };
}
