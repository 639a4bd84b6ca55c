/**
 * Keeps caches from serving a row as it was before an amended filing corrected it. Page keys contain the last correction
 * this process has read; a page loaded from the store is cached only once the store has that correction too.
 */
import { lastSequence } from '#clickhouse/feed.ts';
import type { AskStore } from '../store-access.ts';
import type { EpochBook } from './epoch-book.ts';
import type { Tail } from './tail.ts';

/** Whether the store holds the last correction that the tail has seen; asks it until it does, then no more. One that is away has not said so. */
export function createRevisionCheck(tail: Pick<Tail, 'revisedSeq'>, ask: AskStore, epochs: Pick<EpochBook, 'newest'>): () => Promise<boolean> {
  let storedTo = 0;
  let inEpoch = epochs.newest();
  return async () => {
    const revisedSeq = tail.revisedSeq();
    // Rows stored under another epoch may be of a log that no longer exists.
    if (epochs.newest() !== inEpoch) [storedTo, inEpoch] = [0, epochs.newest()];
    if (revisedSeq <= storedTo) return true;
    const askedIn = inEpoch;
    const told = await ask((store) => lastSequence(store)).catch(() => 0);
    // Asked before an epoch began: of tables that may be no more.
    if (epochs.newest() !== askedIn) return false;
    storedTo = Math.max(storedTo, told);
    return revisedSeq <= storedTo;
  };
}
