/** Refine's dependencies in tests: all real except the symbol directory, with settings that keep every article. */
import { createProgress } from '#ops/process/progress.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { RefineDeps } from '#pipeline/refine/refine-deps.ts';
import { createRefine } from '#pipeline/refine/run.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import type { Store } from '#clickhouse/store.ts';
import { buckets } from '#schemas/subjects.ts';
import { testLog } from './log.ts';
import { symbolEntry } from './symbols.ts';
import { surfacedItems } from '#schemas/vocabulary.ts';

const directory = createDirectory([symbolEntry('ACME', { name: 'Acme Rocket Corporation', exchange: 'Nasdaq', cik: '0000000001' })]);

export async function refineDeps(bus: Bus, store: Store, changes: Partial<RefineDeps> = {}): Promise<RefineDeps> {
  return {
    bus,
    store,
    feedLog: await openBucket(bus, buckets.feedLog),
    leases: await openBucket(bus, buckets.leases),
    settings: { blockedDomains: new Set(['blocked.example']), relevanceFloor: 1, majorTickers: { kind: 'all' }, surfacedItems },
    stateDir: null,
    directory: async () => directory,
    metrics: { recordWritten: () => undefined, messageParked: () => undefined, stateRebuilt: () => undefined, refined: () => undefined },
    progress: createProgress({ stalledAfterMs: 10_000 }),
    now: () => new Date(),
    log: testLog,
    ...changes,
  };
}

/** Runs refine as leader, without waiting for a lease, until `signal` aborts. */
export async function runRefine(deps: RefineDeps, signal: AbortSignal): Promise<void> {
  const refine = createRefine(deps);
  try {
    await refine.lead(signal);
  } finally {
    await refine.close();
  }
}
