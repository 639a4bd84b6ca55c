/** The part that matches rows with alerts. A lease makes one process active; DELIVERIES refuses what a second one would publish again. */
import type { KV } from '@nats-io/kv';
import { readGenerations } from '#ops/feed-log/generations.ts';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { companyTickers, createSymbolIndex } from '#schemas/company-tickers.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import { lead, openFor, type PipelinePart, type PartContext } from '../part.ts';
import { runMatcher, type MatcherMetrics } from './matcher.ts';
import { createMatcherMetrics } from './metrics.ts';
import { createSubscriptions } from './subscriptions.ts';

function start(context: PartContext): () => Promise<void> {
  const { bus, registry, board, log, now } = context;
  const progress = board.add();
  const metrics: MatcherMetrics = createMatcherMetrics(registry, context.metrics.writer.consumer);
  return async () => {
    const [feedLog, accounts] = [await openFor(context, buckets.feedLog), await openFor(context, buckets.accounts)];
    const symbols = await openFor(context, buckets.symbols);
    const following = { connection: bus.connection, log };
    const subscriptions = createSubscriptions((ticker) => companies.tickersFor(ticker));
    const companies = await followCompanyTickers(symbols, following, subscriptions.resolveAgain);
    // A standby process follows the accounts, too, so that it knows every alert when it takes over.
    const followed = await followBucket(accounts, subscriptions, following);
    log.info(subscriptions.counts(), 'subscriptions.loaded');
    const generations = async () => (await readGenerations(feedLog)).generations;
    try {
      await lead(context, 'match', (leading) =>
        runMatcher({ bus, feedLog, subscriptions, generations, metrics, progress, now, log }, leading).finally(progress.idle),
      );
    } finally {
      followed.stop();
      companies.stop();
    }
  };
}

/** Milliseconds without a further change before `onChange` is called: loading the symbols makes thousands of changes. */
const restMs = 500;

/** Follows all tickers of each company, former and later ones and those of other share classes, in the bucket `symbols`. */
async function followCompanyTickers(bucket: KV, options: FollowOptions, onChange: () => void) {
  const index = createSymbolIndex();
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, restMs);
  };
  const remove = (symbol: string): void => {
    if (index.remove(symbol) !== undefined) changed();
  };
  const put = (_: string, value: unknown): void => {
    index.put(SymbolEntry.parse(value));
    changed();
  };
  const following = await followBucket(bucket, { put, remove }, options);
  return {
    tickersFor: (ticker: string): readonly TickerSpan[] => companyTickers(ticker, index),
    stop: () => {
      clearTimeout(timer);
      following.stop();
    },
  };
}

export const matchPart: PipelinePart = {
  lanes: [
    {
      name: 'match',
      reads: `${streams.feed} from its own position on; KV ${buckets.accounts}, ${buckets.symbols}`,
      steps: ['match with alerts', 'publish once a story, ticker and webhook'],
      writes: `${streams.deliveries} delivery.news.<webhook>`,
    },
  ],
  start,
};
