/** The part that matches rows with alerts. A lease makes one process active; DELIVERIES refuses what a second one would publish again. */
import { readGenerations } from '#ops/feed-log/generations.ts';
import { followBucket } from '#ops/nats/follow-bucket.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { lead, openFor, type PipelinePart, type PartContext } from '../part.ts';
import { followCompanyTickers } from './company-tickers.ts';
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
