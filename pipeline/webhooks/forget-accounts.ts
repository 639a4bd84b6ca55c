/**
 * Removes what deleted accounts leave in the log of deliveries. The bucket keeps a marker of each deletion, so that one made while nobody
 * ran this is made up for; and it looks again, since an attempt under way is stored after its account is gone.
 */
import { forgetAttemptsOf } from '#clickhouse/webhook-attempts.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Logger } from '#ops/process/log.ts';
import { pause } from '#ops/process/pause.ts';

export interface ForgottenAccounts {
  /** The keys as followBucket tells them. */
  readonly put: (key: string) => void;
  readonly remove: (key: string) => void;
  /** Returns once `signal` aborts. */
  readonly run: (store: Store, log: Logger, signal: AbortSignal) => Promise<void>;
}

interface Waits {
  /** After a deletion: for others beside it, and then for attempts that were under way. */
  readonly afterMs: readonly number[];
  readonly everyMs: number;
}

const usualWaits: Waits = { afterMs: [2_000, 30_000], everyMs: 3_600_000 };
const prefix = 'account.';
/** Of a statement. */
const atOnce = 1_000;

export function createForgottenAccounts({ afterMs, everyMs }: Waits = usualWaits): ForgottenAccounts {
  const gone = new Set<string>();
  let deleted = Promise.withResolvers<void>();

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
      deleted.resolve();
    },
    run: async (store, log, signal) => {
      // What is still to be removed when the tables are away is removed by a later turn.
      const look = (): Promise<void> => forgetAll(store, log).catch((error: unknown) => log.warn({ err: error }, 'webhook_attempts.not_forgotten'));
      while (!signal.aborted) {
        deleted = Promise.withResolvers();
        await look();
        const waiting = new AbortController();
        const isDeleted = await Promise.race([deleted.promise.then(() => true), pause(everyMs, AbortSignal.any([signal, waiting.signal])).then(() => false)]); // prettier-ignore
        waiting.abort();
        for (const waitMs of isDeleted ? afterMs : []) {
          await pause(waitMs, signal);
          if (!signal.aborted) await look();
        }
      }
    },
  };
}
