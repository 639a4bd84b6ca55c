/**
 * Follows a feed in the order in which rows entered it (`sort=ingested`). It reads full pages without a pause, waits after an empty one,
 * retries after errors, and resumes at its position after a restart. The position is saved only after a page was handled: every row comes at
 * least once, and the rows of one page come again when the process ended while handling it.
 */
import type { Client, ParametersOf, ResultOf } from './client.ts';
import { ApiError, UnexpectedAnswerError } from './errors.ts';
import { operations, type Operations } from './generated/operations.ts';
import type { OperationFacts } from './operation-facts.ts';
import { itemsIn, type CursorPage, type ItemOf, type ListedName } from './pages.ts';
import { feedOf, loadCursor, type PositionStore } from './position.ts';
import { isPassing, pause, troubleSchedule, waitMs } from './retry.ts';

export type DeltaName = { [Name in ListedName]: Operations[Name] extends { readonly isDelta: true } ? Name : never }[ListedName];

export interface PollOptions<Name extends DeltaName> {
  readonly position: PositionStore;
  /** Filters and the page size, `page_size` or `limit`. Default size: 20, which every plan allows. */
  readonly parameters?: Omit<ParametersOf<Name>, 'sort' | 'cursor'>;
  /** Milliseconds to wait after an empty page. Default: 10,000, which fits a quota of 10,000 calls a day. */
  readonly pauseMs?: number;
  /** Ends the poll after the page that is being handled. */
  readonly signal?: AbortSignal;
  /** Called for temporary errors, such as an outage or an exhausted quota. The next attempt follows after `retryInMs`. */
  readonly onTrouble?: (error: unknown, retryInMs: number) => void;
}

export interface PolledPage<Item> {
  /** At least one, oldest first. */
  readonly rows: readonly Item[];
  /** Cursor of the rows after these. */
  readonly cursor: string;
}

const defaultPauseMs = 10_000;
const defaultPageSize = 20;

/**
 * Yields pages. Without a stored position it begins with the newest page. The position is saved when the loop requests the next page, so a
 * loop that ends by `break` or an error gets its last page again next time. Throws errors that a retry does not resolve, such as an invalid
 * key or a cursor that the service refuses.
 */
export async function* poll<Name extends DeltaName>(
  client: Client,
  name: Name,
  options: PollOptions<Name>,
): AsyncGenerator<PolledPage<ItemOf<Name>>, void, undefined> {
  const { position, parameters = {}, pauseMs = defaultPauseMs, signal, onTrouble = () => undefined } = options;
  const facts: OperationFacts = operations[name];
  const filters = { ...(!('limit' in parameters) && { page_size: defaultPageSize }), ...parameters, sort: 'ingested' };
  const feed = feedOf(name, filters);
  let cursor = await loadCursor(position, feed);
  let failures = 0;
  const isStopped = (): boolean => signal?.aborted === true;
  while (!isStopped()) {
    let page: ResultOf<Name>;
    try {
      const given = { ...filters, ...(cursor !== null && { cursor }) };
      ({ result: page } = await client.request<DeltaName>(name, given as ParametersOf<Name>, signal === undefined ? {} : { signal }));
      failures = 0;
    } catch (error) {
      if (isStopped()) return;
      if (!isPassing(error) && !(error instanceof UnexpectedAnswerError)) throw error;
      failures += 1;
      const delayMs = waitMs(failures, error instanceof ApiError ? error.retryAfterSeconds : null, troubleSchedule);
      onTrouble(error, delayMs);
      await pause(delayMs, signal);
      continue;
    }
    const next = (page as CursorPage).next_cursor!;
    const rows = itemsIn(page, facts.items!) as readonly ItemOf<Name>[];
    if (rows.length > 0) yield { rows, cursor: next };
    // An empty page moves the position, too, because filters may match no row for a long time.
    if (next !== cursor) await position.save({ feed, cursor: next });
    cursor = next;
    if (rows.length === 0) await pause(pauseMs, signal);
  }
}

/**
 * Remembers the last `capacity` uids in memory, to skip rows that come again: `isNew` returns true for a uid the first time and records it.
 * After a restart pass the latest uids of your own store as `known`, or write rows to a store where a uid is unique.
 */
export function rememberUids(known: Iterable<string> = [], capacity = 10_000): { readonly isNew: (uid: string) => boolean } {
  const seen = new Set<string>();
  const isNew = (uid: string): boolean => {
    if (seen.has(uid)) return false;
    seen.add(uid);
    // A set is iterated in the order of insertion.
    if (seen.size > capacity) for (const oldest of seen) return (seen.delete(oldest), true);
    return true;
  };
  for (const uid of known) isNew(uid);
  return { isNew };
}
