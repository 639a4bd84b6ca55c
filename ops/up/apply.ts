/** Brings streams, buckets and tables to the state that this release requires, on one machine, before the parts start. */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { damagedTables } from '#clickhouse/schema/damaged.ts';
import { heldRows } from '#clickhouse/schema/plan.ts';
import { openStore, shownAddress, storeAddress, type Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import { ControlPlaneError, UnfinishedRestoreError, type PlannedChange } from '#schemas/control-plane.ts';
import { openBus } from '../nats/nats.ts';
import { applySides, lineOf, streamSide, tableSide, type Side } from '../scripts/apply/apply-control-plane.ts';

export interface ApplyDeps {
  readonly config: Config;
  /** Prints one line to the person who started the service. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const retryMs = 100;
/**
 * Longest time that the parts wait for tables. When an operator's own store answers later, its tables are made then; the parts work without
 * them until it does.
 */
const tablesWithinMs = 10_000;
const requestTimeoutMs = 60_000;

/** Applies the streams; throws a ControlPlaneError, changing nothing, when a change would destroy something. Waits for NATS. */
export async function applyStreamsAtStart({ config, say, signal }: ApplyDeps): Promise<void> {
  const bus = await Promise.race([openBus(config, 'tickerwire-apply', pino({ level: 'silent' })), aborted(signal)]);
  try {
    await applied(() => streamSide(bus, config), { say, signal });
  } finally {
    await bus.close();
  }
}

/** Applies the tables likewise; when ClickHouse does not answer in time, returns and continues in the background. */
export async function applyTablesAtStart({ config, say, signal }: ApplyDeps): Promise<void> {
  const store = openStore({ ...storeAddress(config), requestTimeoutMs, maxConnections: 1 });
  const all = applied(() => tableSide(store, config), { say, signal })
    .then(() => tellDamaged(store, say))
    .finally(() => store.close());
  all.catch(() => undefined);
  const isDone = await Promise.race([all.then(() => true), sleep(tablesWithinMs, false, { ref: false })]);
  if (isDone) return;
  say(`waiting for ClickHouse at ${shownAddress(config.CLICKHOUSE_URL)}: the tables are created when it answers`);
  all.catch((error: unknown) => signal.aborted || say(`tables: ${(error as Error).message}`));
}

async function tellDamaged(store: Store, say: (line: string) => void): Promise<void> {
  // An operator's own store may not let its user see that.
  const tables = await damagedTables(store).catch(() => []);
  if (tables.length === 0) return;
  const named = tables.map(({ name, parts }) => `${name} ${parts}`).join(', ');
  say(
    `the disk damaged parts of tables. They were set aside (${named}) and rows are missing: npm run rebuild restores what the feed log has, and npm run restore the rest from a backup`,
  );
}

async function applied(side: () => Promise<Side>, { say, signal }: Omit<ApplyDeps, 'config'>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      // The running service fills a table that is missing.
      tell(await applySides([await side()], { isForced: false, accepted: [heldRows] }), say);
      return;
    } catch (error) {
      if (error instanceof UnfinishedRestoreError) throw error;
      if (error instanceof ControlPlaneError)
        throw new ControlPlaneError(
          `${error.message}\nstart with the earlier settings and release, run that command with the new ones meanwhile, and restart`,
        );
      await sleep(retryMs, undefined, { signal, ref: false });
    }
  }
}

/** Prints the changes, except things that were only created. */
function tell(changes: readonly PlannedChange[], say: (line: string) => void): void {
  for (const change of changes) if (change.loss !== null || !/^(make|apply) /.test(change.says)) say(lineOf(change));
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
