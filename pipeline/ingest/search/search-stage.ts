/** Searches every search feed for one ticker after the other. Results are not attributed to the searched ticker. */
import { LRUCache } from 'lru-cache';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { KV } from '@nats-io/kv';
import { withJitter } from '#ops/process/pause.ts';
import { readEntries } from '#ops/nats/bucket-entry.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { tickerActivity } from '#clickhouse/ticker-activity.ts';
import type { Store } from '#clickhouse/store.ts';
import { digestOf } from '#schemas/identity.ts';
import { buckets } from '#schemas/subjects.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { rawOf, type StageEntry } from '../../lane.ts';
import { metricFactory } from '../../metric-factory.ts';
import { authorityOf } from '../publishers/authority.ts';
import type { Source } from '../publishers/catalogue.ts';
import { markOf } from '../publishers/feed-position.ts';
import { feedBytesMax } from '../publishers/format/read-feed.ts';
import { oldestFirst } from '../publishers/poll.ts';
import { repeat, type NextRun, type RetryWait } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { nextOf, tiersOf, type Tiers } from './rotation.ts';
import { addressOf, configuredSearchFeeds, type SearchFeed, type SearchTarget } from './search-feeds.ts';

export interface SearchStageOptions {
  readonly feeds: readonly SearchFeed[];
  /** Returns the tickers to search; null while there is no symbol directory. Throws while a store is unreachable. */
  readonly tiers: () => Promise<Tiers | null>;
  /** Milliseconds in which each ticker of a tier is searched once. */
  readonly cycleMs?: Readonly<Record<Tier, number>>;
  readonly registry: Registry;
  readonly tiersMs?: number;
  readonly retryMs?: RetryWait;
}

type Tier = keyof Tiers;
const tierNames = ['active', 'others'] as const;

const activeTickers = 300;
/** 2.5 hours and 25 hours, in milliseconds. */
export const usualCycleMs = { active: 9_000_000, others: 90_000_000 };
const timeoutMs = 30_000;
/** Maximum number of published entries that this process remembers, over all feeds. */
const seenMax = 200_000;
const Position = z.object({ v: z.literal(1), active: z.string().nullable(), others: z.string().nullable() });
type Position = z.infer<typeof Position>;
const keyOf = (source: SearchFeed['source']): string => `search.${source.id}`;

type Outcome = { readonly kind: 'done' } | { readonly kind: 'refused' } | { readonly kind: 'failed'; readonly retryAfterMs: number };

export function searchStage(options: SearchStageOptions): Stage {
  const { feeds, cycleMs = usualCycleMs, registry, tiersMs = 3_600_000, retryMs = { first: 30_000, last: 3_600_000 } } = options;
  const { counter } = metricFactory(registry);
  const searches = counter('tickerwire_searches_total', 'Searches by outcome', 'source', 'outcome');
  const entries = counter('tickerwire_search_entries_total', 'Entries published to RAW by searches', 'source');
  const seen = new LRUCache<string, true>({ max: seenMax });
  let cached: { readonly tiers: Tiers; readonly atMs: number } | null = null;

  async function currentTiers(nowMs: number): Promise<Tiers | null> {
    if (cached !== null && nowMs - cached.atMs < tiersMs) return cached.tiers;
    const tiers = await options.tiers();
    if (tiers !== null) cached = { tiers, atMs: nowMs };
    return tiers;
  }

  async function search({ source, template }: SearchFeed, target: SearchTarget, deps: StageDeps): Promise<Outcome> {
    const feed: Source = { ...source, url: addressOf(template, target) };
    const answer = await deps.fetch({
      url: feed.url,
      source: feed.id,
      bodyBytesMax: feedBytesMax,
      timeoutMs,
      mayLeadTo: authorityOf(feed).mayLeadTo,
    });
    if (answer.outcome === 'failed') {
      const { status, retryAfterMs, detail } = answer;
      deps.log.warn({ source: feed.id, ticker: target.ticker, status, detail }, 'search.failed');
      const isTickerRefused = status !== null && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
      // A refused ticker is skipped; after any other failure the feed is polled less and less often, for the same ticker.
      return isTickerRefused ? { kind: 'refused' } : { kind: 'failed', retryAfterMs: retryAfterMs ?? 0 };
    }
    if (answer.outcome !== 'ok') return { kind: 'refused' };
    const { body, contentType, url, fetchedAt } = answer;
    const parsed = await deps.parse('feed', { body, contentType, url, source: feed, seenAt: fetchedAt, fetchedAt });
    if (!parsed.isRead) return { kind: 'refused' };
    // Refusals are not published: a results page that is not a feed counts as a refused search, so that no document per ticker is stored.
    const fresh = oldestFirst(parsed.value.items.filter((item) => !seen.has(`${feed.id} ${markOf(item)}`)));
    for (const message of fresh) {
      await deps.publish(message);
      if (message.kind === 'article') seen.set(`${feed.id} ${markOf(message)}`, true);
    }
    entries.inc({ source: feed.id }, fresh.length);
    deps.log.debug({ source: feed.id, ticker: target.ticker, entries: parsed.value.items.length, published: fresh.length }, 'search.read');
    return parsed.value.format === 'unknown' ? { kind: 'refused' } : { kind: 'done' };
  }

  async function follow(feed: SearchFeed, deps: StageDeps): Promise<void> {
    const due: Record<Tier, number> = { active: steadyNowMs(), others: steadyNowMs() };
    let position: Position | null = null;
    const searchNext = async (): Promise<NextRun> => {
      position ??= Position.safeParse(await deps.positions.get(keyOf(feed.source))).data ?? { v: 1, active: null, others: null };
      const tiers = await currentTiers(steadyNowMs());
      const tier = dueFirst(tiers, due);
      const target = tiers === null || tier === null ? null : nextOf(tiers[tier], position[tier]);
      if (tiers === null || tier === null || target === null) return withJitter(Math.min(tiersMs, 10_000));
      if (due[tier] > steadyNowMs()) return due[tier] - steadyNowMs();
      const outcome = await search(feed, target, deps);
      searches.inc({ source: feed.source.id, outcome: outcome.kind });
      if (outcome.kind === 'failed') return outcome;
      position = { ...position, [tier]: target.ticker };
      await deps.positions.set(keyOf(feed.source), position);
      // Searches are spaced from start to start. After a delay they do not catch up in a burst.
      const stepMs = cycleMs[tier] / tiers[tier].length;
      due[tier] = Math.max(due[tier] + stepMs, steadyNowMs());
      return 0;
    };
    await repeat(searchNext, {
      cadenceMs: () => 0,
      signal: deps.signal,
      retryMs,
      onOutage: (error) => deps.log.error({ source: feed.source.id, err: error }, 'search.broke'),
    });
  }

  return {
    name: 'search',
    run: async (deps) => {
      await Promise.all(feeds.map((feed) => follow(feed, deps)));
    },
  };
}

/** Returns the non-empty tier whose search is due first; null when both are empty or not known yet. */
function dueFirst(tiers: Tiers | null, due: Readonly<Record<Tier, number>>): Tier | null {
  const some = tierNames.filter((tier) => (tiers?.[tier].length ?? 0) > 0);
  return some.toSorted((one, other) => due[one] - due[other])[0] ?? null;
}

/** Milliseconds over which rows count as recent activity. */
const activeWithinMs = 7 * 86_400_000;

export const searchLane: StageEntry = {
  name: 'search',
  reads: 'search feeds of SEARCH_FEEDS_FILE, a ticker at a time; KV symbols; ClickHouse',
  steps: ['choose ticker', 'fetch', 'parse feed', 'publish once'],
  writes: rawOf('article', 'refusal'),
  asks: 'others',
  buckets: [buckets.symbols],
  make: ({ config, store, registry, bucket, publisherFetch, health }) => {
    const feeds = configuredSearchFeeds(config);
    if (feeds.length === 0) return null;
    const tiers = (): Promise<Tiers | null> => tiersFrom(bucket(buckets.symbols), store);
    return {
      stage: searchStage({ feeds, tiers, registry }),
      fetch: health.watching(publisherFetch, ({ source }) => source ?? null),
      sources: feeds.map(({ source }) => source.id),
      scope: digestOf(feeds.map(({ source, template }) => `${source.id} ${template}`).join('\n')).slice(0, 8),
    };
  },
};

async function tiersFrom(symbols: KV, store: Store): Promise<Tiers | null> {
  const all = [...(await readEntries(symbols, SymbolEntry)).values()];
  if (all.length === 0) return null;
  const activity = await tickerActivity(
    store,
    all.map(({ symbol }) => symbol),
    Date.now() - activeWithinMs,
  );
  return tiersOf(all, new Map([...activity].map(([ticker, { rowCount }]) => [ticker, rowCount])), activeTickers);
}
