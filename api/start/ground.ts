/** Settings, log, metrics and clocks that every room of a starting API process is opened with. */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import type { BucketName } from '#ops/nats/control-plane/wanted.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { Logger } from '#ops/process/log.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import type { Config } from '#schemas/config.ts';

export interface Ground {
  readonly config: Config;
  readonly log: Logger;
  readonly registry: Registry;
  /** Aborts when the process stops before it has started. */
  readonly signal: AbortSignal;
  /** The wall clock: days, horizons. */
  readonly nowMs: () => number;
  /** Lifetimes of answers: milliseconds of a clock that is never set. */
  readonly steadyMs: () => number;
}

/** A dead Redis must not be felt by callers. */
export const redisTimeoutMs = 250;

/** Opens the bucket and resolves with what `use` makes of it; retries both until NATS answers. */
export const withBucket = <T>(bus: Bus, bucket: BucketName, { log, signal }: Ground, use: (kv: KV) => T | Promise<T>): Promise<T> =>
  retryUntilStopped(`open bucket ${bucket}`, async () => use(await openBucket(bus, bucket)), { log, signal });
