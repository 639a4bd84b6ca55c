/** Metrics that are read from ClickHouse when a scrape comes. */
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Store } from '#clickhouse/store.ts';
import type { WhileHeard } from '#ops/process/health-watch.ts';
import { addStoreMetrics } from '#pipeline/store-metrics.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';

const clickhouse = await sharedClickHouse();

async function answersOf(store: Store, whileHeard: WhileHeard = (work) => work()): Promise<string> {
  const registry = new Registry();
  addStoreMetrics(registry, store, whileHeard);
  return (await registry.metrics()).split('\n').find((line) => line.startsWith('tickerwire_store_answers'))!;
}

test('a scrape says whether ClickHouse answered it, and not the one before', async () => {
  const store = await sharedStore(clickhouse.url, 'store_metrics');
  expect(await answersOf(store)).toBe('tickerwire_store_answers 1');
  expect(await answersOf({ ...store, query: () => Promise.reject(new Error('connect ECONNREFUSED')) })).toBe('tickerwire_store_answers 0');
});

test('a scrape reports a silent ClickHouse before Prometheus gives up', async () => {
  const store = await sharedStore(clickhouse.url, 'store_metrics');
  const startedAtMs = performance.now();
  expect(await answersOf({ ...store, query: () => new Promise(() => undefined) })).toBe('tickerwire_store_answers 0');
  // `npm start` waits for 8 s, Prometheus for 10.
  expect(performance.now() - startedAtMs).toBeLessThan(8_000);
});

test('a scrape does not wait for a ClickHouse that is known to be silent', async () => {
  const store = await sharedStore(clickhouse.url, 'store_metrics');
  const silent: WhileHeard = () => Promise.reject(new Error('the store is silent'));
  const startedAtMs = performance.now();
  expect(await answersOf({ ...store, query: () => new Promise(() => undefined) }, silent)).toBe('tickerwire_store_answers 0');
  expect(performance.now() - startedAtMs).toBeLessThan(4_000);
});
