/** Settings, log, metrics and clocks for opening every part of a starting API process. */
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
  /** Aborts when the process stops before it has started. */
  readonly signal: AbortSignal;
  /** The wall clock, for days and horizons. */
  readonly nowMs: () => number;
  /** A steady clock in milliseconds for lifetimes of answers; it is never set. */
  readonly steadyMs: () => number;
}

/** Milliseconds to wait for Redis, so short that callers do not notice an unavailable Redis. */
export const redisTimeoutMs = 250;

/** Opens the bucket and resolves with the result of `use`; retries both until NATS answers. */
export const withBucket = <T>(bus: Bus, bucket: BucketName, { log, signal }: StartContext, use: (kv: KV) => T | Promise<T>): Promise<T> =>
  retryUntilStopped(`open bucket ${bucket}`, async () => use(await openBucket(bus, bucket)), { log, signal });
