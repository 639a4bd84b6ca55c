/**
 * Removes what deleted accounts leave in the log of deliveries. The bucket has a marker of each deletion, so deletions made while no
 * process ran are handled at the next start. Each removal is repeated, because an attempt in flight is stored after its account is deleted.
 */
import { forgetAttemptsOf } from '#clickhouse/webhook-attempts.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Logger } from '#ops/process/log.ts';
import { pause } from '#ops/process/pause.ts';

export interface ForgottenAccounts {
  /** Handles a key as followBucket reports it. */
  readonly put: (key: string) => void;
  readonly remove: (key: string) => void;
  /** Resolves once `signal` aborts. */
  readonly run: (store: Store, log: Logger, signal: AbortSignal) => Promise<void>;
}

interface Waits {
  /** Milliseconds after a deletion: first for further deletions, then for attempts that were in flight. */
  readonly afterMs: readonly number[];
  readonly everyMs: number;
}

const usualWaits: Waits = { afterMs: [2_000, 30_000], everyMs: 3_600_000 };
const prefix = 'account.';
/** Accounts per statement. */
const atOnce = 1_000;

/** Returns the removal; nothing is removed before `run`. */
export function createForgottenAccounts({ afterMs, everyMs }: Waits = usualWaits): ForgottenAccounts {
  const gone = new Set<string>();
  let waiting = new AbortController();

  const forgetAll = async (store: Store, log: Logger): Promise<void> => {
    const ids = [...gone];
    for (let from = 0; from < ids.length; from += atOnce) {
      const accounts = await forgetAttemptsOf(store, ids.slice(from, from + atOnce));
      if (accounts > 0) log.info({ accounts }, 'webhook_attempts.forgotten');
    }
  };

  return {
    put: (key) => void gone.delete(key.slice(prefix.length)),
    remove: (key) => {
      if (!key.startsWith(prefix)) return;
      gone.add(key.slice(prefix.length));
      waiting.abort();
    },
    run: async (store, log, signal) => {
      // Accounts that cannot be removed while the tables are unreachable are removed by a later round.
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
