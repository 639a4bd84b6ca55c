/** The lanes that fetch filings from EDGAR, one per source. */
import type { Registry } from 'prom-client';
import { buckets } from '#schemas/subjects.ts';
import type { DisclosureSource, SecSourceType } from '#schemas/vocabulary.ts';
import { rawOf, type StageLane } from '../../lane.ts';
import { createSecMetrics, type SecMetrics } from './edgar-metrics.ts';
import { secSources } from './edgar-sources.ts';
import { createReportTimes } from './report-times.ts';
import { secStage } from './edgar-stage.ts';

/** All sources share the metrics, because a registry accepts them only once. */
const metricsOf = new WeakMap<Registry, SecMetrics>();

function metricsIn(registry: Registry): SecMetrics {
  const metrics = metricsOf.get(registry) ?? createSecMetrics(registry);
  metricsOf.set(registry, metrics);
  return metrics;
}

const saysTimes = (source: SecSourceType): boolean => source !== 'sec_form4';
const filingsAndTimes = `${rawOf('filing', 'refusal')}; KV ${buckets.reportTimes}`;

const lane = (source: SecSourceType, steps: readonly string[], writes: string): StageLane => ({
  name: source,
  reads: "EDGAR's latest filings, daily index",
  steps: ['walk back to watermark', ...steps, 'publish once'],
  writes,
  asks: 'EDGAR',
  buckets: saysTimes(source) ? [buckets.reportTimes] : [],
  make: ({ config, registry, bucket, retryOptions, edgarFetch, expect, watching }) => {
    expect([source]);
    const stage = secStage(secSources[source], {
      baseUrl: config.EDGAR_URL,
      metrics: metricsIn(registry),
      pollMs: config.EDGAR_POLL_MS,
      pollOffHoursMs: config.EDGAR_POLL_OFF_HOURS_MS,
      reportTimes: saysTimes(source) ? createReportTimes(bucket(buckets.reportTimes), retryOptions) : null,
    });
    return { stage, fetch: watching(edgarFetch, ({ url }) => (url.startsWith(`${config.EDGAR_URL}/cgi-bin/browse-edgar`) ? source : null)) };
  },
});

export const form4Lane = lane('sec_form4', ['fetch filing', 'read form'], rawOf('form4', 'refusal'));
export const form8kLane = lane('sec_form8k', ['stream submission', 'read items', 'find release', 'read earnings'], filingsAndTimes);
export const form6kLane = lane('sec_form6k', ['stream submission', 'find release', 'read earnings'], filingsAndTimes);

/** The lane of a source whose filings are disclosures. */
export const disclosureLane = (source: DisclosureSource): StageLane =>
  lane(source, ['stream submission', 'read disclosure'], rawOf('disclosure', 'refusal'));
