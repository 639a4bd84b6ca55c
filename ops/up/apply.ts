/** Streams, buckets and tables brought to what this release wants, on one machine, before the parts are started. */
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
/** So long the parts wait for tables. A store of the operator's own that comes later gets them then; the parts work without until it does. */
const tablesWithinMs = 10_000;
const requestTimeoutMs = 60_000;

/** Throws a ControlPlaneError, and has changed nothing, where a change would destroy something. Waits for NATS while `signal` does not abort. */
export async function applyStreamsAtStart({ config, say, signal }: ApplyDeps): Promise<void> {
  const bus = await Promise.race([openBus(config, 'tickerwire-apply', pino({ level: 'silent' })), aborted(signal)]);
  try {
    await applied(() => streamSide(bus, config), { say, signal });
  } finally {
    await bus.close();
  }
}

/** The same of the tables; returns after a while although ClickHouse does not answer, and goes on then. */
export async function applyTablesAtStart({ config, say, signal }: ApplyDeps): Promise<void> {
  const store = openStore({ ...storeAddress(config), requestTimeoutMs, maxConnections: 1 });
  const all = applied(() => tableSide(store, config), { say, signal })
    .then(() => tellDamaged(store, say))
    .finally(() => store.close());
  all.catch(() => undefined);
  const isDone = await Promise.race([all.then(() => true), sleep(tablesWithinMs, false, { ref: false })]);
  if (isDone) return;
  say(`waiting for ClickHouse at ${shownAddress(config.CLICKHOUSE_URL)}: tables are made when it answers`);
  all.catch((error: unknown) => signal.aborted || say(`tables: ${(error as Error).message}`));
}

async function tellDamaged(store: Store, say: (line: string) => void): Promise<void> {
  // A store of the operator's own may not let its user see that.
  const tables = await damagedTables(store).catch(() => []);
  if (tables.length === 0) return;
  const named = tables.map(({ name, parts }) => `${name} ${parts}`).join(', ');
  say(
    `a disk damaged parts of tables, which are set aside (${named}), so rows are missing: npm run rebuild makes anew what the feed log holds, a backup has the rest`,
  );
}

async function applied(side: () => Promise<Side>, { say, signal }: Omit<ApplyDeps, 'config'>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      // A table that is gone is filled by a service that runs.
      tell(await applySides([await side()], { isForced: false, accepted: [heldRows] }), say);
      return;
    } catch (error) {
      if (error instanceof UnfinishedRestoreError) throw error;
      if (error instanceof ControlPlaneError)
        throw new ControlPlaneError(
          `${error.message}\nstart with the settings and the release of before, give that command these ones while it runs, and start anew`,
        );
      await sleep(retryMs, undefined, { signal, ref: false });
    }
  }
}

/** What was made anew is nobody's surprise; what was changed is told. */
function tell(changes: readonly PlannedChange[], say: (line: string) => void): void {
  for (const change of changes) if (change.loss !== null || !/^(make|apply) /.test(change.says)) say(lineOf(change));
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
