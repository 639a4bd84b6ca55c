/**
 * Reads the feed log behind a position of its own and publishes a delivery for each webhook that a row is for. The subject
 * of a delivery names webhook, story and ticker, and DELIVERIES takes one message of a subject while it lives, which is a
 * day: so what a matcher does again after a crash adds nothing, and no second outlet of a story is sent.
 */
import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { kvCheckpoint, type Checkpoint } from '#ops/feed-log/checkpoint.ts';
import { consumeFeed, type FeedEntry } from '#ops/feed-log/consume-feed.ts';
import type { ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Progress } from '#ops/process/progress.ts';
import { tracedBy } from '#ops/nats/traced-by.ts';
import { traceHeader } from '#ops/process/tracing.ts';
import { deliveryLifeMs, newsSubject, type NewsDelivery } from '#schemas/delivery.ts';
import { generationAt, type GenerationList } from '#schemas/generation.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface MatcherMetrics {
  /** `published`: a delivery was made; `known`: the story has been sent; `late`: a row too old to be news. */
  readonly matched: (outcome: 'published' | 'known' | 'late', count: number) => void;
  readonly consumer: ConsumerMetrics;
}

export interface MatcherDeps {
  readonly bus: Bus;
  /** Bucket `feed_log`. */
  readonly feedLog: KV;
  readonly subscriptions: Pick<Subscriptions, 'match'>;
  readonly history: () => Promise<GenerationList>;
  readonly metrics: MatcherMetrics;
  readonly progress: Progress;
  readonly now: () => Date;
  readonly log: Logger;
}

interface Matched {
  readonly subject: string;
  /** Of the row; undefined: it is not traced. */
  readonly traceparent: string | undefined;
  readonly delivery: NewsDelivery;
}

const name = 'match';
const publishedAtOnce = 256;
const publishWithinMs = 5_000;
/** `wrong last sequence`: the subject has its message. */
const wrongLastSequence = 10_071;

/** Returns once `signal` aborts. Only one may run: a second one would do no harm, but nothing else either. */
export async function runMatcher(deps: MatcherDeps, signal: AbortSignal): Promise<void> {
  const { bus, history, progress, metrics, log } = deps;
  await consumeFeed(
    {
      bus,
      name,
      checkpoint: fromTheEnd(deps, kvCheckpoint(deps.feedLog, name)),
      from: () => 1,
      onBatch: (entries) => publishMatches(deps, entries),
      history,
      progress,
      metrics: metrics.consumer,
      log,
    },
    signal,
  );
}

/** Without a position the log's present end is kept as one: nobody asked to be told of what was before. */
function fromTheEnd({ bus, history }: Pick<MatcherDeps, 'bus' | 'history'>, checkpoint: Checkpoint): Checkpoint {
  return {
    ...checkpoint,
    read: async () => {
      const { position, fence } = await checkpoint.read();
      if (position !== null) return { position, fence };
      const { lastSeq } = await feedBounds(bus);
      if (lastSeq === 0) return { position, fence };
      const end = { generation: generationAt(await history(), lastSeq), seq: lastSeq };
      return { position: end, fence: await checkpoint.write(end, fence) };
    },
  };
}

async function publishMatches({ bus, subscriptions, metrics, now }: MatcherDeps, entries: readonly FeedEntry[]): Promise<void> {
  const nowMs = now().getTime();
  const deliveries = entries.flatMap(({ seq, record, headers }) => {
    // A revision corrects a row that was told; what is replayed from the past is not news.
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
    return matches.map(({ accountId, webhookId, ticker }) => ({
      subject: newsSubject(webhookId, story_id, ticker),
      traceparent: headers?.get(traceHeader) || undefined,
      delivery: {
        v: 1,
        kind: 'news',
        account_id: accountId,
        webhook_id: webhookId,
        created_at: now().toISOString(),
        ticker,
        feed_seq: seq,
        uid,
      } satisfies NewsDelivery,
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

/** False: the subject has its message already. */
async function publishOnce(bus: Bus, { subject, traceparent, delivery }: Matched): Promise<boolean> {
  try {
    const expect = { lastSubjectSequence: 0 };
    await bus.js.publish(subject, JSON.stringify(delivery), { expect, timeout: publishWithinMs, ...tracedBy(traceparent) });
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === wrongLastSequence) return false;
    throw error;
  }
}
