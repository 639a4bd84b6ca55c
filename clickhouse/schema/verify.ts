/** Verifies that the tables are those that this release needs. */
import { applyCommand, complaint, ControlPlaneError } from '#schemas/control-plane.ts';
import type { Store } from '../store.ts';
import { readMigrations } from './migrations.ts';
import { planSchema } from './plan.ts';
import { presentSchema } from './present.ts';
import { wantedTables } from './wanted.ts';

/**
 * Returns warnings, one line each. Throws a one-line ControlPlaneError if the database lacks something that this release needs, or has
 * something incompatible.
 */
export async function verifySchema(store: Store): Promise<string[]> {
  const { database, cluster } = store;
  const present = await presentSchema(store);
  const migrations = readMigrations();
  const plan = planSchema({ database, cluster, migrations, tables: wantedTables() }, present);
  const refused = plan.changes.filter(({ impossible }) => impossible !== null);
  if (refused.length > 0) throw new ControlPlaneError(complaint(refused.map(({ says, impossible }) => `cannot ${says}: ${impossible}`)));
  if (plan.migrations.length > 0) {
    const has = present.applied.at(-1)?.name ?? 'none';
    throw new ControlPlaneError(`database ${database} has migration ${has}, this release needs ${migrations.at(-1)!.name}: run ${applyCommand}`);
  }
  const [gone] = plan.gone;
  if (gone !== undefined)
    throw new ControlPlaneError(`table ${database}.${gone.name} is missing, though its migrations were applied: run ${applyCommand} --dry-run`);
  return plan.ahead.map((name) => `database ${database} has migration ${name} of a newer release, which is compatible with this one`);
}
