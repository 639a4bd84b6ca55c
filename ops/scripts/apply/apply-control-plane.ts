/** Plans changes of streams, buckets and tables, then makes all, or none when one is impossible or would delete data without permission. */
import { setTimeout as sleep } from 'node:timers/promises';
import { applyMigration, planMigration } from '#clickhouse/migrate.ts';
import { applyRetention, planRetention, type RetentionSettings } from '#clickhouse/schema/retention.ts';
import type { Store } from '#clickhouse/store.ts';
import { applyCommand, ControlPlaneError, type PlannedChange } from '#schemas/control-plane.ts';
import { buckets } from '#schemas/subjects.ts';
import { applyStreams, planStreams } from '../../nats/control-plane/change-streams.ts';
import type { StreamSettings } from '../../nats/control-plane/wanted.ts';
import { readStoredCursorSecret, makeCursorSecret } from '../../accounts/cursor-secret.ts';
import type { Bus } from '../../nats/nats.ts';
import { backoff } from '../../process/pause.ts';
import { openBucket } from '../../nats/streams.ts';

const triesMax = 6;

/** The planned changes of NATS or of ClickHouse. */
export interface Side {
  readonly changes: readonly PlannedChange[];
  readonly apply: () => Promise<void>;
}

export async function streamSide(bus: Bus, settings: StreamSettings): Promise<Side> {
  const plan = await planStreams(bus, settings);
  const makeKey: PlannedChange[] = (await isCursorSecretMissing(bus)) ? [{ says: 'make the cursor secret', loss: null, impossible: null }] : [];
  return {
    changes: [...plan.changes, ...makeKey],
    apply: async () => {
      await applyStreams(bus, plan);
      await retried(async () => makeCursorSecret(await openBucket(bus, buckets.accounts)));
    },
  };
}

/** Returns false when its bucket does not exist yet: the plan then has the bucket, and the secret is made with it. */
const isCursorSecretMissing = (bus: Bus): Promise<boolean> =>
  openBucket(bus, buckets.accounts)
    .then(async (bucket) => (await readStoredCursorSecret(bucket)) === null)
    .catch((error: unknown) => {
      if (error instanceof ControlPlaneError) return false;
      throw error;
    });

/** Retries `work`, because a bucket that was just created on a cluster has no leader yet. */
async function retried(work: () => Promise<void>): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures === triesMax - 1) throw error;
      await sleep(backoff(failures, 200, 2_000));
    }
  }
}

export async function tableSide(store: Store, settings: RetentionSettings): Promise<Side> {
  const [plan, retention] = [await planMigration(store), await planRetention(store, settings)];
  return {
    changes: [...plan.changes, ...retention.map(({ says, loss, impossible }) => ({ says, loss, impossible }))],
    apply: async () => {
      await applyMigration(store, plan);
      await applyRetention(store, settings);
    },
  };
}

/** Makes the changes and returns them. When one is refused, throws a ControlPlaneError and makes none. `accepted` lists allowed losses. */
export async function applySides(
  sides: readonly Side[],
  { isForced, accepted = [] }: { readonly isForced: boolean; readonly accepted?: readonly string[] },
): Promise<PlannedChange[]> {
  const changes = sides.flatMap((side) => side.changes);
  const refused = changes.filter(({ loss, impossible }) => impossible !== null || (loss !== null && !isForced && !accepted.includes(loss)));
  if (refused.length > 0) {
    const isImpossible = refused.some(({ impossible }) => impossible !== null);
    throw new ControlPlaneError(
      `nothing was changed:\n${refused.map((change) => `  ${lineOf(change)}`).join('\n')}${isImpossible ? '' : `\n${applyCommand} --force makes these changes`}`,
    );
  }
  for (const side of sides) if (side.changes.length > 0) await side.apply();
  return changes;
}

export function lineOf({ says, loss, impossible }: PlannedChange): string {
  if (impossible !== null) return `cannot ${says}: ${impossible}`;
  return loss === null ? says : `${says}; ${loss}`;
}
