/** The wanted state of NATS: every stream, bucket and durable consumer. `admin apply` makes it; other processes only compare (verify.ts). */
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Config } from '#schemas/config.ts';
import { deliveryLifeMs } from '#schemas/delivery.ts';
import { oauthBucketDays } from '#schemas/oauth.ts';
import { buckets, bucketStream, consumers, streams } from '#schemas/subjects.ts';

export type StreamSettings = Pick<
  Config,
  | 'NATS_REPLICAS'
  | 'FEED_MAX_AGE_DAYS'
  | 'RAW_MAX_BYTES'
  | 'DEAD_MAX_AGE_DAYS'
  | 'DEAD_MAX_BYTES'
  | 'DELIVERIES_MAX_BYTES'
  | 'NOTICES_MAX_AGE_DAYS'
  | 'RECONCILIATIONS_MAX_AGE_DAYS'
  | 'MODEL_ANSWERS_MAX_AGE_DAYS'
>;
type SettingName = keyof StreamSettings;

/** Delays in ms before the retries of a failing RAW message. After the last retry it becomes a dead letter. */
export const refineBackoffMs = [5_000, 10_000, 30_000, 60_000];

/** The deliverer extends this time for messages in progress. The messages of a crashed deliverer are redelivered after it. */
const deliverAckWaitMs = 15_000;
/** Enough for ten mails, each with three timeouts. */
const notifyAckWaitMs = 300_000;

/** The fields of a stream that are compared. All others have the server's default. */
type WantedConfig = Pick<
  StreamConfig,
  | 'name'
  | 'subjects'
  | 'retention'
  | 'storage'
  | 'discard'
  | 'num_replicas'
  | 'max_age'
  | 'max_bytes'
  | 'max_msg_size'
  | 'max_msgs_per_subject'
  | 'duplicate_window'
> &
  Partial<Pick<StreamConfig, 'allow_rollup_hdrs' | 'allow_direct'>>;

export interface WantedStream {
  /** The name in messages to operators: `stream FEED`, `bucket accounts`. */
  readonly title: string;
  readonly config: WantedConfig;
  /** The setting behind a field, if any. A process refuses to start when the server has another value for such a field. */
  readonly settings: Readonly<Partial<Record<keyof WantedConfig, SettingName>>>;
}

export interface WantedConsumer {
  readonly title: string;
  readonly stream: string;
  readonly config: Pick<
    ConsumerConfig,
    'durable_name' | 'ack_policy' | 'deliver_policy' | 'replay_policy' | 'max_deliver' | 'ack_wait' | 'max_ack_pending'
  >;
}

const dayMs = 86_400_000;

interface Limits {
  /** Time in ms for which a message is kept, or the setting that has it in days. Absent: messages never expire. */
  readonly life?: number | Extract<SettingName, `${string}_MAX_AGE_DAYS`>;
  /** Absent: no limit. */
  readonly bytesMax?: number | Extract<SettingName, `${string}_MAX_BYTES`>;
}

interface StreamShape extends Limits {
  readonly subject: string;
  /** Determines whether a full stream refuses new messages or deletes the oldest. */
  readonly discard: DiscardPolicy;
  /** Absent: 1,000,000. */
  readonly messageBytesMax?: number;
}

const streamTable: Readonly<Record<(typeof streams)[keyof typeof streams], StreamShape>> = {
  // No unread message expires: a full stream refuses new messages, and ingest waits. refine deletes what it has read.
  [streams.raw]: { subject: 'raw.>', bytesMax: 'RAW_MAX_BYTES', discard: DiscardPolicy.New },
  [streams.feed]: { subject: 'feed.>', life: 'FEED_MAX_AGE_DAYS', discard: DiscardPolicy.New },
  // A dead letter contains a message of RAW in base64.
  [streams.dead]: {
    subject: 'dead.>',
    life: 'DEAD_MAX_AGE_DAYS',
    bytesMax: 'DEAD_MAX_BYTES',
    discard: DiscardPolicy.Old,
    messageBytesMax: 2_000_000,
  },
  // Delivered messages are kept for a day as well: they show which stories were delivered (0041-webhooks.md).
  [streams.deliveries]: { subject: 'delivery.>', life: deliveryLifeMs, bytesMax: 'DELIVERIES_MAX_BYTES', discard: DiscardPolicy.New },
  [streams.notices]: { subject: 'notice.>', life: 'NOTICES_MAX_AGE_DAYS', bytesMax: 100_000_000, discard: DiscardPolicy.Old },
};

interface BucketShape extends Limits {
  /** Number of values kept per key. */
  readonly history: number;
  /** Whether keys can be purged (Nats-Rollup) as well as deleted. Absent: true, the default of NATS clients. */
  readonly hasRollup?: boolean;
}

const bucketTable: Readonly<Record<(typeof buckets)[keyof typeof buckets], BucketShape>> = {
  [buckets.accounts]: { history: 5 },
  // The API writes this and the next bucket. Without rollup it cannot replace all their entries with one message (Nats-Rollup).
  [buckets.identities]: { history: 1, hasRollup: false },
  // A day longer than the longest life of a session.
  [buckets.sessions]: { history: 1, life: 31 * dayMs, hasRollup: false },
  // Anonymous requests write into this and the next bucket, so their sizes are limited.
  [buckets.oauth]: { history: 1, life: oauthBucketDays.oauth * dayMs, bytesMax: 400_000_000, hasRollup: false },
  [buckets.oauthShort]: { history: 1, life: oauthBucketDays.oauthShort * dayMs, bytesMax: 100_000_000, hasRollup: false },
  [buckets.symbols]: { history: 1 },
  [buckets.reportDates]: { history: 1 },
  [buckets.reportTimes]: { history: 1 },
  [buckets.calendar]: { history: 1 },
  [buckets.reconciliations]: { history: 1, life: 'RECONCILIATIONS_MAX_AGE_DAYS' },
  [buckets.positions]: { history: 1 },
  // When an article is refined again, it keeps its score.
  [buckets.modelAnswers]: { history: 1, life: 'MODEL_ANSWERS_MAX_AGE_DAYS' },
  // One entry per day. Only today's is read.
  [buckets.modelSpend]: { history: 1, life: 40 * dayMs },
  [buckets.feedLog]: { history: 5 },
  // Attempts are kept as long as the delivery's message. A webhook without a failure for a month starts a new count.
  [buckets.webhookAttempts]: { history: 1, life: deliveryLifeMs },
  [buckets.webhookFailures]: { history: 1, life: 30 * dayMs },
  [buckets.leases]: { history: 1 },
};

export type BucketName = keyof typeof bucketTable;

type OwnConfig = Omit<WantedConfig, 'retention' | 'storage' | 'num_replicas' | 'duplicate_window' | 'max_age' | 'max_bytes'>;

function wantedThing(title: string, { life = 0, bytesMax = -1 }: Limits, own: OwnConfig, settings: StreamSettings): WantedStream {
  return {
    title,
    config: {
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      num_replicas: settings.NATS_REPLICAS,
      max_age: nanos(typeof life === 'number' ? life : settings[life] * dayMs),
      max_bytes: typeof bytesMax === 'number' ? bytesMax : settings[bytesMax],
      duplicate_window: nanos(120_000),
      ...own,
    },
    settings: {
      num_replicas: 'NATS_REPLICAS',
      ...(typeof life === 'string' && { max_age: life }),
      ...(typeof bytesMax === 'string' && { max_bytes: bytesMax }),
    },
  };
}

function wantedStream(name: keyof typeof streamTable, settings: StreamSettings): WantedStream {
  const shape = streamTable[name];
  const own = { name, subjects: [shape.subject], discard: shape.discard, max_msg_size: shape.messageBytesMax ?? 1_000_000, max_msgs_per_subject: -1 };
  return wantedThing(`stream ${name}`, shape, own, settings);
}

/** Returns a bucket as the stream that NATS clients would create (ADR-8, JetStream based key-value stores). */
function wantedBucket(bucket: BucketName, settings: StreamSettings): WantedStream {
  const shape = bucketTable[bucket];
  const own = {
    name: bucketStream(bucket),
    subjects: [`$KV.${bucket}.>`],
    discard: DiscardPolicy.New,
    max_msg_size: -1,
    max_msgs_per_subject: shape.history,
    allow_rollup_hdrs: shape.hasRollup ?? true,
    allow_direct: true,
  };
  return wantedThing(`bucket ${bucket}`, shape, own, settings);
}

export interface WantedState {
  readonly streams: readonly WantedStream[];
  readonly consumers: readonly WantedConsumer[];
}

/** Returns a durable consumer of all messages. A message that is not acknowledged within `ackWaitMs` is delivered again. */
const durable = (durable_name: string, ackWaitMs: number, max_ack_pending: number) =>
  ({
    durable_name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: nanos(ackWaitMs),
    // Unlimited: after the last allowed delivery JetStream would drop a message silently, and an outage could use the deliveries up.
    // Each consumer counts attempts itself.
    max_deliver: -1,
    max_ack_pending,
  }) satisfies WantedConsumer['config'];

const wantedConsumer = (stream: string, config: WantedConsumer['config']): WantedConsumer => ({
  title: `consumer ${config.durable_name} of stream ${stream}`,
  stream,
  config,
});

export const refineConsumer = durable(consumers.refine, refineBackoffMs[0]!, 2_000);

/** Returns all streams, buckets and consumers, in the order in which they can be created. */
export function wantedState(settings: StreamSettings): WantedState {
  return {
    streams: [
      ...Object.values(streams).map((name) => wantedStream(name, settings)),
      ...Object.values(buckets).map((bucket) => wantedBucket(bucket, settings)),
    ],
    consumers: [
      wantedConsumer(streams.raw, refineConsumer),
      // Messages that wait for a retry count as pending, so the limit is high: an outage of many receivers must not block the others.
      wantedConsumer(streams.deliveries, durable(consumers.deliver, deliverAckWaitMs, 200_000)),
      wantedConsumer(streams.notices, durable(consumers.notify, notifyAckWaitMs, 1_000)),
    ],
  };
}
