/** Reads the present state of a database: its tables, their columns, their damaged parts, and the applied migrations. */
import { z } from 'zod';
import { loadQuery } from '../sql.ts';
import type { Store } from '../store.ts';

/** Table of the applied migrations. */
export const ledger = 'schema_versions';
export const ledgerStatement = `CREATE TABLE IF NOT EXISTS ${ledger}
(number UInt32, name String, checksum String, compatible_from UInt32, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
ENGINE = MergeTree ORDER BY number`;

const queries = {
  tables: loadQuery('schema/tables'),
  columns: loadQuery('schema/columns'),
  ledger: loadQuery('schema/ledger'),
  damagedParts: loadQuery('schema/damaged-parts'),
};

const Applied = z.object({ number: z.int(), name: z.string(), checksum: z.string(), compatible_from: z.int() });
type Applied = z.infer<typeof Applied>;
const Table = z.object({ name: z.string(), engine: z.string() });
const Damaged = z.object({ name: z.string(), parts: z.int() });
const Column = z.object({ table: z.string(), name: z.string(), type: z.string() });

export interface PresentSchema {
  /** Ascending by number; empty if the database is missing or empty. */
  readonly applied: readonly Applied[];
  /** Table -> engine, the ledger included. */
  readonly engines: ReadonlyMap<string, string>;
  /** Table -> column -> type. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export async function presentSchema(store: Store): Promise<PresentSchema> {
  const { database } = store;
  const tables = await store.queryOutside(queries.tables, { database }, Table);
  const engines = new Map(tables.map(({ name, engine }) => [name, engine]));
  const columns = new Map<string, Map<string, string>>();
  for (const { table, name, type } of await store.queryOutside(queries.columns, { database }, Column)) {
    columns.getOrInsertComputed(table, () => new Map<string, string>()).set(name, type);
  }
  const applied = engines.has(ledger) ? await store.queryOutside(queries.ledger, { database }, Applied) : [];
  return { applied: applied.toSorted((a, b) => a.number - b.number), engines, columns };
}

/** Returns the tables with damaged parts, which ClickHouse detached when it started, and the number of these parts. */
export const damagedTables = (store: Store): Promise<z.infer<typeof Damaged>[]> =>
  store.queryOutside(queries.damagedParts, { database: store.database }, Damaged);
