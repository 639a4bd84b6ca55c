/**
 * Reads and writes, for backups, the tables that cannot be restored from the feed log. Rows are JSON with instants in ClickHouse's format, and
 * with integers that may exceed 2^53 as text.
 */
import { z } from 'zod';
import { loadQuery, type Query } from './sql.ts';
import type { Params, Store } from './store.ts';

export const keptTables = ['webhook_attempts', 'radar_digests', 'coverage'] as const;
export type KeptTable = (typeof keptTables)[number];

type Row = Readonly<Record<string, unknown>>;

interface Shape {
  readonly query: Query;
  readonly row: z.ZodType<Row>;
  /** The columns of the table's sort key, with values that sort before every row. */
  readonly start: Readonly<Record<string, string | number>>;
}

const shapes: Readonly<Record<KeptTable, Shape>> = {
  webhook_attempts: {
    query: loadQuery('backup/webhook-attempts-after'),
    row: z.strictObject({
      account_id: z.string(),
      webhook_id: z.string(),
      attempted_at: z.string(),
      number: z.int(),
      attempt: z.int(),
      kind: z.string(),
      created_at: z.string(),
      ticker: z.string(),
      feed_seq: z.int(),
      uid: z.string(),
      duration_ms: z.int(),
      status: z.int(),
      error: z.string(),
      answer: z.string(),
      next_at: z.string().nullable(),
    }),
    start: { account_id: '', webhook_id: '', attempted_at: '1970-01-01 00:00:00.000', number: 0, attempt: 0 },
  },
  radar_digests: {
    query: loadQuery('backup/radar-digests-after'),
    row: z.strictObject({ span: z.string(), as_of: z.string(), snapshot_id: z.string(), to_seq: z.int(), hashes: z.string() }),
    start: { span: '', as_of: '1970-01-01 00:00:00.000', snapshot_id: '' },
  },
  coverage: {
    query: loadQuery('backup/coverage-after'),
    row: z.strictObject({ generated_at: z.string(), report: z.string() }),
    start: { generated_at: '1970-01-01 00:00:00.000' },
  },
};

const rowsAtOnce = 2_000;

/** Yields all rows of a table in batches, in the order of its sort key. */
export async function* keptRows(store: Store, table: KeptTable): AsyncGenerator<Row[], void, undefined> {
  const { query, row, start } = shapes[table];
  for (let after: Params = start; ;) {
    const rows = await store.query(query, { ...after, limit: rowsAtOnce }, row);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = Object.fromEntries(Object.keys(start).map((name) => [name, last[name] as string | number]));
  }
}

/** Inserts rows of a backup. Throws if one does not fit the table. Inserting rows again has no effect on readers. */
export const insertKeptRows = (store: Store, table: KeptTable, rows: readonly unknown[]): Promise<void> =>
  store.insert(
    table,
    rows.map((row) => shapes[table].row.parse(row)),
  );
