/**
 * Sets the retention of tables that have a setting for it. All other tables keep their rows for ever or, as those of Radar snapshots, for a
 * fixed time.
 */
import { z } from 'zod';
import type { Config } from '#schemas/config.ts';
import type { PlannedChange } from '#schemas/control-plane.ts';
import { ddlFor } from '../ddl.ts';
import { loadQuery } from '../sql.ts';
import type { Store } from '../store.ts';

export const tableRetention = {
  webhook_attempts: { column: 'attempted_at', setting: 'WEBHOOK_ATTEMPTS_MAX_AGE_DAYS' },
  radar_digests: { column: 'as_of', setting: 'RADAR_DIGESTS_MAX_AGE_DAYS' },
} as const;

export type RetentionSettings = Pick<Config, (typeof tableRetention)[keyof typeof tableRetention]['setting']>;

const query = loadQuery('schema/retention');
const Row = z.object({ name: z.string(), days: z.int() });

export async function planRetention(store: Store, settings: RetentionSettings): Promise<(PlannedChange & { readonly statement: string })[]> {
  const { database, cluster } = store;
  const present = new Map((await store.queryOutside(query, { database }, Row)).map(({ name, days }) => [name, days]));
  return Object.entries(tableRetention).flatMap(([name, { column, setting }]) => {
    const [is, wanted] = [present.get(name), settings[setting]];
    if (is === undefined || is === wanted) return [];
    const says = `change table ${database}.${name}: keep rows ${is === 0 ? 'forever' : `for ${is} days`} -> for ${wanted} days (${setting})`;
    const loss = is === 0 || wanted < is ? 'deletes older rows' : null;
    const statement = ddlFor(cluster, `ALTER TABLE ${name} MODIFY TTL toDateTime(${column}) + INTERVAL ${wanted} DAY`);
    return [{ says, loss, impossible: null, statement }];
  });
}

export async function applyRetention(store: Store, settings: RetentionSettings): Promise<void> {
  for (const { statement } of await planRetention(store, settings)) await store.command({ name: 'keep rows for', text: statement });
}
