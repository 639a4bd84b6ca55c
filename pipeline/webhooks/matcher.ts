/** Publishes a delivery to each webhook that a row of the feed log matches, once per webhook, story and ticker in a day. */
import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { kvCheckpoint, type Checkpoint } from '#ops/feed-log/checkpoint.ts';
import { consumeFeed, type FeedEntry } from '#ops/feed-log/consume-feed.ts';
import type { ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Progress } from '#ops/process/progress.ts';
import { traceOptions } from '#ops/nats/traced-by.ts';
import { traceHeader } from '#ops/process/tracing.ts';
import { deliveryLifeMs, newsSubject, type NewsDelivery } from '#schemas/delivery.ts';
import { generationAt, type GenerationList } from '#schemas/generation.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface MatcherMetrics {
  /** `known`: the story was sent before. `late`: the row is too old to be news. */
  readonly matched: (outcome: 'published' | 'known' | 'late', count: number) => void;
  readonly consumer: ConsumerMetrics;
}

export interface MatcherDeps {
  readonly bus: Bus;
  /** Bucket `feed_log`. */
  readonly feedLog: KV;
  readonly subscriptions: Pick<Subscriptions, 'match'>;
  readonly generations: () => Promise<GenerationList>;
  readonly metrics: MatcherMetrics;
  readonly progress: Progress;
  readonly now: () => Date;
  readonly log: Logger;
}

interface MatchedDelivery {
  readonly subject: string;
  /** Trace context of the row; undefined when the row is not traced. */
  readonly traceparent: string | undefined;
  readonly delivery: NewsDelivery;
}

const name = 'match';
const publishedAtOnce = 256;
const publishWithinMs = 5_000;
/** NATS error `wrong last sequence`: DELIVERIES keeps one message per subject, for a day. */
const wrongLastSequence = 10_071;

export async function runMatcher(deps: MatcherDeps, signal: AbortSignal): Promise<void> {
  const { bus, generations, progress, metrics, log } = deps;
  await consumeFeed(
    {
      bus,
      name,
      checkpoint: fromTheEnd(deps, kvCheckpoint(deps.feedLog, name)),
      from: () => 1,
      onBatch: (entries) => publishMatches(deps, entries),
      generations,
      progress,
      metrics: metrics.consumer,
      log,
    },
    signal,
  );
}

/** Returns a checkpoint that starts at the present end of the log when none is stored, because alerts select only new rows. */
function fromTheEnd({ bus, generations }: Pick<MatcherDeps, 'bus' | 'generations'>, checkpoint: Checkpoint): Checkpoint {
  return {
    ...checkpoint,
    read: async () => {
      const { position, fence } = await checkpoint.read();
      if (position !== null) return { position, fence };
      const { lastSeq } = await feedBounds(bus);
      if (lastSeq === 0) return { position, fence };
      const end = { generation: generationAt(await generations(), lastSeq), seq: lastSeq };
      return { position: end, fence: await checkpoint.write(end, fence) };
    },
  };
}

async function publishMatches({ bus, subscriptions, metrics, now }: MatcherDeps, entries: readonly FeedEntry[]): Promise<void> {
  const nowMs = now().getTime();
  const deliveries = entries.flatMap(({ seq, record, headers }) => {
    // Revisions and backfilled rows are not news.
    if (record.type !== 'row' || record.is_history === true) return [];
    const { item, story_id, uid, instants } = record;
    const matches = subscriptions.match({
      tickers: item.enrichment.tickers,
      publishedAtMs: Date.parse(item.original.time_published),
      category: item.enrichment.category,
      relevance: item.enrichment.relevance_score,
    });
    if (matches.length > 0 && nowMs - Date.parse(instants.refined_at) >= deliveryLifeMs) {
      metrics.matched('late', matches.length);
      return [];
    }
    return matches.map(({ accountId, webhookId, ticker }): MatchedDelivery => ({
      subject: newsSubject(webhookId, story_id, ticker),
      traceparent: headers?.get(traceHeader) || undefined,
      delivery: { v: 1, kind: 'news', account_id: accountId, webhook_id: webhookId, created_at: now().toISOString(), ticker, feed_seq: seq, uid },
    }));
  });
  for (let from = 0; from < deliveries.length; from += publishedAtOnce) {
    const slice = deliveries.slice(from, from + publishedAtOnce);
    const isNew = await Promise.all(slice.map((one) => publishOnce(bus, one)));
    const published = isNew.filter(Boolean).length;
    metrics.matched('published', published);
    metrics.matched('known', slice.length - published);
  }
}

/** Returns false when the subject has a message already. */
async function publishOnce(bus: Bus, { subject, traceparent, delivery }: MatchedDelivery): Promise<boolean> {
  try {
    const expect = { lastSubjectSequence: 0 };
    await bus.js.publish(subject, JSON.stringify(delivery), { expect, timeout: publishWithinMs, ...traceOptions(traceparent) });
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === wrongLastSequence) return false;
    throw error;
  }
}
