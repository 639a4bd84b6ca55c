/** Reads from the tables what refine needs of records that the feed log no longer has: identities of documents, and Form 4 filings. */
import { z } from 'zod';
import { readFeedValue, type LogRecord } from '#schemas/feed-log.ts';
import { UidHex } from './columns.ts';
import { RecordColumns, restoreRow } from './record.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface IdentityBatch {
  readonly documents: readonly { readonly uid: string; readonly digest: string }[];
  /** Form 4 records, ascending. */
  readonly form4: readonly { readonly seq: number; readonly record: LogRecord }[];
  /** The last sequence that has been read. */
  readonly toSeq: number;
}

const identities = loadQuery('refine/identities-between');
const form4Rows = loadQuery('refine/form4-rows-between');
const form4Drops = loadQuery('refine/form4-drops-between');
const next = loadQuery('feed/next-sequence');

const Identity = z.object({ uid_hex: UidHex, digest: z.string().length(32) });
const Dropped = z.object({ seq: z.int(), record: z.string() });
const SeqRow = z.object({ seq: z.int() });
const sequencesAtOnce = 20_000;

/** Yields the tables' records below `belowSeq` in ascending batches. */
export async function* identitiesBelow(store: Store, belowSeq: number): AsyncGenerator<IdentityBatch, void, undefined> {
  let from = 1;
  while (from < belowSeq) {
    const [first] = await store.query(next, { from }, SeqRow);
    if (first === undefined || first.seq >= belowSeq) return;
    const range = { from: first.seq, to: Math.min(first.seq + sequencesAtOnce, belowSeq) - 1 };
    const [documents, rows, drops] = await Promise.all([
      store.query(identities, range, Identity),
      store.query(form4Rows, range, RecordColumns),
      store.query(form4Drops, range, Dropped),
    ]);
    const form4 = [...rows.map((row) => ({ seq: row.seq, record: restoreRow(row) })), ...drops.map(restored)];
    yield {
      documents: documents.map(({ uid_hex, digest }) => ({ uid: uid_hex, digest })),
      form4: form4.toSorted((left, right) => left.seq - right.seq),
      toSeq: range.to,
    };
    from = range.to + 1;
  }
}

function restored({ seq, record }: z.infer<typeof Dropped>): { seq: number; record: LogRecord } {
  const reading = readFeedValue(JSON.parse(record));
  if (!reading.ok) throw new Error(`row ${seq} of the table drops is not a record of the feed log: ${reading.reason}`);
  return { seq, record: reading.record };
}
