/** The list of generations of the feed log as this process knows it. Turns a cursor's position into a sequence of the log as it is now. */
import { epochAt, epochUnnamed, resolvePosition, type EpochHistory, type LogPosition } from '#schemas/epoch.ts';

export interface EpochBook {
  /** Takes a list as it was read; one that is older than what is known changes nothing, for no generation is taken back. */
  readonly put: (history: EpochHistory) => void;
  /** The newest generation's id: pages are cached under it. */
  readonly newest: () => number;
  /** The generation of the record at `seq` of the log as it is now. */
  readonly epochAt: (seq: number) => number;
  /** Up to where records of this generation are still the log's. */
  readonly boundOf: (epoch: number) => number;
  /** The sequence behind which a reader at this position continues; a promise where its generation must first be looked up. */
  readonly resolve: (position: LogPosition) => number | Promise<number>;
}

/** Minimum time between two look-ups of unknown generations, however many cursors name one. */
const askedEveryMs = 1_000;

/** `ask` reads the list again; what it throws is the answer to a cursor whose generation is not known. */
export function createEpochBook(ask: () => Promise<EpochHistory>): EpochBook {
  let history: EpochHistory = [];
  let bounds = new Map<number, number>([[epochUnnamed, Number.POSITIVE_INFINITY]]);
  let asking: Promise<void> | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  const newest = (): number => history.at(-1)?.id ?? epochUnnamed;
  const put = (heard: EpochHistory): void => {
    if ((heard.at(-1)?.id ?? epochUnnamed) < newest()) return;
    history = heard;
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
      asking = ask().then(put);
    }
    return asking;
  };

  return {
    put,
    newest,
    epochAt: (seq) => epochAt(history, seq),
    boundOf: (epoch) => bounds.get(epoch) ?? Number.POSITIVE_INFINITY,
    resolve: ({ epoch, seq }) => {
      const bound = bounds.get(epoch);
      if (bound !== undefined) return Math.min(seq, bound);
      // Another process may have heard of it first. One that the list does not name was lost with its records.
      return askAgain().then(() => resolvePosition(history, { epoch, seq }));
    },
  };
}
