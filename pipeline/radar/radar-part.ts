/**
 * Computes one Radar snapshot per window and minute, once the tables contain every record that was in the feed log two seconds after the cutoff.
 * A minute without a snapshot is stored as a gap with its reason, so that readers do not take an older snapshot for the current one. Minutes
 * without a leader are not computed later; the next leader stores the gap `producer_stopped`.
 */
import type { Registry } from 'prom-client';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { newestStoredGeneration } from '#clickhouse/generations.ts';
import { minutesAfter, storeGap, storeGaps, storeSnapshot, type Minute } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { backoff, pause } from '#ops/process/pause.ts';
import type { Progress } from '#ops/process/progress.ts';
import { unnamedGeneration } from '#schemas/generation.ts';
import { contextMaxAgeSeconds, radarEveryMs, radarLifeMs, radarWindows, type RadarReason, type RadarWindow } from '#schemas/radar.ts';
import { buckets } from '#schemas/subjects.ts';
import { lead, openFor, tablesVerified, type PipelinePart, type PartContext } from '../part.ts';
import { metricFactory } from '../metric-factory.ts';
import { computeSnapshot } from './compute.ts';
import { gatherContext, type EventContext } from './company-events.ts';
import { createProducerState, readFeed } from './feed-reads.ts';
import { followCompanies, type Companies } from './companies.ts';

/** Milliseconds after the cutoff until documents refined before it are in the feed log. */
const settleMs = 2_000;
const behindMsMax = 20_000;
const pollMs = 100;
/** Age up to which gaps are stored for missing minutes: as long as their snapshots would be served. */
const gapReachMs = radarLifeMs + 3_600_000;

interface ProducerDeps {
  readonly bus: Pick<Bus, 'jsm'>;
  readonly store: Store;
  readonly companies: Companies;
  readonly metrics: RadarMetrics;
  readonly log: Logger;
  readonly now: () => Date;
  /** Milliseconds to wait for the tables to reach the end of the feed log. */
  readonly behindMs?: number;
}

export interface RadarMetrics {
  readonly made: (window: RadarWindow, asOfMs: number, seconds: number) => void;
  readonly missed: (window: RadarWindow, reason: RadarReason) => void;
}

export function createRadarMetrics(registry: Registry): RadarMetrics {
  const { counter, gauge, histogram } = metricFactory(registry);
  const seconds = histogram(
    'tickerwire_radar_snapshot_seconds',
    'Time to compute and store one snapshot',
    [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    'window',
  );
  const newest = gauge('tickerwire_radar_newest_cutoff_seconds', 'Cutoff of the newest snapshot in Unix seconds', 'window');
  const missed = counter('tickerwire_radar_missed_total', 'Minutes without a snapshot', 'window', 'reason');
  return {
    made: (window, asOfMs, took) => {
      seconds.observe({ window }, took);
      newest.set({ window }, asOfMs / 1_000);
    },
    missed: (window, reason) => missed.inc({ window, reason }),
  };
}

export interface Producer {
  /** Stores the snapshots or gaps of a past minute. Rejects when a store fails; a further call computes only what is missing. */
  readonly make: (cutoffMs: number, signal: AbortSignal) => Promise<void>;
}

export function createProducer(deps: ProducerDeps): Producer {
  const { store, companies, metrics, log, now } = deps;
  let cached = createProducerState(store);
  /** Generation of the tables from which `cached` was read. */
  let cachedGeneration = unnamedGeneration;
  let context: EventContext | null = null;
  /** Minutes of failed calls, for which no gap could be stored either. */
  const failed = new Set<number>();

  const reportMissed = (window: RadarWindow, asOfMs: number, reason: RadarReason): void => {
    metrics.missed(window, reason);
    log.warn({ window, as_of: new Date(asOfMs).toISOString(), reason }, 'radar.missed');
  };

  const miss = async (window: RadarWindow, asOfMs: number, reason: RadarReason): Promise<void> => {
    reportMissed(window, asOfMs, reason);
    await storeGap(store, { window, asOfMs, reason });
  };

  const missBetween = async (known: readonly Minute[], cutoffMs: number): Promise<void> => {
    const gaps = radarWindows.flatMap((window) => {
      const last = known.findLast((minute) => minute.window === window && minute.asOfMs < cutoffMs)?.asOfMs ?? cutoffMs;
      const minutes = Array.from({ length: Math.max(0, (cutoffMs - last) / radarEveryMs - 1) }, (_, at) => last + (at + 1) * radarEveryMs);
      return minutes.map((asOfMs) => ({ window, asOfMs, reason: failed.has(asOfMs) ? ('failed' as const) : ('producer_stopped' as const) }));
    });
    if (gaps.length > 0) await storeGaps(store, gaps);
    failed.clear();
    for (const { window, asOfMs, reason } of gaps) reportMissed(window, asOfMs, reason);
  };

  /** Drops the caches after a rebuild, restore or repair, each of which begins a new generation. */
  const dropOutdatedCaches = async (): Promise<void> => {
    const generation = await newestStoredGeneration(store);
    if (generation !== cachedGeneration) cached = createProducerState(store);
    cachedGeneration = generation;
  };

  const makeOnce = async (cutoffMs: number, signal: AbortSignal): Promise<void> => {
    const known = await minutesAfter(store, cutoffMs - gapReachMs);
    await missBetween(known, cutoffMs);
    const toSeq = await storedUpTo(deps, signal);
    if (signal.aborted) return;
    const checkedAt = now().toISOString();
    // An earlier producer may have stored this minute; served snapshots stay unchanged.
    const made = (await minutesAfter(store, cutoffMs - 1)).filter(({ asOfMs, snapshotId }) => asOfMs === cutoffMs && snapshotId !== null);
    const missing = radarWindows.filter((window) => !made.some((one) => one.window === window));
    if (missing.length === 0) return;
    if (toSeq === null) {
      for (const window of missing) await miss(window, cutoffMs, 'feed_behind');
      return;
    }
    const cutoff = { cutoffMs, toSeq };
    await dropOutdatedCaches();
    try {
      context = await gatherContext(store, cutoff, companies);
    } catch (error) {
      log.warn({ err: error }, 'radar.context_failed');
      if (context !== null && cutoffMs - context.cutoffMs > contextMaxAgeSeconds * 1_000) context = null;
    }
    const readMs = performance.now();
    const feed = await readFeed(store, cutoff, cached).catch((error: unknown) => log.error({ err: error }, 'radar.failed'));
    if (feed === undefined) {
      for (const window of missing) await miss(window, cutoffMs, 'failed');
      return;
    }
    let startedMs = readMs;
    for (const window of missing) {
      if (signal.aborted) return;
      try {
        const computed = await computeSnapshot(store, { window, cutoff, companies, context, checkedAt, now, feed });
        // A leader that lost its lease leaves the minute to the next leader.
        if (signal.aborted) return;
        if (!computed.ok) {
          await miss(window, cutoffMs, computed.reason);
          continue;
        }
        await storeSnapshot(store, computed.snapshot);
        const took = (performance.now() - startedMs) / 1_000;
        metrics.made(window, cutoffMs, took);
        const { snapshot_id, summary, universe } = computed.snapshot.head;
        log.info(
          { window, as_of: new Date(cutoffMs).toISOString(), snapshot_id, universe, ...summary, duration_ms: Math.round(took * 1_000) },
          'radar.made',
        );
      } catch (error) {
        log.error({ err: error, window }, 'radar.failed');
        await miss(window, cutoffMs, 'failed');
      }
      startedMs = performance.now();
    }
  };

  return {
    make: async (cutoffMs, signal) => {
      try {
        await makeOnce(cutoffMs, signal);
      } catch (error) {
        failed.add(cutoffMs);
        throw error;
      }
    },
  };
}

/** Returns the last sequence of the feed log once the tables contain it, or null when they do not within `behindMs` or `signal` aborts first. */
async function storedUpTo({ bus, store, behindMs = behindMsMax }: ProducerDeps, signal: AbortSignal): Promise<number | null> {
  const endMs = performance.now() + behindMs;
  const { lastSeq } = await feedBounds(bus as Bus);
  while (!signal.aborted) {
    if ((await lastSequence(store)) >= lastSeq) return lastSeq;
    if (performance.now() > endMs) return null;
    await pause(pollMs, signal);
  }
  return null;
}

const retryFirstMs = 500;
const retryLastMs = 5_000;

export const settledMinute = (nowMs: number): number => Math.floor((nowMs - settleMs) / radarEveryMs) * radarEveryMs;

function start(context: PartContext): () => Promise<void> {
  const { bus, store, board, log, now, registry, signal } = context;
  // Snapshots count as late when those of the next minute are due; `freshness` and the metrics show smaller delays.
  const progress = board.add('', radarEveryMs);
  const metrics = createRadarMetrics(registry);
  return async () => {
    await tablesVerified(context, progress);
    const companies = await followCompanies(await openFor(context, buckets.symbols), { connection: bus.connection, log, signal });
    await lead(context, 'radar', async (leading) => {
      const producer = createProducer({ bus, store, companies, metrics, log, now });
      await makeEachMinute(producer, { now, log, progress }, leading);
    });
  };
}

/** Computes each minute until `signal` aborts. A failed minute is retried until the next one is due. */
export async function makeEachMinute(
  producer: Producer,
  { now, log, progress }: Pick<PartContext, 'now' | 'log'> & { readonly progress: Progress },
  signal: AbortSignal,
): Promise<void> {
  let madeMs = 0;
  let failures = 0;
  try {
    while (!signal.aborted) {
      const cutoffMs = settledMinute(now().getTime());
      // Compares for inequality, because the clock may be set back.
      if (cutoffMs !== madeMs) {
        progress.waitsFor('waiting for the snapshots of this minute');
        try {
          await producer.make(cutoffMs, signal);
        } catch (error) {
          log.error({ err: error, as_of: new Date(cutoffMs).toISOString(), failures }, 'radar.failed');
          await pause(backoff(failures, retryFirstMs, retryLastMs), signal);
          failures += 1;
          continue;
        }
        failures = 0;
        madeMs = cutoffMs;
        progress.moved();
        progress.idle();
      }
      const nextMs = madeMs + radarEveryMs + settleMs - now().getTime();
      await pause(Math.min(radarEveryMs, Math.max(pollMs, nextMs)), signal);
    }
  } finally {
    progress.idle();
  }
}

export const radarPart: PipelinePart = {
  lanes: [
    {
      name: 'radar',
      reads: 'ClickHouse, the end of the feed log, KV symbols, once a minute',
      steps: ['wait for the tables', 'count', 'score', 'weigh tone', 'gather events'],
      writes: 'ClickHouse',
    },
  ],
  start,
};
