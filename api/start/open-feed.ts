/** Opens the sources of feed pages: the tail of the log, the generations, the page cache. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { generationsKey, readGenerations } from '#ops/feed-log/generations.ts';
import { followBucket } from '#ops/nats/follow-bucket.ts';
import type { Tracing } from '#ops/process/tracing.ts';
import { GenerationListJson, type GenerationList } from '#schemas/generation.ts';
import { buckets } from '#schemas/subjects.ts';
import { createAdmission } from '../cache/admission.ts';
import { createPageCache } from '../cache/page-cache.ts';
import { openSharing } from '../cache/shared-cache.ts';
import { followTail } from '../feed/follow-tail.ts';
import { createGenerationBook } from '../feed/generation-book.ts';
import { createPastRanges } from '../feed/past-ranges.ts';
import type { FeedDeps } from '../feed/feed-request.ts';
import { createRevisionCheck } from '../feed/revision.ts';
import { createTailReach } from '../feed/tail-reach.ts';
import { createTail, type Tail } from '../feed/tail.ts';
import { createResponseBuffer } from '../reply/response-buffer.ts';
import type { Accounts } from './open-accounts.ts';
import { redisTimeoutMs, withBucket, type StartContext } from './start-context.ts';
import type { Stores } from './open-stores.ts';

/** Maximum time to wait for the tail. If NATS becomes unavailable during the start, the process then serves from the tables. */
const tailWaitMs = 15_000;

export interface Feed extends FeedDeps {
  /** Return `ok` or the problem. */
  readonly states: Readonly<Record<'tail' | 'redis_cache', () => string>>;
  readonly figures: {
    /** Returns the number of records that the tail lacks; null if unknown. */
    readonly lagRecords: () => number | null;
    readonly cacheBytes: () => number;
    readonly details: () => Readonly<Record<string, unknown>>;
  };
  readonly stop: () => Promise<void>;
}

/** Resolves when the tail is loaded. A process that answered earlier would have to read every page from the tables. */
export async function openFeed(
  { bus, ask }: Stores,
  { cursors }: Pick<Accounts, 'cursors'>,
  tracing: Tracing | null,
  context: StartContext,
): Promise<Feed> {
  const { config, log, registry, nowMs, steadyMs } = context;
  const bucket = await withBucket(bus, buckets.feedLog, context, (kv) => kv);
  const readList = async (): Promise<GenerationList> => (await readGenerations(bucket)).generations;
  const generations = createGenerationBook(readList, (list) => following.generationsChanged(list));
  const tail = createTail(config.API_TAIL_BYTES);
  const metrics = createConsumerMetrics(registry);
  let lagRecords: number | null = null;
  const following = followTail({
    bus,
    tail,
    bytesMax: config.API_TAIL_BYTES,
    // The book must know a generation before the tail has records of it.
    generations: async () => {
      const list = await readList();
      generations.put(list);
      return list;
    },
    metrics: {
      ...metrics,
      lag: (consumer, lag) => {
        lagRecords = lag?.records ?? null;
        metrics.lag(consumer, lag);
      },
    },
    tracing,
    log,
  });
  const reader = {
    isWanted: (key: string) => key === generationsKey,
    put: (_: string, value: unknown) => generations.put(GenerationListJson.parse(value)),
    remove: () => undefined,
  };
  const generationsWatch = await followBucket(bucket, reader, { connection: bus.connection, log });
  const sharing = openSharing(config, { namespace: cursors.keyId, timeoutMs: redisTimeoutMs, steadyMs, log });
  const pastBytesMax = Math.floor(config.API_CACHE_BYTES / 2);
  const cache = createPageCache({
    bytesMax: config.API_CACHE_BYTES - pastBytesMax,
    shared: sharing.cache,
    tail,
    isFollowing: following.isFollowing,
    steadyMs,
  });
  const isRevisionStored = createRevisionCheck(tail, ask);
  const version = (): string => `revised ${tail.revisedSeq()} in ${generations.newest()}`;
  const past = createPastRanges({ ask, isRevisionStored, version, steadyMs, bytesMax: pastBytesMax });
  const { learn, isTailWhole } = createTailReach({ tail, ask, isFollowing: following.isFollowing });
  // The start does not wait for the reach. Until it is known, newest-first pages come from ClickHouse.
  void following.loaded.then(learn);
  await Promise.race([following.loaded, sleep(tailWaitMs, undefined, { ref: false })]);
  return {
    ask,
    tail,
    isFollowing: following.isFollowing,
    isTailWhole,
    version,
    generations,
    isRevisionStored,
    cache,
    past,
    wasRequested: createAdmission(),
    responseBuffer: createResponseBuffer(),
    cursors,
    pricingUrl: config.PRICING_URL,
    nowMs,
    steadyMs,
    states: { tail: following.state, redis_cache: sharing.state },
    figures: {
      lagRecords: () => lagRecords,
      cacheBytes: () => cache.size().bytes + past.bytes(),
      details: () => ({
        tail: { ...tail.size(), firstSeq: tail.firstSeq(), lastSeq: tail.lastSeq(), lagRecords, publishedFrom: publishedFrom(tail) },
        cache: cache.size(),
      }),
    },
    stop: async () => {
      generationsWatch.stop();
      sharing.stop();
      await following.stop();
    },
  };
}

/** Returns the publication time from which on newest-first pages come from the tail; null if all do, or none yet. */
function publishedFrom({ reach }: Tail): string | null {
  const { publishedMs } = reach() ?? { publishedMs: Number.NEGATIVE_INFINITY };
  return Number.isFinite(publishedMs) ? new Date(publishedMs + 1).toISOString() : null;
}
