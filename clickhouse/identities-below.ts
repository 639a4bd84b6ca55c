/** Reads what refine needs of old records, which only the tables still have: identities of documents, and Form 4 records. */
import { z } from 'zod';
import { SeqRow, UidHex } from './columns.ts';
import { restoreUnserved, UnservedRecord, type NumberedRecord } from './feed-records.ts';
import { RecordRow, restoreRow } from './record.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

interface IdentityBatch {
  readonly documents: readonly { readonly uid: string; readonly digest: string }[];
  /** Form 4 records, ascending. */
  readonly form4: readonly NumberedRecord[];
  readonly toSeq: number;
}

const identities = loadQuery('refine/identities-between');
const form4Rows = loadQuery('refine/form4-rows-between');
const form4Drops = loadQuery('refine/form4-drops-between');
const next = loadQuery('feed/next-sequence');

const Identity = z.object({ uid_hex: UidHex, digest: z.string().length(32) });
const sequencesAtOnce = 20_000;

/** Yields the identities and Form 4 records with sequences below `belowSeq`, in batches, ascending. Throws if a record cannot be read. */
export async function* identitiesBelow(store: Store, belowSeq: number): AsyncGenerator<IdentityBatch, void, undefined> {
  let from = 1;
  while (from < belowSeq) {
    const [first] = await store.query(next, { from }, SeqRow);
    if (first === undefined || first.seq >= belowSeq) return;
    const range = { from: first.seq, to: Math.min(first.seq + sequencesAtOnce, belowSeq) - 1 };
    const [documents, rows, drops] = await Promise.all([
      store.query(identities, range, Identity),
      store.query(form4Rows, range, RecordRow),
      store.query(form4Drops, range, UnservedRecord),
    ]);
    const form4 = [...rows.map((row) => ({ seq: row.seq, record: restoreRow(row) })), ...drops.map(restoreUnserved)];
    yield {
      documents: documents.map(({ uid_hex, digest }) => ({ uid: uid_hex, digest })),
      form4: form4.toSorted((left, right) => left.seq - right.seq),
      toSeq: range.to,
    };
    from = range.to + 1;
  }
}
