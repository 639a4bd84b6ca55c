/**
 * Types of the tables in flow.ts: a lane with what it reads, its steps and what it writes; a stage and how it is
 * created.
 */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import type { BucketName } from '#ops/nats/control-plane/wanted.ts';
import type { RetryOptions } from '#ops/process/retry.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import { rawSubject, streams } from '#schemas/subjects.ts';
import type { RawKind } from '#schemas/vocabulary.ts';
import type { FetchRequest, PoliteFetch, Stage } from './ingest/stage.ts';

/** One way of the flow, as `npm run flow` prints it. */
export interface Lane {
  readonly name: string;
  readonly reads: string;
  readonly steps: readonly string[];
  readonly writes: string;
}

/** One of the parts into which a stage's work falls. */
export interface Share {
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

/** What a stage is made of. */
export interface StageContext {
  readonly config: Config;
  readonly store: Store;
  readonly registry: Registry;
  /** That it is made for. */
  readonly share: Share;
  /** One of those that the lane names. */
  readonly bucket: (name: BucketName) => KV;
  /** For effects that are kept trying; they show in the stage's progress. */
  readonly retryOptions: RetryOptions;
  /** Within EDGAR's allowance. */
  readonly edgarFetch: PoliteFetch;
  /** With an interval a host. */
  readonly publisherFetch: PoliteFetch;
  /** Names sources before they are asked. */
  readonly expect: (sources: readonly string[]) => void;
  /** `fetch`, watched for how its sources answer: the source whose listing a request is for; null: a document. */
  readonly watching: (fetch: PoliteFetch, sourceOf: (request: FetchRequest) => string | null) => PoliteFetch;
  /** What came of a document that is more than fetched: read and believed (null), or why not. `at`: when. */
  readonly tell: (source: string, error: string | null, at: string) => void;
  /** How many entries a listing of the source held. */
  readonly listed: (source: string, entries: number, at: string) => void;
  /** A document of the source was fetched and refused, since it cannot be right. */
  readonly refused: (source: string, detail: string) => void;
  /** Names of the stages that run in this process. */
  readonly running: readonly string[];
}

/** A source of documents. */
export interface StageLane extends Lane {
  readonly asks: 'EDGAR' | 'others';
  /** KV buckets that it works on, besides that of positions. */
  readonly buckets: readonly BucketName[];
  /** Into how many shares its work falls, each led by one process at a time, and made by itself; absent: 1. */
  readonly shares?: number;
  /** Null: it has nothing to do by these settings. */
  readonly make: (context: StageContext) => {
    readonly stage: Stage;
    readonly fetch: PoliteFetch;
    /** What its work is by settings: processes that differ in it do not stand in for each other. Absent: the same in all. */
    readonly scope?: string;
  } | null;
}

/** A lane that keeps one KV bucket up to date instead of publishing to RAW. `reads` and `steps` are for people. */
export interface BucketLane extends Omit<StageLane, 'writes' | 'buckets' | 'make'> {
  /** Buckets that it only reads. */
  readonly alsoReads?: readonly BucketName[];
  readonly make: (context: StageContext, bucket: KV) => ReturnType<StageLane['make']>;
}

export const bucketLane = (name: BucketName, { alsoReads = [], make, ...lane }: BucketLane): StageLane => ({
  ...lane,
  writes: `KV ${name}`,
  buckets: [name, ...alsoReads],
  make: (context) => make(context, context.bucket(name)),
});

export const rawOf = (...kinds: readonly RawKind[]): string => `${streams.raw} ${kinds.map(rawSubject).join(', ')}`;
