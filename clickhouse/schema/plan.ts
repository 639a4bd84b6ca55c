/** Plans the change from the present to the wanted tables: missing migrations, and differences that no migration resolves. */
import type { PlannedChange } from '#schemas/control-plane.ts';
import { engineFor } from '../ddl.ts';
import type { Migration } from './migrations.ts';
import type { PresentSchema } from './present.ts';
import type { WantedTable } from './wanted.ts';

export interface SchemaPlan {
  readonly changes: readonly PlannedChange[];
  readonly migrations: readonly Migration[];
  /** Tables that are missing although their migrations were applied. */
  readonly gone: readonly WantedTable[];
  /** Names of applied migrations of later releases, with which this release is compatible. */
  readonly ahead: readonly string[];
}

interface WantedSchema {
  readonly database: string;
  readonly cluster: string | null;
  readonly migrations: readonly Migration[];
  /** Not compared if empty. */
  readonly tables: readonly WantedTable[];
}

export const lossOfRows = 'its rows are lost: restore a backup, or refill it with npm run rebuild';

const impossible = (says: string, why: string): PlannedChange => ({ says, loss: null, impossible: why });

export function planSchema(wanted: WantedSchema, present: PresentSchema): SchemaPlan {
  const { database, migrations } = wanted;
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  const newest = migrations.at(-1)?.number ?? 0;
  const unknown = present.applied.filter(({ number }) => !known.has(number));
  const changed = present.applied.flatMap(({ number, checksum }) => {
    const migration = known.get(number);
    return migration === undefined || migration.checksum === checksum ? [] : [migration];
  });
  const tooNew = unknown.filter(({ compatible_from: from }) => from > newest);
  const missing = migrations.filter(({ number }) => !present.applied.some((applied) => applied.number === number));
  const refusals = [
    ...changed.map(({ name }) => impossible(`apply ${name} to database ${database}`, `migration ${name} was changed after it was applied`)),
    ...tooNew.map(({ name }) =>
      impossible(
        `run this release on database ${database}`,
        `it has migration ${name} of a newer release, which is not compatible with this one: run the newer release`,
      ),
    ),
  ];
  const steps = missing.map(({ name, loss }): PlannedChange => ({ says: `apply ${name} to database ${database}`, loss, impossible: null }));
  // Tables are compared only when all migrations are applied.
  const tables = missing.length > 0 ? { changes: [], gone: [] } : planTables(wanted, present, unknown.length > 0);
  return {
    changes: [...refusals, ...steps, ...tables.changes],
    migrations: missing,
    gone: tables.gone,
    ahead: unknown.map(({ name }) => name),
  };
}

function planTables(
  { database, cluster, tables }: WantedSchema,
  present: PresentSchema,
  isAhead: boolean,
): { readonly changes: PlannedChange[]; readonly gone: WantedTable[] } {
  const gone = tables.filter(({ name }) => !present.engines.has(name));
  const changes = tables.flatMap((table): PlannedChange[] => {
    const title = `table ${database}.${table.name}`;
    const engine = present.engines.get(table.name);
    if (engine === undefined) return [{ says: `make ${title}, empty`, loss: lossOfRows, impossible: null }];
    const wanted = engineFor(cluster, table.engine);
    const columns = present.columns.get(table.name);
    // A later release may have widened the type of a column.
    const differing = [...table.columns].filter(([name, type]) => (isAhead ? !columns?.has(name) : columns?.get(name) !== type));
    return [
      ...(engine === wanted
        ? []
        : [
            impossible(
              `change ${title}: engine ${engine} -> ${wanted} (CLICKHOUSE_CLUSTER)`,
              'the engine cannot be changed: set CLICKHOUSE_DATABASE to a new name',
            ),
          ]),
      ...differing.map(([name, type]) =>
        impossible(`change ${title}: column ${name} ${columns?.get(name) ?? 'missing'} -> ${type}`, 'it was changed by hand: change it back by hand'),
      ),
    ];
  });
  return { changes, gone };
}
