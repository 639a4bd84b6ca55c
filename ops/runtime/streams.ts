/** Every stream, consumer and bucket setting in one table, and the call that makes NATS hold them. */
import { AckPolicy, DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { Kvm, type KV } from '@nats-io/kv';
import { nanos } from '@nats-io/transport-node';
import type { Config } from '#schemas/config.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import type { Bus } from './nats.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type StreamSettings = Pick<Config, 'NATS_REPLICAS' | 'FEED_MAX_AGE_DAYS' | 'RAW_MAX_AGE_HOURS' | 'RAW_MAX_BYTES'>;

const streamTable = (settings: StreamSettings): readonly (Partial<StreamConfig> & { name: string })[] => [
  // Full: new documents are refused and ingest waits; nothing unread is thrown away.
  {
    name: streams.raw,
    subjects: ['raw.>'],
    max_age: nanos(settings.RAW_MAX_AGE_HOURS * hourMs),
    max_bytes: settings.RAW_MAX_BYTES,
    discard: DiscardPolicy.New,
  },
  { name: streams.feed, subjects: ['feed.>'], max_age: nanos(settings.FEED_MAX_AGE_DAYS * dayMs), max_bytes: -1, discard: DiscardPolicy.New },
  { name: streams.dead, subjects: ['dead.>'], max_age: nanos(90 * dayMs), max_bytes: 1_000_000_000, discard: DiscardPolicy.Old },
];

/** Deliveries of one RAW message before it is parked, and the wait before each repeat. */
export const refineBackoffMs = [5_000, 10_000, 30_000, 60_000];

/** Creates what is missing and brings what differs to its settings; safe to call from every process at every start. */
export async function ensureStreams(bus: Bus, settings: StreamSettings): Promise<void> {
  const existing = new Set<string>();
  for await (const stream of bus.jsm.streams.list()) existing.add(stream.config.name);
  for (const stream of streamTable(settings)) {
    const config = {
      ...stream,
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      num_replicas: settings.NATS_REPLICAS,
      duplicate_window: nanos(120_000),
      max_msg_size: 1_000_000,
    };
    if (existing.has(stream.name)) await bus.jsm.streams.update(stream.name, config);
    else await bus.jsm.streams.add(config);
  }
  await bus.jsm.consumers.add(streams.raw, {
    durable_name: consumers.refine,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(refineBackoffMs[0]!),
    // No limit: a message past max_deliver stays in the stream unseen, and an outage must not use deliveries up.
    // What keeps failing is handed back with the delays above and then parked, by us.
    max_deliver: -1,
    max_ack_pending: 2_000,
  });
}

const bucketTable = {
  [buckets.accounts]: { history: 5 },
  [buckets.symbols]: { history: 1 },
  [buckets.reportDates]: { history: 1 },
  [buckets.reconciliations]: { history: 1, ttl: 400 * dayMs },
  [buckets.positions]: { history: 1 },
  // As long as the feed log: an article that comes again is scored as it was.
  [buckets.modelAnswers]: { history: 1, ttl: 400 * dayMs },
  [buckets.modelSpend]: { history: 1, ttl: 40 * dayMs },
  [buckets.feedLog]: { history: 5 },
  [buckets.leases]: { history: 1 },
} as const;

export const openBucket = (bus: Bus, bucket: keyof typeof bucketTable, replicas: number): Promise<KV> =>
  new Kvm(bus.js).create(bucket, { ...bucketTable[bucket], replicas });
