/**
 * Keeps caches from serving a row as it was before its correction. Cache keys contain the last correction that this process has read; a page
 * from the store is cached only if the store has that correction too.
 */
import { lastSequence } from '#clickhouse/feed-records.ts';
import type { QueryStore } from '../store-access.ts';
import type { Tail } from './tail.ts';

/** Returns a check whether the store has the last correction that the tail has read. The check is false if the store is unavailable. */
export function createRevisionCheck(tail: Pick<Tail, 'revisedSeq'>, ask: QueryStore): () => Promise<boolean> {
  let storedTo = 0;
  return async () => {
    const revisedSeq = tail.revisedSeq();
    if (revisedSeq <= storedTo) return true;
    const lastSeq = await ask(lastSequence).catch(() => 0);
    storedTo = Math.max(storedTo, lastSeq);
    return revisedSeq <= storedTo;
  };
}
