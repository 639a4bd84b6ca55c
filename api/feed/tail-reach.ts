/**
 * Reads from the tables what the tail must know of the rows before its first sequence. Until then the tail cannot know that a row is
 * absent, and pages by publication time come from the store. The tables are queried when such a page is requested, until they answer.
 */
import { lastSequence } from '#clickhouse/feed-records.ts';
import { reachBefore } from '#clickhouse/feed-reach.ts';
import type { FeedDeps } from './feed-request.ts';

const againAfterMs = 1_000;

export interface TailReach {
  /** Queries where the tail does not know; resolves when the answer is there, or there is none for now. */
  readonly learn: () => Promise<void>;
  /** Returns whether the tail is at the end of the log and knows the reach of rows that it lacks; begins to learn that where it does not. */
  readonly isTailWhole: () => boolean;
}

export function createTailReach({ tail, ask, isFollowing }: Pick<FeedDeps, 'tail' | 'ask' | 'isFollowing'>): TailReach {
  let pending: Promise<void> | null = null;
  let queriedAtMs = Number.NEGATIVE_INFINITY;

  const query = async (): Promise<void> => {
    const unread = tail.unreadPast();
    if (unread === null) return;
    const { beforeSeq } = unread;
    if ((await ask(lastSequence)) < beforeSeq - 1) return;
    tail.learnReach(unread, await ask((tables) => reachBefore(tables, beforeSeq)));
  };

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
    isTailWhole: () => {
      if (!isFollowing()) return false;
      if (tail.unreadPast() === null) return true;
      void learn();
      return false;
    },
  };
}
