/**
 * Replaces the live tables by rebuilt ones, one after the other, and continues after an interruption. The rebuilt tables are in a separate
 * database, which also has the plan: the UUIDs of the rebuilt tables. A swapped table keeps its UUID, so the plan shows which tables are
 * swapped already.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { ddlFor } from './ddl.ts';
import { presentSchema } from './schema/present.ts';
import type { Query } from './sql.ts';
import type { Store } from './store.ts';

export const rebuiltDatabase = (live: Pick<Store, 'database'>): string => `${live.database}_rebuild`;

const Table = z.object({ name: z.string() });
const PlannedTable = z.object({ name: z.string(), is_live: z.int() });
const Count = z.object({ count: z.int() });

const listTables = { name: 'list tables', text: 'SELECT name FROM system.tables WHERE database = {fresh:String}' };
const createPlan = {
  name: 'create swap plan',
  text: 'CREATE TABLE IF NOT EXISTS {fresh:Identifier}.swap_plan (name String, uuid UUID) ENGINE = MergeTree ORDER BY name SETTINGS fsync_after_insert = 1, fsync_part_directory = 1',
};
/** Tables that cannot be rebuilt from the log. The live ones stay. */
const keptTables = ['coverage', 'radar_digests', 'radar_rows', 'radar_snapshots', 'webhook_attempts'];
// The insert is one block, so that the plan is stored whole or not at all.
const fillPlan = {
  name: 'fill swap plan',
  text: `INSERT INTO {fresh:Identifier}.swap_plan
    SELECT name, uuid FROM system.tables WHERE database = {fresh:String} AND name NOT IN ('schema_versions', 'swap_plan')
      AND (name NOT IN {kept:Array(String)} OR name NOT IN (SELECT name FROM system.tables WHERE database = {live:String}))`,
};
const countPlan = { name: 'count swap plan', text: 'SELECT count() AS count FROM {fresh:Identifier}.swap_plan' };
/**
 * Lists the tables that are not swapped yet, and whether a live table of that name exists. feed_epochs comes last: until then, readers
 * ignore records of generations that only the rebuilt feed_epochs has.
 */
const listUnswapped = {
  name: 'list unswapped tables',
  text: `SELECT name, (name IN (SELECT name FROM system.tables WHERE database = {live:String})) AS is_live
    FROM system.tables
    WHERE database = {fresh:String} AND (name, uuid) IN (SELECT name, uuid FROM {fresh:Identifier}.swap_plan)
    ORDER BY name = 'feed_epochs', name`,
};
const exchange = {
  name: 'swap table',
  text: 'EXCHANGE TABLES {live:Identifier}.{name:Identifier} AND {fresh:Identifier}.{name:Identifier}',
};
const move = { name: 'move table', text: 'RENAME TABLE {fresh:Identifier}.{name:Identifier} TO {live:Identifier}.{name:Identifier}' };
const countInserts = {
  name: 'count inserts',
  text: "SELECT count() AS count FROM system.processes WHERE query_kind = 'Insert' AND current_database = {live:String}",
};

const inCluster = ({ cluster }: Store, { name, text }: Query): Query => ({ name, text: ddlFor(cluster, text) });
const namesOf = (live: Store): { live: string; fresh: string } => ({ live: live.database, fresh: rebuiltDatabase(live) });

/** Throws if the databases have different migrations, because the live ledger would then not fit the rebuilt tables. */
export async function checkMigrations(live: Store, fresh: Store): Promise<void> {
  const [before, after] = await Promise.all(
    [live, fresh].map(async (store) => (await presentSchema(store)).applied.map(({ name }) => name).join(' ')),
  );
  if (before !== after)
    throw new ControlPlaneError(
      `database ${live.database} has the migrations ${before}, ${fresh.database} has ${after}: rebuild with the newer release`,
    );
}

/** Returns the stage of a rebuild. `copying` means that the rebuilt tables may be incomplete, `swapping` that they are complete. */
export async function rebuildStage(live: Store): Promise<'none' | 'copying' | 'swapping'> {
  const { fresh } = namesOf(live);
  const tables = await live.queryOutside(listTables, { fresh }, Table);
  if (!tables.some(({ name }) => name === 'swap_plan')) return tables.length === 0 ? 'none' : 'copying';
  const [planned] = await live.query(countPlan, { fresh }, Count);
  return planned?.count === 0 ? 'copying' : 'swapping';
}

/** Stores the plan. After this the swap must be completed, also after a crash. */
export async function planSwap(live: Store): Promise<void> {
  const names = namesOf(live);
  await live.command(inCluster(live, createPlan), { fresh: names.fresh });
  await live.command(fillPlan, { ...names, kept: keptTables });
}

/**
 * Swaps the remaining tables of the plan, then drops the old ones. No writer may be active. During the swap, readers see a mixture of old and
 * new tables that serves the same rows, because both have the log up to the same sequence. `mayGoOn` throws if this process has lost its
 * lease.
 */
export async function swapTables(live: Store, mayGoOn: () => void = () => undefined): Promise<void> {
  const names = namesOf(live);
  for (const { name, is_live } of await live.query(listUnswapped, names, PlannedTable)) {
    mayGoOn();
    await live.command(inCluster(live, is_live === 1 ? exchange : move), { ...names, name });
  }
  await dropRebuilt(live);
}

export const dropRebuilt = (live: Store): Promise<void> => dropDatabase({ ...live, database: rebuiltDatabase(live) });

/** Drops the database on every node of the cluster. */
export async function dropDatabase(store: Store): Promise<void> {
  const { cluster, database } = store;
  await store.commandOutside({ name: 'drop database', text: ddlFor(cluster, 'DROP DATABASE IF EXISTS {database:Identifier} SYNC') }, { database });
}

const queryInsertsEveryMs = 200;

/** Waits until no insert into the live tables is running, such as one of a writer that has lost its lease. Throws after `timeoutMs`. */
export async function insertsEnded(live: Store, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const [found] = await live.query(countInserts, { live: live.database }, Count);
    if (found?.count === 0) return;
    if (performance.now() > deadline) throw new Error(`an insert into ${live.database} is still running after ${timeoutMs / 1_000} s`);
    await sleep(queryInsertsEveryMs);
  }
}
