/**
 * Access to ClickHouse for operations. An outage or timeout becomes 503 `unavailable`; other errors, such as an invalid query, become 500.
 * While the health check of ClickHouse fails, queries are refused at once.
 */
import type { Store } from '#clickhouse/store.ts';
import type { WhileHeard } from '#ops/process/health-watch.ts';
import { unavailable } from './errors.ts';

export type QueryStore = <T>(question: (store: Store) => Promise<T>) => Promise<T>;

/**
 * ClickHouse's error codes for temporary problems: unknown table or database (not migrated yet), limit of time, memory or queries reached,
 * replica behind the others, query cancelled or aborted, network error.
 */
const temporaryCodes = new Set(['60', '81', '159', '202', '209', '210', '236', '241', '289', '394']);
const serverCode = /^\d+$/;
const outageMessage = /time-?out|socket|network|aborted|ECONN|EPIPE/i;

/** Returns ClickHouse's error code, or null if the error is not from ClickHouse. */
function serversCode(error: unknown): string | null {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : null;
  return typeof code === 'string' && serverCode.test(code) ? code : null;
}

/** Returns whether ClickHouse did not answer. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error &&
  serversCode(error) === null &&
  (typeof (error as { readonly code?: unknown }).code === 'string' || outageMessage.test(error.message));

const isOutage = (error: unknown): boolean => isSilence(error) || temporaryCodes.has(serversCode(error) ?? '');

/** Returns a function that runs queries and throws 503 `unavailable` in an outage. */
export function createStoreAccess(store: Store, whileHeard: WhileHeard): QueryStore {
  return async (question) => {
    try {
      return await whileHeard(() => question(store));
    } catch (error) {
      throw isOutage(error) ? unavailable('store', 'The database does not answer right now. Try again in a few seconds.', error) : error;
    }
  };
}
