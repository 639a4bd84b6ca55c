/** Metrics of webhooks in one table: matches, attempts and drops. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import type { DelivererMetrics } from './deliverer-deps.ts';
import type { MatcherMetrics } from './matcher.ts';

export function createMatcherMetrics(registry: Registry, consumer: ConsumerMetrics): MatcherMetrics {
  const matches = new Counter({
    name: 'tickerwire_webhook_matches_total',
    help: 'Rows matched with webhooks: published, known (the story was already sent), late (the row was too old)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { matched: (outcome, count) => matches.inc({ outcome }, count), consumer };
}

export interface DeliveryMetrics extends DelivererMetrics {
  readonly disabled: () => void;
  /** Counts attempts that are missing in the owner's log. */
  readonly unlogged: (count: number) => void;
}

export function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'tickerwire_webhook_attempts_total',
    help: 'Delivery attempts: delivered, repeated (failed, will be retried), failed (the last attempt); unsent (no receiver was reachable) does not count as an attempt',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'tickerwire_webhook_attempt_seconds',
    help: 'Duration of one attempt',
    buckets: [0.01, 0.05, 0.2, 1, 5, 10],
    registers,
  });
  const dropped = new Counter({
    name: 'tickerwire_webhook_dropped_total',
    help: 'Deliveries dropped without an attempt',
    labelNames: ['reason'],
    registers,
  });
  const held = new Gauge({ name: 'tickerwire_webhook_held_deliveries', help: 'Deliveries running or waiting for their turn', registers });
  const disabled = new Counter({ name: 'tickerwire_webhook_disabled_total', help: 'Webhooks disabled by this process', registers });
  const unlogged = new Counter({
    name: 'tickerwire_webhook_unlogged_attempts_total',
    help: 'Attempts missing from the delivery log because ClickHouse was unavailable',
    registers,
  });
  return {
    attempted: (outcome, took) => {
      attempts.inc({ outcome });
      seconds.observe(took);
    },
    dropped: (reason) => dropped.inc({ reason }),
    held: (messages) => held.set(messages),
    disabled: () => disabled.inc(),
    unlogged: (count) => unlogged.inc(count),
  };
}
