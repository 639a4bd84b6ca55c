/**
 * Tells the tail what lies before its first sequence, as the tables have it: until then nothing is known to be absent, and
 * pages by time of publication come from the store. Asked when such a page is wanted, until the tables answer.
 */
import { lastSequence } from '#clickhouse/feed.ts';
import { reachBefore } from '#clickhouse/feed-reach.ts';
import type { AskStore } from '../store-access.ts';
import type { FeedDeps } from './read.ts';
import type { Tail } from './tail.ts';

const againAfterMs = 1_000;

/** Asks where the tail does not know and nobody is asking; resolves when the answer is there, or there is none for now. */
export function createTailReach(options: { readonly tail: Pick<Tail, 'unknown' | 'tell'>; readonly ask: AskStore }): () => Promise<void> {
  const { tail, ask } = options;
  let asking: Promise<void> | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  const learn = async (): Promise<void> => {
    const unknown = tail.unknown();
    if (unknown === null) return;
    const { beforeSeq } = unknown;
    if ((await ask(lastSequence)) < beforeSeq - 1) return;
    tail.tell(unknown, await ask((tables) => reachBefore(tables, beforeSeq)));
  };

  return () => {
    if (tail.unknown() === null) return Promise.resolve();
    if (asking === null && performance.now() - askedAtMs >= againAfterMs) {
      askedAtMs = performance.now();
      // Who wanted to know is answered by the store, or hears of its outage there.
      asking = learn()
        .catch(() => undefined)
        .finally(() => (asking = null));
    }
    return asking ?? Promise.resolve();
  };
}

/** Whether the tail is at the end of the log and knows what it does not hold. */
export function isTailWhole({ tail, isFollowing, learnReach }: Pick<FeedDeps, 'tail' | 'isFollowing' | 'learnReach'>): boolean {
  if (!isFollowing()) return false;
  if (tail.unknown() === null) return true;
  void learnReach();
  return false;
}
