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
/** Codes of the system, of TLS and of a connection or stream that ends early. Node's other codes with ERR_ are of programming errors. */
const outageCode = /^(?:ERR_(?:STREAM_(?:PREMATURE_CLOSE|DESTROYED|UNABLE_TO_PIPE)$|SOCKET_|SSL_|TLS_)|(?!ERR_)[A-Z])/;
const outageMessage = /time-?out|socket|network|aborted|ECONN|EPIPE/i;

/** Returns whether ClickHouse did not answer. */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === null ? outageMessage.test(error.message) : outageCode.test(code);
}

/** Returns the error's code, which is digits if the error is from ClickHouse; null without a code. */
function codeOf(error: unknown): string | null {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : null;
  return typeof code === 'string' ? code : null;
}

const isOutage = (error: unknown): boolean => isSilence(error) || temporaryCodes.has(codeOf(error) ?? '');

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
