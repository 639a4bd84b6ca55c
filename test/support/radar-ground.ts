/** Starts an API over Radar snapshots that a producer makes from the same store. */
import type { Store } from '#clickhouse/store.ts';
import type { Companies } from '#pipeline/radar/companies.ts';
import { createProducer, type Producer, type RadarMetrics } from '#pipeline/radar/radar-part.ts';
import type { Ground } from './api.ts';
import { testLog } from './log.ts';
import { testListings } from './radar.ts';

const minuteMs = 60_000;

interface ProducerChanges {
  readonly companies?: Companies;
  readonly store?: Store;
  readonly metrics?: RadarMetrics;
  readonly behindMs?: number;
}

/** Returns another producer, even if one runs; `nowMs` is the time that it writes into a snapshot. */
export const producerOn = (ground: Pick<Ground, 'bus' | 'store'>, nowMs: () => number, changes: ProducerChanges = {}): Producer =>
  createProducer({
    bus: ground.bus,
    store: ground.store,
    companies: testListings,
    metrics: { made: () => undefined, missed: () => undefined },
    log: testLog,
    now: () => new Date(nowMs()),
    ...changes,
  });

export const wholeMinute = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs;
