/** Defines the dependencies of refine and its metrics. */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import type { Bus } from '#ops/nats/nats.ts';
import type { Progress } from '#ops/process/progress.ts';
import type { Tracing } from '#ops/process/tracing.ts';
import type { Store } from '#clickhouse/store.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { RefineSettings } from './context.ts';
import type { Enricher } from './enrich/enricher.ts';
import type { Directory } from './tickers/names/directory.ts';

export interface RefineMetrics {
  readonly recordWritten: (record: FeedRecord) => void;
  readonly messageParked: () => void;
  readonly stateRebuilt: (seen: number) => void;
  readonly refined: (seconds: number) => void;
}

export interface RefineDeps {
  readonly bus: Bus;
  readonly store: Store;
  /** KV bucket `feed_log` with the list of generations. */
  readonly feedLog: KV;
  readonly leases: KV;
  readonly settings: RefineSettings;
  /** Folder of the state file; null when the state is not kept over a restart. */
  readonly stateDir: string | null;
  /** Resolves with the newest symbol directory, once one is loaded. */
  readonly directory: (signal: AbortSignal) => Promise<Directory>;
  /** Asks a model about articles ahead of their turn. Null or absent: the built-in enricher scores all articles. */
  readonly enricher?: Enricher | null;
  readonly metrics: RefineMetrics;
  /** Null or absent disables tracing. */
  readonly tracing?: Tracing | null;
  readonly progress: Progress;
  readonly now: () => Date;
  readonly log: Logger;
}
