/** Reads the feed log as the tables have it: its end, and every record. */
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

/** Returns the last sequence in the tables, drops and gaps included, and their newest generation; zeros when the tables are empty. */
export async function storedEnd(store: Store): Promise<z.infer<typeof End>> {
  const [found] = await store.query(checkpoint, {}, End);
  return found ?? { seq: 0, generation: 0 };
}

export const lastSequence = async (store: Store): Promise<number> => (await storedEnd(store)).seq;

const newestRow = loadQuery('feed/newest-row');

/** Returns the greatest sequence of a row; 0: none. For checks whether the tables answer, at a tenth of the work of `lastSequence`. */
export async function newestRowSequence(store: Store): Promise<number> {
  const [found] = await store.query(newestRow, {}, SeqRow);
  return found?.seq ?? 0;
}

const recordsQuery = loadQuery('feed/records-between');
const unservedQuery = loadQuery('feed/drops-between');
const nextQuery = loadQuery('feed/next-sequence');
export const UnservedRecord = z.object({ seq: z.int(), record: z.string() });
/** Maximum number of records of the log in memory at once. */
const recordsAtOnce = 500;

/** Yields everything stored of the log from `fromSeq` to `toSeq`, both included, in order and as written: rows, and records that are not rows. */
export async function* recordsBetween(store: Store, fromSeq: number, toSeq: number): AsyncGenerator<NumberedRecord, void, undefined> {
  let from = fromSeq;
  while (from <= toSeq) {
    const range = { from, to: Math.min(from + recordsAtOnce - 1, toSeq) };
    const [rows, unserved] = await Promise.all([store.query(recordsQuery, range, RecordRow), store.query(unservedQuery, range, UnservedRecord)]);
    // A row takes precedence: the other record is a gap from a writer that could not find the row.
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

/** Returns the record of a row of the table drops; throws when it cannot be read. */
export function restoreUnserved({ seq, record }: z.infer<typeof UnservedRecord>): NumberedRecord {
  const restored = restoreRecord(JSON.parse(record));
  if (restored === null) throw new Error(`row ${seq} of the table drops is not a record of the feed log`);
  return { seq, record: restored };
}
