/** Reads from the tables the records of sequences that the feed log has lost, for consumers of the log. */
import { epochAt } from '#schemas/epoch.ts';
import type { HoleAnswer, HoleReader } from '#schemas/log-hole.ts';
import { storedEpochs } from './feed-epochs.ts';
import { lastSequence, recordsBetween } from './feed.ts';
import type { Store } from './store.ts';

/** How much is answered at once. */
const recordsMax = 1_000;

export interface HoleReaderOptions {
  /** The asker fills the tables itself: what they do not hold will never come from another. */
  readonly isWriter?: boolean;
  /** Up to here the tables hold the log's records; what they have behind it is of another log (agreement.ts). */
  readonly agreesTo?: () => number;
}

/**
 * A sequence missing from the answer exists nowhere: neither in the log nor in the tables, which were written past it.
 * Where they were not, the answer is inconclusive: the record may still be on its way into them.
 */
export function createHoleReader(store: Store, { isWriter = false, agreesTo = () => Number.POSITIVE_INFINITY }: HoleReaderOptions = {}): HoleReader {
  return async (fromSeq, toSeq) => {
    const storedTo = await lastSequence(store);
    const validTo = Math.min(storedTo, agreesTo());
    // What tables of another log say of a sequence is nothing; nor will they ever be written that far.
    const isOther = agreesTo() < storedTo;
    const end = isWriter || isOther ? toSeq : Math.min(toSeq, storedTo);
    if (end < fromSeq) return null;
    const epochs = await storedEpochs(store);
    const records: HoleAnswer['records'][number][] = [];
    for await (const { seq, record } of recordsBetween(store, fromSeq, Math.min(end, validTo))) {
      records.push({ seq, epoch: epochAt(epochs, seq), data: Buffer.from(JSON.stringify(record)) });
      if (records.length === recordsMax) return { records, toSeq: seq };
    }
    return { records, toSeq: end };
  };
}
