/** The lane that rotates tickers over search feeds. */
import type { KV } from '@nats-io/kv';
import { tickerActivity } from '#clickhouse/ticker-activity.ts';
import type { Store } from '#clickhouse/store.ts';
import { digestOf } from '#schemas/identity.ts';
import { buckets } from '#schemas/subjects.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { rawOf, type StageLane } from '../../lane.ts';
import { tiersOf, type Tiers } from './rotation.ts';
import { rotationStage } from './rotation-stage.ts';
import { configuredSearchFeeds } from './search-feeds.ts';

/** Milliseconds; rows within them count as recent activity. */
const activeWithinMs = 7 * 86_400_000;

export const searchLane: StageLane = {
  name: 'search',
  reads: 'search feeds of SEARCH_FEEDS_FILE, a ticker at a time; KV symbols; ClickHouse',
  steps: ['choose ticker', 'fetch', 'parse feed', 'publish once'],
  writes: rawOf('article', 'refusal'),
  asks: 'others',
  buckets: [buckets.symbols],
  make: ({ config, store, registry, bucket, publisherFetch, expect, watching }) => {
    const feeds = configuredSearchFeeds(config);
    if (feeds.length === 0) return null;
    expect(feeds.map(({ source }) => source.id));
    const hosts = new Map(feeds.map(({ source, template }) => [new URL(template.replaceAll(/[{}]/g, '')).host, source.id]));
    const tiers = (): Promise<Tiers | null> => tiersFrom(bucket(buckets.symbols), store, config.SEARCH_ACTIVE_TICKERS);
    const cycleMs = { active: config.SEARCH_ACTIVE_MS, others: config.SEARCH_OTHERS_MS };
    return {
      stage: rotationStage({ feeds, tiers, cycleMs, registry }),
      fetch: watching(publisherFetch, ({ url }) => hosts.get(new URL(url).host) ?? null),
      scope: digestOf(feeds.map(({ source, template }) => `${source.id} ${template}`).join('\n')).slice(0, 8),
    };
  },
};

async function tiersFrom(symbols: KV, store: Store, activeMax: number): Promise<Tiers | null> {
  const directory = new Map<string, SymbolEntry>();
  for await (const entry of await symbols.history()) {
    const parsed = entry.operation === 'PUT' ? SymbolEntry.safeParse(entry.json()) : null;
    if (parsed?.success === true) directory.set(entry.key, parsed.data);
    else directory.delete(entry.key);
  }
  if (directory.size === 0) return null;
  const all = [...directory.values()];
  const activity = await tickerActivity(
    store,
    all.map(({ symbol }) => symbol),
    Date.now() - activeWithinMs,
  );
  return tiersOf(all, new Map([...activity].map(([ticker, { rowCount }]) => [ticker, rowCount])), activeMax);
}
