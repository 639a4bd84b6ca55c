/**
 * Migrates a database to the state in tables/: applies each missing migration in order and records it (schema/present.ts). Only
 * `npm run admin -- apply` and rebuilds migrate.
 */
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { ddlFor } from './ddl.ts';
import { readMigrations, releasedMigrations } from './schema/migrations.ts';
import { planSchema, type SchemaPlan } from './schema/plan.ts';
import { ledger, ledgerStatement, presentSchema } from './schema/present.ts';
import { wantedTables } from './schema/wanted.ts';
import type { Store } from './store.ts';

interface MigrateOptions {
  readonly folder?: string;
}

/** Returns the missing migrations and the differences that no migration resolves. */
export async function planMigration(store: Store, { folder = releasedMigrations }: MigrateOptions = {}): Promise<SchemaPlan> {
  const { database, cluster } = store;
  // Only the released migrations can be compared with tables/.
  const tables = folder === releasedMigrations ? wantedTables() : [];
  return planSchema({ database, cluster, migrations: readMigrations(folder), tables }, await presentSchema(store));
}

/** Applies a plan that has no impossible changes. Statements can be repeated, so a second run completes an interrupted one. */
export async function applyMigration(store: Store, { migrations, gone }: SchemaPlan): Promise<void> {
  const { cluster, database } = store;
  const command = (name: string, text: string): Promise<void> => store.command({ name, text: ddlFor(cluster, text) });
  await store.commandOutside({ name: 'create database', text: ddlFor(cluster, 'CREATE DATABASE IF NOT EXISTS {database:Identifier}') }, { database });
  await command('create the ledger', ledgerStatement);
  for (const { number, name, checksum, compatibleFrom, statements } of migrations) {
    for (const text of statements) await command(name, text);
    await store.insert(ledger, [{ number, name, checksum, compatible_from: compatibleFrom }]);
  }
  for (const { name, statement } of gone) await command(`create ${name}`, statement);
}

/**
 * Applies the missing migrations without confirmation, for a database that the caller has created. Returns their names in order. Throws a
 * ControlPlaneError if a change is impossible.
 */
export async function migrate(store: Store, options: MigrateOptions = {}): Promise<string[]> {
  const plan = await planMigration(store, options);
  const refused = plan.changes.find(({ impossible }) => impossible !== null);
  if (refused !== undefined) throw new ControlPlaneError(`cannot ${refused.says}: ${refused.impossible}`);
  await applyMigration(store, plan);
  return plan.migrations.map(({ name }) => name);
}
