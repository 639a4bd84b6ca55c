/** An API over snapshots of Radar that a producer made on the same ground. */
import type { Listings } from '#pipeline/radar/listings.ts';
import { createProducer, type Producer } from '#pipeline/radar/part.ts';
import { testListings } from './radar.ts';
import type { Ground } from './api.ts';
import { testLog } from './log.ts';

const minuteMs = 60_000;

/** A producer beside the running one, if any; `nowMs`: what it stamps on a snapshot. */
export const producerOn = (ground: Pick<Ground, 'bus' | 'store'>, nowMs: () => number, listings: Listings = testListings): Producer =>
  createProducer({
    bus: ground.bus,
    store: ground.store,
    listings,
    metrics: { made: () => undefined, missed: () => undefined },
    log: testLog,
    now: () => new Date(nowMs()),
  });

export const wholeMinute = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs;
