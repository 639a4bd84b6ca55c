/**
 * Access to ClickHouse for operations. An outage or timeout becomes 503 `unavailable`. Once the watch of the store's health hears nothing,
 * nobody waits for a dead store. An invalid query remains a bug (500).
 */
import type { Store } from '#clickhouse/store.ts';
import type { WhileHeard } from '#ops/process/health-watch.ts';
import { unavailable } from './errors.ts';

export type QueryStore = <T>(question: (store: Store) => Promise<T>) => Promise<T>;

/**
 * Error codes of the server for temporary problems: no such table or database (not migrated yet), time or memory used up, too many queries
 * at once, a replica behind the others, cancelled or aborted, network.
 */
const temporaryCodes = new Set(['60', '81', '159', '202', '209', '210', '236', '241', '289', '394']);
const serverCode = /^\d+$/;
const outageMessage = /time-?out|socket|network|aborted|ECONN|EPIPE/i;

/** Returns the code of an error of the store's own; null for one with a system code or a timeout, which never reached it. */
function serversCode(error: unknown): string | null {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : null;
  return typeof code === 'string' && serverCode.test(code) ? code : null;
}

/** Returns whether the store did not answer. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error &&
  serversCode(error) === null &&
  (typeof (error as { readonly code?: unknown }).code === 'string' || outageMessage.test(error.message));

const isOutage = (error: unknown): boolean => isSilence(error) || temporaryCodes.has(serversCode(error) ?? '');

/** Returns the access; it throws 503 `unavailable` in an outage, as soon as `whileHeard` gives up. */
export function createStoreAccess(store: Store, whileHeard: WhileHeard): QueryStore {
  const closed = (cause?: unknown) => unavailable('store', 'The database does not answer right now. Try again in a few seconds.', cause);
  return async (question) => {
    try {
      return await whileHeard(() => question(store));
    } catch (error) {
      throw isOutage(error) ? closed(error) : error;
    }
  };
}
