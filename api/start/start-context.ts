/** Settings, log, metrics and clocks that all parts of a starting API process need. */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import type { BucketName } from '#ops/nats/control-plane/wanted.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { Logger } from '#ops/process/log.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import type { Config } from '#schemas/config.ts';

export interface StartContext {
  readonly config: Config;
  readonly log: Logger;
  readonly registry: Registry;
  /** Aborts if the process stops before it has started. */
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  /** The steady clock, for lifetimes. Changes of the wall clock do not affect it. */
  readonly steadyMs: () => number;
}

/** Timeout of Redis requests, so short that callers do not notice an outage. */
export const redisTimeoutMs = 250;

/** Returns the result of `use` with the bucket. Retries both until they succeed. Rejects if the process stops before. */
export const withBucket = <T>(bus: Bus, bucket: BucketName, { log, signal }: StartContext, use: (kv: KV) => T | Promise<T>): Promise<T> =>
  retryUntilStopped(`open bucket ${bucket}`, async () => use(await openBucket(bus, bucket)), { log, signal });
