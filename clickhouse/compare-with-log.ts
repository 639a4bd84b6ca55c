/** Checks that the tables were written from this feed log: the newest record that both have must be the same. */
import { decisionOf, type LogRecord } from '#schemas/feed-log.ts';
import { lastSequence, recordsBetween } from './feed-records.ts';
import type { Store } from './store.ts';

/** The log as ops/feed-log/log-view.ts reads it. */
interface ComparedLog {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly recordAt: (seq: number) => Promise<LogRecord | null>;
}

interface Agreement {
  readonly storedTo: number;
  /** The newest sequence for which both have a record; null if none of the last sequences has one in both. */
  readonly comparedAt: number | null;
  readonly isSame: boolean;
}

/** Maximum number of sequences to examine. Lost records and gaps cannot be compared. */
const sequencesMax = 16;

export async function compareWithLog(store: Store, log: ComparedLog): Promise<Agreement> {
  const storedTo = await lastSequence(store);
  const shared = Math.min(storedTo, log.lastSeq);
  for (let at = shared; at >= Math.max(1, log.firstSeq, shared - sequencesMax + 1); at -= 1) {
    const decisions = [await log.recordAt(at), await storedAt(store, at)].map((record) => (record === null ? null : decisionOf(record)));
    if (!decisions.includes(null)) return { storedTo, comparedAt: at, isSame: decisions[0] === decisions[1] };
  }
  return { storedTo, comparedAt: null, isSame: true };
}

async function storedAt(store: Store, seq: number): Promise<LogRecord | null> {
  for await (const { record } of recordsBetween(store, seq, seq)) return record;
  return null;
}
