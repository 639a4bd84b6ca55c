/**
 * Follows a feed in the order in which rows entered it (`sort=ingested`). It reads full pages without a pause, waits after an empty one,
 * continues through outages, and resumes at its position after a restart. The position is saved only after a page was handled: every row
 * comes at least once, and the rows of one page come again where the process ended while handling it.
 */
import type { Client, ParametersOf, ResultOf } from './client.ts';
import { ApiError, UnexpectedAnswerError } from './errors.ts';
import { operations, type Operations } from './generated/operations.ts';
import type { OperationFacts } from './operation-facts.ts';
import { itemsIn, type CursorPage, type ItemOf, type ListedName } from './pages.ts';
import { feedOf, loadCursor, type PositionStore } from './position.ts';
import { isPassing, pause, troubleSchedule, waitMs } from './retry.ts';

/** Feeds with a delta mode. */
export type DeltaName = { [Name in ListedName]: Operations[Name] extends { readonly isDelta: true } ? Name : never }[ListedName];

export interface PollOptions<Name extends DeltaName> {
  readonly position: PositionStore;
  /** Filters, and `page_size` (or `limit`): by default 20, which every plan allows. */
  readonly parameters?: Omit<ParametersOf<Name>, 'sort' | 'cursor'>;
  /** Milliseconds to wait after an empty page. Default: 10,000, which fits a quota of 10,000 calls a day. */
  readonly pauseMs?: number;
  /** Ends the poll after the page that is being handled. */
  readonly signal?: AbortSignal;
  /** Called for temporary errors: an outage, an exhausted quota. The next attempt follows after `retryInMs`. */
  readonly onTrouble?: (error: unknown, retryInMs: number) => void;
}

export interface PolledPage<Item> {
  /** At least one, oldest first. */
  readonly rows: readonly Item[];
  /** Position after these rows. */
  readonly cursor: string;
}

const defaultPauseMs = 10_000;
const defaultPageSize = 20;

/**
 * Yields pages; without a position it begins with the newest. The position moves when the loop requests the next page, so a loop that ends
 * by `break` or an error gets its last page again next time. Throws errors that waiting does not resolve: an invalid key, a position past
 * the archive, a cursor that the service refuses.
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
    // An empty page moves the position, too, because filters may match nothing for long.
    if (next !== cursor) await position.save({ feed, cursor: next });
    cursor = next;
    if (rows.length === 0) await pause(pauseMs, signal);
  }
}

export interface SeenUids {
  /** Returns whether `uid` comes for the first time, and records it. */
  readonly isNew: (uid: string) => boolean;
}

/**
 * Remembers the last `capacity` uids, to skip rows that come again. They are lost with the process: after a restart pass as `known` the
 * latest uids in the caller's own store, or write rows to a store where a uid is unique.
 */
export function rememberUids(known: Iterable<string> = [], capacity = 10_000): SeenUids {
  const seen = new Set<string>();
  const isNew = (uid: string): boolean => {
    if (seen.has(uid)) return false;
    seen.add(uid);
    // A set preserves the order of insertion.
    if (seen.size > capacity) for (const oldest of seen) return (seen.delete(oldest), true);
    return true;
  };
  for (const uid of known) isNew(uid);
  return { isNew };
}
