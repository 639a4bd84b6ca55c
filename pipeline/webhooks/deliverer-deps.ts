/** Dependencies of a deliverer, and its metrics. */
import type { KV } from '@nats-io/kv';
import type { Bus } from '#ops/nats/nats.ts';
import type { Outbound } from '#ops/outbound/outbound.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Progress } from '#ops/process/progress.ts';
import type { Tracing } from '#ops/process/tracing.ts';
import type { Delivery } from '#schemas/delivery.ts';
import type { Webhook } from '#schemas/webhook.ts';
import type { Articles } from './articles.ts';
import type { AttemptJournal } from './attempt-journal.ts';
import type { FailureRuns } from './failure-runs.ts';

/** The reasons to drop a delivery without an attempt. `no_article`: the feed log has lost its row. */
export type SkipReason = 'unreadable' | 'gone' | 'disabled' | 'no_article';

export interface DelivererMetrics {
  /** `repeated`: failed, with another attempt to come. `unsent`: our own network failed, which does not count as an attempt. */
  readonly attempted: (outcome: 'delivered' | 'failed' | 'repeated' | 'unsent', seconds: number) => void;
  readonly dropped: (reason: SkipReason) => void;
  readonly unacked: (messages: number) => void;
}

export interface DelivererDeps {
  readonly bus: Bus;
  /** Bucket `webhook_attempts`. */
  readonly attempts: KV;
  /** Returns the current webhook, which may be disabled, or null when it is gone, unreadable or over the limit of its account's plan. */
  readonly webhookFor: (delivery: Delivery) => Promise<Webhook | null>;
  readonly articles: Articles;
  readonly runs: FailureRuns;
  readonly outbound: Outbound;
  readonly journal: Pick<AttemptJournal, 'add'>;
  readonly inFlightMax: number;
  /** Milliseconds between attempts, in place of the default. */
  readonly schedule?: readonly number[];
  /** Milliseconds until an unsent attempt is made again, in place of the default. */
  readonly unsentAgainAfterMs?: number;
  readonly metrics: DelivererMetrics;
  /** Null or absent when tracing is off. */
  readonly tracing?: Tracing | null;
  readonly progress: Progress;
  readonly now: () => Date;
  readonly log: Logger;
}
