/**
 * Removes the attempts of deleted accounts from the log of deliveries. The bucket has a marker for each deletion, so a deletion made while no
 * process ran is handled at the next start. Each removal is repeated, because an attempt in flight is stored after its account was deleted.
 */
import { forgetAttemptsOf } from '#clickhouse/webhook-attempts.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Logger } from '#ops/process/log.ts';
import { pause } from '#ops/process/pause.ts';

interface ForgottenAccounts {
  /** Receives the keys `account.<id>` that followBucket reports. */
  readonly put: (key: string) => void;
  readonly remove: (key: string) => void;
  /** Removes attempts until `signal` aborts. */
  readonly run: (store: Store, log: Logger, signal: AbortSignal) => Promise<void>;
}

interface Waits {
  /** Milliseconds between the removals after a deletion: the first gathers further deletions, the second waits for attempts in flight. */
  readonly afterMs: readonly number[];
  readonly everyMs: number;
}

const usualWaits: Waits = { afterMs: [2_000, 30_000], everyMs: 3_600_000 };
const prefix = 'account.';
/** Maximum number of accounts per statement. */
const batchMax = 1_000;

export function createForgottenAccounts({ afterMs, everyMs }: Waits = usualWaits): ForgottenAccounts {
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
    put: (key) => void gone.delete(key.slice(prefix.length)),
    remove: (key) => {
      gone.add(key.slice(prefix.length));
      waiting.abort();
    },
    run: async (store, log, signal) => {
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
