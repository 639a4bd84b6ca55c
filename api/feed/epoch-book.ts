/**
 * What this process knows of the feed log's epochs, from wherever it hears of them: the bucket beside the log, the tables,
 * the records of its tail. Turns a cursor's position into a sequence of the log as it is now.
 */
import type { KV } from '@nats-io/kv';
import { storedEpochs } from '#clickhouse/feed-epochs.ts';
import { readEpochs } from '#ops/runtime/epochs.ts';
import { epochAt, epochUnnamed, mergeHistories, resolvePosition, type EpochHistory, type LogPosition } from '#schemas/epoch.ts';
import { unavailable } from '../errors.ts';
import type { AskStore } from '../store-access.ts';

export type EpochSource = 'bucket' | 'tables' | 'tail';

export interface EpochBook {
  /** Replaces what `source` has reported before. */
  readonly put: (source: EpochSource, history: EpochHistory) => void;
  readonly history: () => EpochHistory;
  /** The newest epoch's id; a result computed under another may be of a log that no longer exists. */
  readonly newest: () => number;
  /** The epoch of the record at `seq` of the log as it is now. */
  readonly epochAt: (seq: number) => number;
  /** Up to where records of this epoch are still the log's. */
  readonly boundOf: (epoch: number) => number;
  /** The sequence behind which a reader at this position continues; a promise where its epoch must first be looked up. */
  readonly resolve: (position: LogPosition) => number | Promise<number>;
}

/** Minimum time between two look-ups of unknown epochs, however many cursors name one. */
const askedEveryMs = 1_000;

/** `ask`: reads anew what the bucket and the tables know, and puts it into the book; throws where neither answers. */
export function createEpochBook(ask: (book: EpochBook) => Promise<void>): EpochBook {
  const known: Record<EpochSource, EpochHistory> = { bucket: [], tables: [], tail: [] };
  let history: EpochHistory = [];
  let bounds = new Map<number, number>([[epochUnnamed, Number.POSITIVE_INFINITY]]);
  let asking: Promise<void> | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  const put = (source: EpochSource, heard: EpochHistory): void => {
    known[source] = heard;
    history = mergeHistories(...Object.values(known));
    const found = new Map<number, number>();
    let least = Number.POSITIVE_INFINITY;
    for (const { id, afterSeq } of history.toReversed()) {
      found.set(id, least);
      least = Math.min(least, afterSeq);
    }
    bounds = found.set(epochUnnamed, least);
  };

  const askAgain = (): Promise<void> => {
    if (asking === null || performance.now() - askedAtMs > askedEveryMs) {
      askedAtMs = performance.now();
      asking = ask(book);
    }
    return asking;
  };

  const book: EpochBook = {
    put,
    history: () => history,
    newest: () => history.at(-1)?.id ?? epochUnnamed,
    epochAt: (seq) => epochAt(history, seq),
    boundOf: (epoch) => bounds.get(epoch) ?? Number.POSITIVE_INFINITY,
    resolve: (position) => {
      const { epoch, seq } = position;
      const bound = bounds.get(epoch);
      if (bound !== undefined) return Math.min(seq, bound);
      // Another process may have learned of it first. An epoch that no source knows was lost with its records.
      return askAgain().then(() => resolvePosition(history, { epoch, seq }));
    },
  };
  return book;
}

/** Asks bucket and tables side by side; one that does not answer leaves what was known of it. */
export async function askForEpochs(book: Pick<EpochBook, 'put'>, { feedLog, ask }: { readonly feedLog: KV; readonly ask: AskStore }): Promise<void> {
  const answers = await Promise.allSettled([
    readEpochs(feedLog).then(({ history }) => book.put('bucket', history)),
    ask((store) => storedEpochs(store)).then((history) => book.put('tables', history)),
  ]);
  if (answers.every(({ status }) => status === 'rejected'))
    throw unavailable('epochs', 'Nothing that knows where this cursor stands answers at the moment.');
}
