/**
 * Migrates a database to the state in tables/: applies each missing migration of migrations/ once, in order, and records it
 * (schema/ledger.ts). A database without tables gets those in tables/, the result of all migrations. Used by the one command that changes
 * tables, and for databases that a rebuild fills.
 */
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { ddlFor } from './ddl.ts';
import { ledger, ledgerStatement } from './schema/ledger.ts';
import { readMigrations, releasedMigrations, type Migration } from './schema/migrations.ts';
import { planSchema, type SchemaPlan } from './schema/plan.ts';
import { presentSchema } from './schema/present.ts';
import { wantedTables } from './schema/wanted.ts';
import type { Store } from './store.ts';

export interface MigrateOptions {
  /** Default: migrations/ of this folder. */
  readonly folder?: string;
}

/** Returns the missing migrations and the differences that no migration resolves. Changes nothing. */
export async function planMigration(store: Store, { folder = releasedMigrations }: MigrateOptions = {}): Promise<SchemaPlan> {
  const { database, cluster } = store;
  // Only the released migrations can be compared with tables/.
  const tables = folder === releasedMigrations ? wantedTables() : [];
  return planSchema({ database, cluster, migrations: readMigrations(folder), tables }, await presentSchema(store));
}

/** Applies a plan without impossible changes. Each statement can be run again, so the next run repairs an interrupted one. */
export async function applyMigration(store: Store, { migrations, first, gone }: SchemaPlan): Promise<void> {
  const { cluster, database } = store;
  const command = (name: string, text: string): Promise<void> => store.command({ name, text: ddlFor(cluster, text) });
  await store.commandOutside({ name: 'create database', text: ddlFor(cluster, 'CREATE DATABASE IF NOT EXISTS {database:Identifier}') }, { database });
  await command('create the ledger', ledgerStatement);
  for (const { name, statement } of first) await command(`create ${name}`, statement);
  if (first.length > 0) await record(store, migrations);
  else {
    for (const migration of migrations) {
      for (const text of migration.statements) await command(migration.name, text);
      await record(store, [migration]);
    }
  }
  for (const { name, statement } of gone) await command(`create ${name}`, statement);
}

async function record(store: Store, migrations: readonly Migration[]): Promise<void> {
  const entries = migrations.map(({ number, name, checksum, compatibleFrom }) => ({ number, name, checksum, compatible_from: compatibleFrom }));
  await store.insert(ledger, entries);
}

/** Plans and applies, for a database that belongs to the caller. Returns the names of the applied migrations, in order. */
export async function migrate(store: Store, options: MigrateOptions = {}): Promise<string[]> {
  const plan = await planMigration(store, options);
  const refused = plan.changes.find(({ impossible }) => impossible !== null);
  if (refused !== undefined) throw new ControlPlaneError(`cannot ${refused.says}: ${refused.impossible}`);
  await applyMigration(store, plan);
  return plan.migrations.map(({ name }) => name);
}
