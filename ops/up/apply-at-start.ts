/** Changes streams, buckets and tables to what this release needs, before the parts start. */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { damagedTables } from '#clickhouse/schema/present.ts';
import { lossOfRows } from '#clickhouse/schema/plan.ts';
import { openStore, shownAddress, storeAddress, type Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import { ControlPlaneError, UnfinishedRestoreError, type PlannedChange } from '#schemas/control-plane.ts';
import { openBus, shownServers } from '../nats/nats.ts';
import { firstLine } from '../process/health-watch.ts';
import { aborted } from '../process/pause.ts';
import { applySides, lineOf, streamSide, tableSide, type Side } from '../scripts/apply/apply-control-plane.ts';

export interface ApplyDeps {
  readonly config: Config;
  readonly say: (line: string) => void;
  /** Returns what the operator should check when the server does not answer. */
  readonly advice: (server: 'nats' | 'clickhouse') => string;
  readonly signal: AbortSignal;
}

const retryMs = 100;
const slowAfterMs = 5_000;
/** Longest wait of the parts for their tables. When a store answers later, its tables are created then, and the parts work without them. */
const tablesWithinMs = 10_000;
const requestTimeoutMs = 60_000;

interface LastFailure {
  reason: string;
}

/** Changes the streams. Throws a ControlPlaneError, changing nothing, when a change would delete data. Waits for NATS without a limit. */
export async function applyStreamsAtStart({ config, say, advice, signal }: ApplyDeps): Promise<void> {
  const failure: LastFailure = { reason: 'no answer' };
  const slow = setTimeout(() => say(`waiting for NATS at ${shownServers(config)} (${failure.reason}): ${advice('nats')}`), slowAfterMs);
  const opening = openBus(config, 'tickerwire-apply', pino({ level: 'silent' }));
  try {
    const bus = await Promise.race([opening, aborted(signal)]);
    await applied(() => streamSide(bus, config), failure, { say, signal }).finally(() => bus.close());
  } finally {
    clearTimeout(slow);
  }
}

/** Changes the tables in the same way. When ClickHouse does not answer in time, it returns and continues in the background. */
export async function applyTablesAtStart({ config, say, advice, signal }: ApplyDeps): Promise<void> {
  const failure: LastFailure = { reason: 'no answer' };
  const store = openStore({ ...storeAddress(config), requestTimeoutMs, maxConnections: 1 });
  const all = applied(() => tableSide(store, config), failure, { say, signal })
    .then(() => reportDamaged(store, say))
    .finally(() => store.close());
  all.catch(() => undefined);
  const isDone = await Promise.race([all.then(() => true), sleep(tablesWithinMs, false, { ref: false })]);
  if (isDone) return;
  const address = shownAddress(config.CLICKHOUSE_URL);
  say(`waiting for ClickHouse at ${address} (${failure.reason}): ${advice('clickhouse')}; the tables are created when it answers`);
  all.catch((error: unknown) => signal.aborted || say(`tables: ${(error as Error).message}`));
}

async function reportDamaged(store: Store, say: (line: string) => void): Promise<void> {
  // In a store of the operator, the user may not be allowed to see damaged tables.
  const tables = await damagedTables(store).catch(() => []);
  if (tables.length === 0) return;
  const named = tables.map(({ name, parts }) => `${name} ${parts}`).join(', ');
  say(
    `the disk damaged parts of tables. They were set aside (${named}) and rows are missing: npm run rebuild restores what the feed log has, and npm run restore the rest from a backup`,
  );
}

async function applied(side: () => Promise<Side>, failure: LastFailure, { say, signal }: Pick<ApplyDeps, 'say' | 'signal'>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      // A missing table may be created although its rows are lost, because the running service fills it again.
      printChanges(await applySides([await side()], { isForced: false, accepted: [lossOfRows] }), say);
      return;
    } catch (error) {
      if (error instanceof UnfinishedRestoreError) throw error;
      if (error instanceof ControlPlaneError)
        throw new ControlPlaneError(
          `${error.message}\nstart with the earlier settings and release, run that command with the new ones, then restart`,
        );
      failure.reason = firstLine(error);
      await sleep(retryMs, undefined, { signal, ref: false });
    }
  }
}

/** Prints the changes, except those that only create something. */
function printChanges(changes: readonly PlannedChange[], say: (line: string) => void): void {
  for (const change of changes) if (change.loss !== null || !/^(make|apply) /.test(change.says)) say(lineOf(change));
}
