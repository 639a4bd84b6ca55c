/** Answers that the page reads: the dashboard's own, and the fields of `/ready` and `/status` that it shows. */

/** Lag of a stage; null when no row has both its instants. */
export interface Percentiles {
  readonly p50_seconds: number | null;
  readonly p95_seconds: number | null;
  readonly p99_seconds: number | null;
}
export type Percentile = keyof Percentiles;

export type Stage = 'published_to_seen' | 'seen_to_fetched' | 'fetched_to_refined' | 'refined_to_visible' | 'seen_to_visible';

export type SourceLag = { readonly source: string; readonly rows: number } & Readonly<Record<Stage, Percentiles>>;

export interface DropCount {
  readonly reason: string;
  readonly source_type: string;
  readonly drops: number;
}

/** Answer of `/dashboard/data`: the figures of a window. */
export interface Figures {
  readonly at: string;
  readonly since: string;
  readonly window: string;
  readonly step_seconds: number;
  readonly sources: readonly SourceLag[];
  /** Periods with rows. `at`: start of the period in Unix seconds. */
  readonly over_time: readonly ({ readonly at: number; readonly rows: number } & Percentiles)[];
  readonly drops: readonly DropCount[];
}

interface Instants {
  readonly published_at: string | null;
  readonly seen_at: string;
  readonly fetched_at: string;
  readonly refined_at: string;
}

/** A record of the feed log: a drop has all fields, a record of another type some. */
export interface LoggedRecord {
  readonly type: string;
  readonly uid?: string;
  readonly identity?: string;
  readonly source?: string;
  readonly instants?: Instants;
  readonly reason?: string;
  readonly detail?: string;
  readonly withdrawn?: string;
  readonly title?: string;
  readonly url?: string;
}

export interface RecordEntry {
  readonly seq: number;
  readonly record: LoggedRecord;
  /** The refine step that dropped the document; '' when none did or the process does not know it. */
  readonly step: string;
}

/** Answer of `/dashboard/source`: the last rows and drops of a source, newest first. */
export interface SourceDetail {
  readonly source: string;
  readonly rows: readonly {
    readonly seq: number;
    readonly uid: string;
    readonly title: string;
    readonly category: string;
    readonly relevance: number;
    readonly published_at_ms: number | null;
    readonly seen_at_ms: number;
    readonly visible_at_ms: number;
  }[];
  readonly drops: readonly RecordEntry[];
}

/** Answer of `/dashboard/document`: the row of a document, or the records that say why it has none, and its deliveries. */
export interface DocumentDetail {
  readonly uid: string;
  readonly row: {
    readonly seq: number;
    readonly version: number;
    readonly source: string;
    readonly kind: string;
    /** Present on rows of earlier releases. */
    readonly score_version?: string;
    readonly instants: Instants;
    readonly item: { readonly original: { readonly title: string; readonly url: string }; readonly score_version?: string };
  } | null;
  readonly visible: readonly { readonly version: number; readonly visible_at_ms: number }[];
  readonly records: readonly RecordEntry[];
  /** Attempts to send the row to webhooks. Status 0: no answer, with the reason in `error`. */
  readonly deliveries: readonly {
    readonly attempted_at_ms: number;
    readonly attempt: number;
    readonly status: number;
    readonly error: string;
    readonly duration_ms: number;
  }[];
}

export interface ReadyAnswer {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
  readonly degraded?: Readonly<Record<string, string>>;
}

export interface SourceHealth {
  readonly source: string;
  readonly last_success_at: string | null;
  readonly failing_since: string | null;
  readonly failures: number;
  readonly error: string | null;
}

/** Answer of `/status` of a pipeline process; empty until the process is connected. */
export interface PipelineStatus {
  readonly sources?: readonly SourceHealth[];
  readonly dead_letters?: number | null;
}

/** Answer of `/status` of the supervisor, with the state of each part. */
interface SupervisorStatus {
  readonly parts: Readonly<Record<string, { readonly state: string; readonly restarts: number; readonly uptime_seconds: number | null }>>;
  readonly pipeline: PipelineStatus | null;
}

export type StatusAnswer = SupervisorStatus | PipelineStatus;

/** Returns the pipeline's status in an answer of the supervisor or of a pipeline process, or null when the answer has none. */
export const pipelineOf = (status: StatusAnswer | null): PipelineStatus | null =>
  status !== null && 'pipeline' in status ? status.pipeline : status;
