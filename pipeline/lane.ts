/** Defines the entries of the tables in flow.ts: a lane with inputs, steps and outputs, and a stage with its constructor. */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import type { BucketName } from '#ops/nats/control-plane/wanted.ts';
import type { RetryOptions } from '#ops/process/retry.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import { rawSubject, streams } from '#schemas/subjects.ts';
import type { RawKind } from '#schemas/vocabulary.ts';
import type { SourceHealth } from './ingest/source-health.ts';
import type { PoliteFetch, Stage } from './ingest/stage.ts';

/** The path of one kind of document, as `npm run flow` prints it. */
export interface Lane {
  readonly name: string;
  readonly reads: string;
  readonly steps: readonly string[];
  readonly writes: string;
}

export interface StageContext {
  readonly config: Config;
  readonly store: Store;
  readonly registry: Registry;
  readonly bucket: (name: BucketName) => KV;
  /** Options for retried effects, which show in the progress of the stage. */
  readonly retryOptions: RetryOptions;
  /** Fetches within the allowance of EDGAR. */
  readonly edgarFetch: PoliteFetch;
  /** Fetches with an interval per host. */
  readonly publisherFetch: PoliteFetch;
  readonly health: SourceHealth;
  readonly running: readonly string[];
}

export interface StageEntry extends Lane {
  readonly asks: 'EDGAR' | 'others';
  readonly buckets: readonly BucketName[];
  /** Creates the stage; null when the settings leave it nothing to do. */
  readonly make: (context: StageContext) => MadeStage | null;
}

export interface MadeStage {
  readonly stage: Stage;
  readonly fetch: PoliteFetch;
  /** Names of the sources in source health while this process leads the stage. */
  readonly sources: readonly string[];
  /** Identifies the configured work: only processes with the same scope share a lease. Absent: the work is the same in all processes. */
  readonly scope?: string;
}

interface BucketLane extends Omit<StageEntry, 'writes' | 'buckets' | 'make'> {
  readonly alsoReads?: readonly BucketName[];
  readonly make: (context: StageContext, bucket: KV) => MadeStage | null;
}

export const bucketLane = (name: BucketName, { alsoReads = [], make, ...lane }: BucketLane): StageEntry => ({
  ...lane,
  writes: `KV ${name}`,
  buckets: [name, ...alsoReads],
  make: (context) => make(context, context.bucket(name)),
});

/** Returns the subjects that a lane writes to RAW, for display. */
export const rawOf = (...kinds: readonly RawKind[]): string => `${streams.raw} ${kinds.map(rawSubject).join(', ')}`;
