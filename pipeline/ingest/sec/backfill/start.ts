/** Runs a backfill on a running service: builds its dependencies from configuration, and holds a lease so that only one runs at a time. */
import { storedFilings } from '#clickhouse/stored-filings.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { Config } from '#schemas/config.ts';
import { easternDate } from '#schemas/edgar-calendar.ts';
import { buckets } from '#schemas/subjects.ts';
import { whileLeading } from '#ops/process/lease.ts';
import { retryUntilStopped, StoppedError } from '#ops/process/retry.ts';
import { createParsePool } from '../../parse/pool.ts';
import { createHistoryTurn } from '../../history-turn.ts';
import { createPositions } from '../../positions-bucket.ts';
import { createPublish } from '../../publish.ts';
import type { Positions } from '../../stage.ts';
import { gapDaysMax } from '../listing/compare-day.ts';
import { withBackgroundFetch } from '../access/background-fetch.ts';
import { loadProgress } from '../filing-progress.ts';
import { secSources } from '../edgar-sources.ts';
import type { BackfillPlan } from './plan.ts';
import { runBackfill, type BackfillDeps, type BackfillProgress, type BackfillSummary } from './run.ts';

interface BackfillEvents {
  readonly onProgress: (progress: BackfillProgress) => void;
  readonly onWait: (why: string) => void;
}

export interface BackfillGround {
  readonly bus: Bus;
  readonly store: Store;
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** Milliseconds before reporting that another backfill is running. */
const leaseWaitMs = 1_500;

/**
 * Returns the function that tells which filings the live stages fetch: those of days that a stage has not compared with their index yet
 * (at most `gapDaysMax` back), and its pending ones. A backfill must not publish these as history first.
 */
const createLiveOf =
  (positions: Positions, now: () => Date): BackfillDeps['liveOf'] =>
  async (family, day) => {
    const progress = await loadProgress(positions, family);
    if (progress === null) return () => false;
    const reach = Temporal.PlainDate.from(easternDate(now().toISOString())).subtract({ days: gapDaysMax }).toString();
    return day > progress.coveredThrough && day > reach ? () => true : (accession) => progress.pending.has(accession);
  };

async function run(plan: BackfillPlan, ground: BackfillGround, events: BackfillEvents, signal: AbortSignal): Promise<BackfillSummary> {
  const { bus, store, config, log, now } = ground;
  const { EDGAR_URL: baseUrl } = config;
  const retryOptions = { log, signal };
  const positions = createPositions(await openBucket(bus, buckets.positions), retryOptions);
  const pool = createParsePool({ log });
  const { parse } = pool;
  const worked = withBackgroundFetch(config, { log, now, signal }, (fetch) => {
    const deps: BackfillDeps = {
      fetch,
      parse,
      baseUrl,
      positions,
      fetchFiling: (family) => secSources[family].createFetch({ fetch, parse, baseUrl }),
      publish: createPublish(bus, retryOptions, { historyTurn: createHistoryTurn(bus, events.onWait) }),
      knownFilings: (family, accessions) => retryUntilStopped('read known filings', () => storedFilings(store, family, accessions), retryOptions),
      liveOf: createLiveOf(positions, now),
      now,
      onProgress: events.onProgress,
      onPause: (why, waitMs) => events.onWait(`no requests to EDGAR for ${Math.ceil(waitMs / 1_000)} s: ${why}`),
    };
    return runBackfill(plan, deps, signal);
  });
  return worked.finally(pool.close);
}

/** Runs a backfill; another one on the same service waits. Throws StoppedError once `ground.signal` aborts. */
export async function backfill(plan: BackfillPlan, ground: BackfillGround, events: BackfillEvents): Promise<BackfillSummary> {
  const { bus, log } = ground;
  const leases = await openBucket(bus, buckets.leases);
  const done = new AbortController();
  const signal = AbortSignal.any([ground.signal, done.signal]);
  const outcome: { summary: BackfillSummary | null } = { summary: null };
  const waiting = setTimeout(() => events.onWait('waiting for another backfill on this service to end'), leaseWaitMs);
  try {
    await whileLeading(leases, 'backfill', { log, signal }, async (leading) => {
      clearTimeout(waiting);
      try {
        outcome.summary = await run(plan, ground, events, leading);
        done.abort();
      } catch (error) {
        // If only the lease was lost, it is requested again, and the work continues where it stopped.
        if (!(error instanceof StoppedError) || ground.signal.aborted) throw error;
      }
    });
  } finally {
    clearTimeout(waiting);
  }
  if (outcome.summary === null) throw new StoppedError();
  return outcome.summary;
}
