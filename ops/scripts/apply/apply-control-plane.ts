/**
 * Brings streams, buckets and tables to what the settings and this release want. All is planned before anything is done:
 * where one change would destroy something and that is not asked for, or cannot be made, nothing is changed.
 */
import { applyMigration, planMigration } from '#clickhouse/migrate.ts';
import type { Store } from '#clickhouse/store.ts';
import { applyCommand, ControlPlaneError, type PlannedChange } from '#schemas/control-plane.ts';
import { applyStreams, planStreams } from '../../runtime/control-plane/apply.ts';
import type { StreamSettings } from '../../runtime/control-plane/wanted.ts';
import type { Bus } from '../../runtime/nats.ts';

/** One of the two stores, with what is to be done to it. */
export interface Side {
  readonly changes: readonly PlannedChange[];
  readonly apply: () => Promise<void>;
}

export async function streamSide(bus: Bus, settings: StreamSettings): Promise<Side> {
  const plan = await planStreams(bus, settings);
  return { changes: plan.changes, apply: () => applyStreams(bus, plan) };
}

export async function tableSide(store: Store): Promise<Side> {
  const plan = await planMigration(store);
  return { changes: plan.changes, apply: () => applyMigration(store, plan) };
}

/** Throws a ControlPlaneError, and has changed nothing, where a change is refused; returns the changes that were made. */
export async function applySides(sides: readonly Side[], { isForced }: { readonly isForced: boolean }): Promise<PlannedChange[]> {
  const changes = sides.flatMap((side) => side.changes);
  const refused = changes.filter(({ loss, impossible }) => impossible !== null || (loss !== null && !isForced));
  if (refused.length > 0) {
    const isHopeless = refused.some(({ impossible }) => impossible !== null);
    throw new ControlPlaneError(
      `nothing was changed:\n${refused.map((change) => `  ${lineOf(change)}`).join('\n')}${isHopeless ? '' : `\n${applyCommand} --force makes it so`}`,
    );
  }
  for (const side of sides) if (side.changes.length > 0) await side.apply();
  return changes;
}

export function lineOf({ says, loss, impossible }: PlannedChange): string {
  if (impossible !== null) return `cannot ${says}: ${impossible}`;
  return loss === null ? says : `${says}; ${loss}`;
}
