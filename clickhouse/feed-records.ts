/** Reads records of the feed log from the tables. */
import { z } from 'zod';
import type { LogRecord } from '#schemas/feed-log.ts';
import { SeqRow } from './columns.ts';
import { RecordRow, restoreRecord, restoreRow } from './record.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface NumberedRecord {
  readonly seq: number;
  readonly record: LogRecord;
}

const checkpoint = loadQuery('feed/checkpoint');

const End = z.object({ seq: z.int(), generation: z.int() });

/** Returns the last sequence in the tables and the newest generation; zeros if the tables are empty. */
export async function storedEnd(store: Store): Promise<z.infer<typeof End>> {
  const [found] = await store.query(checkpoint, {}, End);
  return found ?? { seq: 0, generation: 0 };
}

export const lastSequence = async (store: Store): Promise<number> => (await storedEnd(store)).seq;

const newestRow = loadQuery('feed/newest-row');

/** Returns the highest sequence of a row, or 0. A check whether the tables answer uses it, because `lastSequence` takes ten times as long. */
export async function newestRowSequence(store: Store): Promise<number> {
  const [found] = await store.query(newestRow, {}, SeqRow);
  return found?.seq ?? 0;
}

const recordsQuery = loadQuery('feed/records-between');
const unservedQuery = loadQuery('feed/drops-between');
const nextQuery = loadQuery('feed/next-sequence');
export const UnservedRecord = z.object({ seq: z.int(), record: z.string() });
const recordsAtOnce = 500;

/** Yields the stored records from `fromSeq` to `toSeq`, both inclusive, in order and unchanged. */
export async function* recordsBetween(store: Store, fromSeq: number, toSeq: number): AsyncGenerator<NumberedRecord, void, undefined> {
  let from = fromSeq;
  while (from <= toSeq) {
    const range = { from, to: Math.min(from + recordsAtOnce - 1, toSeq) };
    const [rows, unserved] = await Promise.all([store.query(recordsQuery, range, RecordRow), store.query(unservedQuery, range, UnservedRecord)]);
    // If a sequence has a row and another record, the other one is a gap of a writer that did not find the row.
    const records = new Map(
      [...unserved.map(restoreUnserved), ...rows.map((row) => ({ seq: row.seq, record: restoreRow(row) }))].map((one) => [one.seq, one]),
    );
    yield* [...records.values()].toSorted((left, right) => left.seq - right.seq);
    from = range.to + 1;
    if (records.size > 0) continue;
    const [next] = await store.query(nextQuery, { from }, SeqRow);
    if (next === undefined) return;
    from = next.seq;
  }
}

/** Returns the record in a row of the table drops. Throws if it cannot be read. */
export function restoreUnserved({ seq, record }: z.infer<typeof UnservedRecord>): NumberedRecord {
  const restored = restoreRecord(JSON.parse(record));
  if (restored === null) throw new Error(`row ${seq} of the table drops is not a record of the feed log`);
  return { seq, record: restored };
}
