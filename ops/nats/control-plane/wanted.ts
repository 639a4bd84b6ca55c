/**
 * The wanted state of NATS: every stream, bucket and durable consumer with its settings. `admin apply` changes a server to it; all other
 * processes only compare (verify.ts).
 */
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

const wantedStream = (
  name: string,
  settings: StreamSettings,
  own: Pick<WantedConfig, 'subjects' | 'max_age' | 'max_bytes' | 'discard'> & Partial<Pick<WantedConfig, 'max_msg_size'>>,
  chosen: WantedStream['settings'] = {},
): WantedStream => ({
  title: `stream ${name}`,
  config: {
    name,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: settings.NATS_REPLICAS,
    max_msgs_per_subject: -1,
    duplicate_window: nanos(120_000),
    max_msg_size: 1_000_000,
    ...own,
  },
  settings: { num_replicas: 'NATS_REPLICAS', ...chosen },
});

interface BucketShape {
  readonly history: number;
  /** Time in ms for which an entry is kept, or the setting that has it in days. Absent: entries never expire. */
  readonly life?: number | Extract<SettingName, `${string}_MAX_AGE_DAYS`>;
  /** Absent: no limit. A full bucket refuses writes. */
  readonly bytesMax?: number;
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

/** Returns a bucket as the stream that NATS clients would create (ADR-8, JetStream based key-value stores). */
function wantedBucket(bucket: BucketName, settings: StreamSettings): WantedStream {
  const { history, life = 0, bytesMax = -1, hasRollup = true }: BucketShape = bucketTable[bucket];
  return {
    title: `bucket ${bucket}`,
    config: {
      name: bucketStream(bucket),
      subjects: [`$KV.${bucket}.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      num_replicas: settings.NATS_REPLICAS,
      max_age: nanos(typeof life === 'number' ? life : settings[life] * dayMs),
      max_bytes: bytesMax,
      max_msg_size: -1,
      max_msgs_per_subject: history,
      duplicate_window: nanos(120_000),
      allow_rollup_hdrs: hasRollup,
      allow_direct: true,
    },
    settings: { num_replicas: 'NATS_REPLICAS', ...(typeof life === 'string' && { max_age: life }) },
  };
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
      // No unread message expires: a full stream refuses new messages, and ingest waits. refine deletes what it has read.
      wantedStream(
        streams.raw,
        settings,
        { subjects: ['raw.>'], max_age: 0, max_bytes: settings.RAW_MAX_BYTES, discard: DiscardPolicy.New },
        { max_bytes: 'RAW_MAX_BYTES' },
      ),
      wantedStream(
        streams.feed,
        settings,
        { subjects: ['feed.>'], max_age: nanos(settings.FEED_MAX_AGE_DAYS * dayMs), max_bytes: -1, discard: DiscardPolicy.New },
        { max_age: 'FEED_MAX_AGE_DAYS' },
      ),
      wantedStream(
        streams.dead,
        settings,
        {
          subjects: ['dead.>'],
          // A dead letter contains a message of RAW in base64.
          max_msg_size: 2_000_000,
          max_age: nanos(settings.DEAD_MAX_AGE_DAYS * dayMs),
          max_bytes: settings.DEAD_MAX_BYTES,
          discard: DiscardPolicy.Old,
        },
        { max_age: 'DEAD_MAX_AGE_DAYS', max_bytes: 'DEAD_MAX_BYTES' },
      ),
      // Delivered messages are kept for a day as well: they show which stories were delivered (0041-webhooks.md).
      wantedStream(
        streams.deliveries,
        settings,
        {
          subjects: ['delivery.>'],
          max_age: nanos(deliveryLifeMs),
          max_bytes: settings.DELIVERIES_MAX_BYTES,
          discard: DiscardPolicy.New,
        },
        { max_bytes: 'DELIVERIES_MAX_BYTES' },
      ),
      wantedStream(
        streams.notices,
        settings,
        {
          subjects: ['notice.>'],
          max_age: nanos(settings.NOTICES_MAX_AGE_DAYS * dayMs),
          max_bytes: 100_000_000,
          discard: DiscardPolicy.Old,
        },
        { max_age: 'NOTICES_MAX_AGE_DAYS' },
      ),
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
