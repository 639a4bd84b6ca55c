/**
 * Checks whether the tables agree with the feed log. A log that lost its end and grew again without being refilled
 * contradicts the tables from that point on: their records behind the last common one are of a log that no longer
 * exists.
 */
import { epochAt, resolvePosition, type EpochHistory } from '#schemas/epoch.ts';
import { decisionOf, type LogRecord } from '#schemas/feed-log.ts';
import { storedEpochs } from './feed-epochs.ts';
import { lastSequence, recordsBetween } from './feed.ts';
import type { Store } from './store.ts';

/** The log, as ops/runtime/log-view.ts shows it. */
export interface ComparedLog {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly recordAt: (seq: number) => Promise<{ readonly epoch: number; readonly record: LogRecord | null } | null>;
}

export interface Agreement {
  /** The last sequence of the tables. */
  readonly storedTo: number;
  /** Its epoch as the log has it, or where that has lost it as the tables know it. */
  readonly epoch: number;
  /** The last sequence up to which they are the log's; `storedTo` where all of it is. */
  readonly agreesTo: number;
}

/** Records that say nothing (lost ones, gaps) are passed over, so many at most. */
const neighboursMax = 16;

/** `history`: of the epochs as they are known beside log and tables. Writes nothing. */
export async function compareWithLog(store: Store, log: ComparedLog, history: EpochHistory): Promise<Agreement> {
  const storedTo = await lastSequence(store);
  if (storedTo === 0) return { storedTo, epoch: 0, agreesTo: 0 };

  /** null: one of the two has no record there that says anything. */
  const isSame = async (seq: number): Promise<boolean | null> => {
    const [logged, stored] = [await log.recordAt(seq), await storedAt(store, seq)];
    const decisions = [logged?.record, stored].map((record) => (record === undefined || record === null ? null : decisionOf(record)));
    return decisions.includes(null) ? null : decisions[0] === decisions[1];
  };
  /** At the nearest record at or before `seq` that says something; where none does they are taken to agree. */
  const agreesNear = async (seq: number): Promise<boolean> => {
    const least = Math.max(log.firstSeq, seq - neighboursMax + 1);
    for (let at = seq; at >= least; at -= 1) {
      const same = await isSame(at);
      if (same !== null) return same;
    }
    return true;
  };

  const epochs = await storedEpochs(store);
  const shared = Math.min(storedTo, log.lastSeq);
  const logged = shared === storedTo ? await log.recordAt(storedTo) : null;
  const epoch = logged?.epoch ?? epochAt(epochs, storedTo);
  // Nothing comparable: the log no longer retains the sequences with which the tables end.
  const isComparable = shared >= log.firstSeq;
  if (!isComparable || (await agreesNear(shared))) {
    // Records that the tables hold behind the end of the log are put back into it, unless an epoch unknown to them began below.
    const refillableTo = resolvePosition(history, { epoch: epochAt(epochs, storedTo), seq: storedTo });
    return { storedTo, epoch, agreesTo: shared === storedTo ? storedTo : Math.max(shared, refillableTo) };
  }
  let [agreed, other] = [log.firstSeq - 1, shared];
  while (other - agreed > 1) {
    const middle = Math.floor((agreed + other) / 2);
    if (await agreesNear(middle)) agreed = middle;
    else other = middle;
  }
  return { storedTo, epoch, agreesTo: agreed };
}

async function storedAt(store: Store, seq: number): Promise<LogRecord | null> {
  for await (const { record } of recordsBetween(store, seq, seq)) return record;
  return null;
}
