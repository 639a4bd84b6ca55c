/** Defines a part of the pipeline and its dependencies. */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import type { SchemaCheck } from '#clickhouse/schema/check.ts';
import type { Store } from '#clickhouse/store.ts';
import type { BucketName } from '#ops/nats/control-plane/wanted.ts';
import { whileLeading } from '#ops/process/lease.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Progress } from '#ops/process/progress.ts';
import type { ProgressBoard } from '#ops/process/progress-board.ts';
import type { Redis } from '#ops/process/redis.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import type { Tracing } from '#ops/process/tracing.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { Config } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import type { SourceHealth } from './ingest/source-health.ts';
import type { Lane, StageEntry } from './lane.ts';
import type { PipelineMetrics } from './metrics.ts';

export interface PartContext {
  readonly bus: Bus;
  readonly store: Store;
  readonly schema: SchemaCheck;
  /** Null when the process does not ingest. */
  readonly redis: Redis | null;
  readonly config: Config;
  readonly registry: Registry;
  readonly metrics: PipelineMetrics;
  readonly stages: readonly StageEntry[];
  readonly health: SourceHealth;
  readonly board: ProgressBoard;
  /** Null when tracing is off. */
  readonly tracing: Tracing | null;
  readonly log: Logger;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

export interface PipelinePart {
  readonly lanes: readonly Lane[];
  /** Creates the part. The returned function runs it until `signal` aborts, and may be called again after it rejected. */
  readonly start: (context: PartContext) => () => Promise<void>;
}

/** Opens a bucket, retried until NATS answers. Rejects once the signal aborts. */
export const openFor = (context: Pick<PartContext, 'bus' | 'log' | 'signal'>, bucket: BucketName): Promise<KV> =>
  retryUntilStopped(`open bucket ${bucket}`, () => openBucket(context.bus, bucket), context);

/** Waits until the tables match this release; the readiness of the part shows the wait. */
export async function tablesVerified({ schema, signal }: Pick<PartContext, 'schema' | 'signal'>, progress: Progress): Promise<void> {
  progress.waitsFor('waiting for ClickHouse tables that match this release');
  await schema.verified(signal);
  progress.moved();
  progress.idle();
}

export async function lead(context: PartContext, part: string, work: (leading: AbortSignal) => Promise<void>): Promise<void> {
  const { log, signal, metrics } = context;
  const leases = await openFor(context, buckets.leases);
  metrics.leading(part, false);
  await whileLeading(leases, part, { log, signal, onChange: (leading) => metrics.leading(part, leading) }, work);
}
