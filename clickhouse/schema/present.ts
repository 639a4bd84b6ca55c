/** Reads the present state of a database: its tables, their columns, and the applied migrations. */
import { z } from 'zod';
import { loadQuery } from '../sql.ts';
import type { Store } from '../store.ts';
import { ledger } from './ledger.ts';

const queries = {
  tables: loadQuery('schema/tables'),
  columns: loadQuery('schema/columns'),
  ledger: loadQuery('schema/ledger'),
};

const Applied = z.object({ number: z.int(), name: z.string(), checksum: z.string(), compatible_from: z.int() });
type Applied = z.infer<typeof Applied>;
const Table = z.object({ name: z.string(), engine: z.string() });
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
