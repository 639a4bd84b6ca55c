/**
 * Reads from the tables the latest publication and arrival times of the rows before the tail (`Tail.reach`). Until the tail knows them,
 * newest-first pages come from the store, and each such request queries the tables again, at most once a second.
 */
import { lastSequence } from '#clickhouse/feed-records.ts';
import { reachBefore } from '#clickhouse/feed-reach.ts';
import type { FeedDeps } from './feed-request.ts';

const againAfterMs = 1_000;

export function createTailReach({ tail, ask, isFollowing }: Pick<FeedDeps, 'tail' | 'ask' | 'isFollowing'>) {
  let pending: Promise<void> | null = null;
  let queriedAtMs = Number.NEGATIVE_INFINITY;

  const query = async (): Promise<void> => {
    const unread = tail.unreadPast();
    if (unread === null) return;
    const { beforeSeq } = unread;
    if ((await ask(lastSequence)) < beforeSeq - 1) return;
    tail.learnReach(unread, await ask((tables) => reachBefore(tables, beforeSeq)));
  };

  /** Queries the tables if the tail does not know its reach. Resolves after the query, even if that failed. */
  const learn = (): Promise<void> => {
    if (tail.unreadPast() === null) return Promise.resolve();
    if (pending === null && performance.now() - queriedAtMs >= againAfterMs) {
      queriedAtMs = performance.now();
      // The error is ignored: the caller then queries the store, which reports its outage.
      pending = query()
        .catch(() => undefined)
        .finally(() => (pending = null));
    }
    return pending ?? Promise.resolve();
  };

  return {
    learn,
    /** Returns whether the tail follows the log and knows its reach. Starts a query if the tail follows and does not know it. */
    isTailWhole: (): boolean => {
      if (!isFollowing()) return false;
      if (tail.unreadPast() === null) return true;
      void learn();
      return false;
    },
  };
}
