/**
 * Keeps caches from serving a row as it was before an amended filing corrected it. Page keys contain the last correction that this process
 * has read; a page loaded from the store is cached only once the store has that correction too.
 */
import { lastSequence } from '#clickhouse/feed-records.ts';
import type { QueryStore } from '../store-access.ts';
import type { Tail } from './tail.ts';

/** Returns a check whether the store has the last correction that the tail has read; an unavailable store counts as no. */
export function createRevisionCheck(tail: Pick<Tail, 'revisedSeq'>, ask: QueryStore): () => Promise<boolean> {
  let storedTo = 0;
  return async () => {
    const revisedSeq = tail.revisedSeq();
    if (revisedSeq <= storedTo) return true;
    const lastSeq = await ask((store) => lastSequence(store)).catch(() => 0);
    storedTo = Math.max(storedTo, lastSeq);
    return revisedSeq <= storedTo;
  };
}
