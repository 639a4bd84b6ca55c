/** The metrics of all parts with their labels, whether or not they have a value yet, from the functions that register them. */
import type { Registry } from 'prom-client';
import { createApiMetrics } from '#api/observe/metrics.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { createRegistry } from '#ops/process/ops-server.ts';
import { createPublisherMetrics } from '#pipeline/ingest/publishers/publisher-metrics.ts';
import { createSecMetrics } from '#pipeline/ingest/sec/edgar-metrics.ts';
import { createReconcileMetrics } from '#pipeline/ingest/sec/reconcile/reconcile-stage.ts';
import { createSourceHealth } from '#pipeline/ingest/source-health.ts';
import { createPipelineMetrics } from '#pipeline/metrics.ts';
import { createRadarMetrics } from '#pipeline/radar/radar-part.ts';
import { addBackupMetric, addStoreMetrics } from '#pipeline/store-metrics.ts';
import { createDeliveryMetrics, createMatcherMetrics } from '#pipeline/webhooks/metrics.ts';

/** Name -> labels. A histogram is listed under the names of its samples. */
export type Registered = ReadonlyMap<string, ReadonlySet<string>>;

/** Labels that each process's registry and Prometheus add. */
const common = ['process', 'job', 'instance'];

interface Known {
  readonly name: string;
  readonly type: string;
  readonly labelNames?: readonly string[];
}

export function metricsOfParts(): Registered {
  const registry: Registry = createRegistry('test');
  const zero = (): number => 0;
  createApiMetrics(registry, {
    tailRows: zero,
    tailBytes: zero,
    tailLastSeq: zero,
    tailLag: zero,
    tailReachMs: zero,
    streams: zero,
    cacheBytes: zero,
    quotaIsLocal: () => false,
    accounts: { counts: () => ({ keys: 0, accounts: 0, unreadable: 0, unknownPlans: 0 }), unheardMs: zero },
    isAway: () => false,
  });
  // Neither is queried before a scrape.
  const pipeline = createPipelineMetrics(registry, {} as Bus, () => '');
  addStoreMetrics(registry, {} as Store, (work) => work());
  addBackupMetric(registry, {} as Bus);
  createSourceHealth({ now: () => new Date(), signal: AbortSignal.abort(), registry });
  createPublisherMetrics(registry);
  createSecMetrics(registry);
  createReconcileMetrics(registry, []);
  createRadarMetrics(registry);
  createMatcherMetrics(registry, pipeline.writer.consumer);
  createDeliveryMetrics(registry);
  const all = (registry as unknown as { readonly getMetricsAsArray: () => readonly Known[] }).getMetricsAsArray();
  return new Map(
    all.flatMap(({ name, type, labelNames = [] }) => {
      const labels = new Set([...labelNames, ...common]);
      if (type !== 'histogram') return [[name, labels] as const];
      return [[`${name}_bucket`, new Set([...labels, 'le'])] as const, [`${name}_sum`, labels] as const, [`${name}_count`, labels] as const];
    }),
  );
}
