/** Puts rebuilt tables in the place of the live ones. */
import { z } from 'zod';
import { ddlFor } from './ddl.ts';
import { presentSchema } from './schema/present.ts';
import type { Store } from './store.ts';

const TableName = z.object({ name: z.string() });
const tablesOf = {
  name: 'list tables',
  text: "SELECT name FROM system.tables WHERE database = {database:String} AND name NOT IN ('schema_migrations', 'schema_versions') ORDER BY name",
};

/**
 * Exchanges each table of `live` with its namesake in `fresh`. One table at a time: both sides are made of the same
 * log, so a mixture, as a kill leaves it, serves the same rows. Both must hold the log to the same sequence, with no writer.
 */
export async function swapDatabase(live: Store, fresh: Store): Promise<void> {
  // Tables of another release would stand under the ledger of this one.
  const [before, after] = await Promise.all(
    [live, fresh].map(async (store) => (await presentSchema(store)).applied.map(({ name }) => name).join(' ')),
  );
  if (before !== after)
    throw new Error(`database ${live.database} has the migrations ${before}, ${fresh.database} has ${after}: rebuild with the newer release`);
  const rebuilt = await fresh.query(tablesOf, { database: fresh.database }, TableName);
  for (const { name } of rebuilt) {
    const pair = { live: live.database, fresh: fresh.database, name };
    await live.command(
      {
        name: 'swap table',
        text: ddlFor(live.cluster, 'EXCHANGE TABLES {live:Identifier}.{name:Identifier} AND {fresh:Identifier}.{name:Identifier}'),
      },
      pair,
    );
  }
}

export async function dropDatabase(store: Store): Promise<void> {
  const { cluster, database } = store;
  await store.commandOutside({ name: 'drop database', text: ddlFor(cluster, 'DROP DATABASE IF EXISTS {database:Identifier} SYNC') }, { database });
}
