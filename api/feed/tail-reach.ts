/**
 * Reads from the tables what the tail must know of the rows before its first sequence. Until then the tail cannot know that a row is
 * absent, and pages by publication time come from the store. The tables are queried when such a page is requested, until they answer.
 */
import { lastSequence } from '#clickhouse/feed.ts';
import { reachBefore } from '#clickhouse/feed-reach.ts';
import type { QueryStore } from '../store-access.ts';
import type { FeedDeps } from './read.ts';
import type { Tail } from './tail.ts';

const againAfterMs = 1_000;

/** Returns a function that queries where the tail does not know; it resolves when the answer is there, or there is none for now. */
export function createTailReach(options: { readonly tail: Pick<Tail, 'unreadPast' | 'learnReach'>; readonly ask: QueryStore }): () => Promise<void> {
  const { tail, ask } = options;
  let pending: Promise<void> | null = null;
  let queriedAtMs = Number.NEGATIVE_INFINITY;

  const learn = async (): Promise<void> => {
    const unread = tail.unreadPast();
    if (unread === null) return;
    const { beforeSeq } = unread;
    if ((await ask(lastSequence)) < beforeSeq - 1) return;
    tail.learnReach(unread, await ask((tables) => reachBefore(tables, beforeSeq)));
  };

  return () => {
    if (tail.unreadPast() === null) return Promise.resolve();
    if (pending === null && performance.now() - queriedAtMs >= againAfterMs) {
      queriedAtMs = performance.now();
      // The error is ignored: the caller then queries the store, which reports its outage.
      pending = learn()
        .catch(() => undefined)
        .finally(() => (pending = null));
    }
    return pending ?? Promise.resolve();
  };
}

/** Returns whether the tail is at the end of the log and knows the reach of rows that it lacks. */
export function isTailWhole({ tail, isFollowing, learnReach }: Pick<FeedDeps, 'tail' | 'isFollowing' | 'learnReach'>): boolean {
  if (!isFollowing()) return false;
  if (tail.unreadPast() === null) return true;
  void learnReach();
  return false;
}
