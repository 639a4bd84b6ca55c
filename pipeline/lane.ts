/** Types of the tables in flow.ts: a lane with its inputs, steps and outputs, and a stage with its constructor. */
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

/** A path of documents through the flow, as `npm run flow` prints it. */
export interface Lane {
  readonly name: string;
  readonly reads: string;
  readonly steps: readonly string[];
  readonly writes: string;
}

/** Dependencies from which a stage is created. */
export interface StageContext {
  readonly config: Config;
  readonly store: Store;
  readonly registry: Registry;
  /** Returns one of the buckets that the lane names. */
  readonly bucket: (name: BucketName) => KV;
  /** Options for effects that are retried; they show in the stage's progress. */
  readonly retryOptions: RetryOptions;
  /** Fetch within EDGAR's allowance. */
  readonly edgarFetch: PoliteFetch;
  /** Fetch with an interval per host. */
  readonly publisherFetch: PoliteFetch;
  readonly health: SourceHealth;
  /** Names of the stages that run in this process. */
  readonly running: readonly string[];
}

/** A lane that fetches documents. */
export interface StageEntry extends Lane {
  readonly asks: 'EDGAR' | 'others';
  /** KV buckets that it uses, besides that of positions. */
  readonly buckets: readonly BucketName[];
  /** Returns null when these settings leave it nothing to do. */
  readonly make: (context: StageContext) => MadeStage | null;
}

export interface MadeStage {
  readonly stage: Stage;
  readonly fetch: PoliteFetch;
  /** Names under which its sources appear in source health while this process leads the stage. */
  readonly sources: readonly string[];
  /** Identifies the configured work: a process is a standby only for processes with the same scope. Absent: the same in all. */
  readonly scope?: string;
}

/** A lane that keeps one KV bucket up to date instead of publishing to RAW. `reads` and `steps` are for display. */
export interface BucketLane extends Omit<StageEntry, 'writes' | 'buckets' | 'make'> {
  /** Buckets that it only reads. */
  readonly alsoReads?: readonly BucketName[];
  readonly make: (context: StageContext, bucket: KV) => MadeStage | null;
}

/** Returns the lane that keeps this bucket. */
export const bucketLane = (name: BucketName, { alsoReads = [], make, ...lane }: BucketLane): StageEntry => ({
  ...lane,
  writes: `KV ${name}`,
  buckets: [name, ...alsoReads],
  make: (context) => make(context, context.bucket(name)),
});

/** Returns what a lane writes to RAW, for display. */
export const rawOf = (...kinds: readonly RawKind[]): string => `${streams.raw} ${kinds.map(rawSubject).join(', ')}`;
