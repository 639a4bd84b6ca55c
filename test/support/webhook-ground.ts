/** Starts matcher and deliverer in this process, with the test's own NATS server and without tables. */
import type { KV } from '@nats-io/kv';
import { Registry } from 'prom-client';
import type { WebhookAttempt, WebhookOwner } from '#clickhouse/webhook-attempts.ts';
import { createConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { followBucket } from '#ops/nats/follow-bucket.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { createProgress } from '#ops/process/progress.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readArticles } from '#pipeline/webhooks/articles.ts';
import { webhookLookup } from '#pipeline/webhooks/deliver-part.ts';
import { runDeliverer } from '#pipeline/webhooks/deliverer.ts';
import type { DelivererDeps } from '#pipeline/webhooks/deliverer-deps.ts';
import { followFailureRuns } from '#pipeline/webhooks/failure-runs.ts';
import { runMatcher, type MatcherDeps } from '#pipeline/webhooks/matcher.ts';
import { createDeliveryMetrics, createMatcherMetrics } from '#pipeline/webhooks/metrics.ts';
import { createSubscriptions } from '#pipeline/webhooks/subscriptions.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { applyStreams } from './control-plane.ts';
import { appendRecords } from './feed-log.ts';
import { testLog } from './log.ts';
import { dropRecord } from './records.ts';
import { until } from './until.ts';

export interface Running {
  readonly registry: Registry;
  readonly stop: () => Promise<void>;
}

export interface WebhookGround {
  readonly bus: Bus;
  readonly accounts: KV;
  readonly failures: KV;
  /** Attempts that deliverers reported. */
  readonly attempts: (WebhookAttempt & WebhookOwner)[];
  readonly match: (changes?: Partial<MatcherDeps>) => Promise<Running>;
  readonly deliver: (changes?: Partial<DelivererDeps> & { readonly origins?: readonly string[] }) => Promise<Running>;
  readonly close: () => Promise<void>;
}

export async function openWebhookGround(url: string): Promise<WebhookGround> {
  const bus = await openBus(readConfig({ NATS_URL: url }), 'test', testLog);
  await applyStreams(bus);
  const open = (name: Parameters<typeof openBucket>[1]): Promise<KV> => openBucket(bus, name);
  const [accounts, feedLog] = [await open(buckets.accounts), await open(buckets.feedLog)];
  const [attemptStates, failures] = [await open(buckets.webhookAttempts), await open(buckets.webhookFailures)];
  const attempts: (WebhookAttempt & WebhookOwner)[] = [];
  const shared = () => ({ bus, progress: createProgress({ stalledAfterMs: 1 }), now: () => new Date(), log: testLog });
  const following = { connection: bus.connection, log: testLog };
  const running: Running[] = [];
  const keep = (one: Running): Running => {
    running.push(one);
    return one;
  };

  return {
    bus,
    accounts,
    failures,
    attempts,
    match: async (changes = {}) => {
      const [registry, stopping, subscriptions] = [new Registry(), new AbortController(), createSubscriptions()];
      const followed = await followBucket(accounts, subscriptions, following);
      const metrics = createMatcherMetrics(registry, createConsumerMetrics(registry));
      const deps = { ...shared(), feedLog, subscriptions, generations: async () => [], metrics, ...changes };
      // The matcher begins at the end of the log, which it must have read before a test appends.
      if ((await feedBounds(bus)).lastSeq === 0) await appendRecords(bus, [dropRecord('first')]);
      const ended = runMatcher(deps, stopping.signal);
      await until('the matcher to have a position', () => feedLog.get('checkpoint.match'));
      const stop = async (): Promise<void> => {
        stopping.abort();
        await ended;
        followed.stop();
      };
      return keep({ registry, stop });
    },
    deliver: async ({ origins = [], ...changes } = {}) => {
      const [registry, stopping, subscriptions] = [new Registry(), new AbortController(), createSubscriptions()];
      const metrics = createDeliveryMetrics(registry);
      const followed = await followBucket(accounts, subscriptions, following);
      const runs = await followFailureRuns({ bus, bucket: failures, accounts, onDisabled: metrics.disabled, now: () => new Date(), log: testLog });
      const outbound = createOutbound({ allowedOrigins: origins, connectionsMax: 2 });
      const ended = runDeliverer(
        {
          ...shared(),
          attempts: attemptStates,
          webhookFor: webhookLookup(subscriptions, accounts),
          articles: readArticles(bus),
          runs,
          outbound,
          journal: { add: (attempt) => void attempts.push(attempt) },
          inFlightMax: 200,
          metrics,
          ...changes,
        },
        stopping.signal,
      );
      const stop = async (): Promise<void> => {
        stopping.abort();
        await ended;
        followed.stop();
        runs.stop();
        await outbound.close();
      };
      return keep({ registry, stop });
    },
    close: async () => {
      for (const one of running) await one.stop();
      await bus.close();
    },
  };
}
