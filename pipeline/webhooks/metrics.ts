/** Registers the metrics of webhooks: matches, attempts and drops. */
import type { Registry } from 'prom-client';
import type { ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import type { DelivererMetrics } from './deliverer-deps.ts';
import type { MatcherMetrics } from './matcher.ts';
import { metricFactory } from '../metric-factory.ts';

export function createMatcherMetrics(registry: Registry, consumer: ConsumerMetrics): MatcherMetrics {
  const matches = metricFactory(registry).counter(
    'tickerwire_webhook_matches_total',
    'Rows matched with webhooks: published, known (the story was already sent), late (the row was too old)',
    'outcome',
  );
  return { matched: (outcome, count) => matches.inc({ outcome }, count), consumer };
}

export function createDeliveryMetrics(registry: Registry) {
  const { counter, gauge, histogram } = metricFactory(registry);
  const attempts = counter(
    'tickerwire_webhook_attempts_total',
    'Delivery attempts: delivered, repeated (failed, will be retried), failed (the last attempt); unsent (no receiver was reachable) does not count as an attempt',
    'outcome',
  );
  const seconds = histogram('tickerwire_webhook_attempt_seconds', 'Duration of one attempt', [0.01, 0.05, 0.2, 1, 5, 10]);
  const dropped = counter('tickerwire_webhook_dropped_total', 'Deliveries dropped without an attempt', 'reason');
  const unacked = gauge('tickerwire_webhook_held_deliveries', 'Deliveries running or waiting for their turn');
  const disabled = counter('tickerwire_webhook_disabled_total', 'Webhooks disabled by this process');
  const unlogged = counter('tickerwire_webhook_unlogged_attempts_total', 'Attempts missing from the delivery log because ClickHouse was unavailable');
  const deliverer: DelivererMetrics = {
    attempted: (outcome, took) => {
      attempts.inc({ outcome });
      seconds.observe(took);
    },
    dropped: (reason) => dropped.inc({ reason }),
    unacked: (messages) => unacked.set(messages),
  };
  return { ...deliverer, disabled: (): void => disabled.inc(), unlogged: (missing: number): void => unlogged.inc(missing) };
}
