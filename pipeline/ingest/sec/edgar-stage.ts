/**
 * The ingest stages for EDGAR, one per source. A stage polls the latest-filings feed and publishes each listed filing of its forms to RAW
 * once, as its message or as its refusal. It also compares every past business day with EDGAR's daily index, which adds filings that an
 * outage, the limited length of the feed or a shifted page made it miss. A stage may be killed at any moment and run twice.
 */
import type { Registry } from 'prom-client';
import { easternDate } from '#schemas/edgar-calendar.ts';
import { pause } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { endedByStop } from '#ops/process/retry.ts';
import { buckets } from '#schemas/subjects.ts';
import type { DisclosureSource, SecSourceType } from '#schemas/vocabulary.ts';
import { rawOf, type StageEntry } from '../../lane.ts';
import { retryAfterMaxMs } from '../fetch.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { compareDay } from './listing/compare-day.ts';
import { walkEnds } from './listing/walk.ts';
import { dueFilings, fetchBatch } from './fetch/fetch-batch.ts';
import { createSecMetrics, type SecMetrics } from './edgar-metrics.ts';
import { isPollDue, pollFeed } from './poll-latest.ts';
import { freshProgress, loadProgress, type Progress } from './filing-progress.ts';
import { secSources, type SecSource } from './edgar-sources.ts';
import { defaults, steadyMsOf, type SecSettings, type SecStageOptions, type SecStageWork } from './stage-context.ts';
import { createKeepReportTime } from './report-times.ts';

/** Longest pause of the loop, in milliseconds. It bounds the delay with which the start of filing hours is noticed. */
const idleMsMax = 10_000;

export function secStage(source: SecSource, { metrics, ...options }: SecStageOptions): Stage {
  const settings: SecSettings = { ...defaults, ...options };
  return {
    name: source.name,
    run: (deps) => endedByStop(startWork(deps, source, settings, metrics).then(follow)),
  };
}

async function startWork(deps: StageDeps, source: SecSource, settings: SecSettings, metrics: SecMetrics): Promise<SecStageWork> {
  const yesterday = Temporal.PlainDate.from(easternDate(deps.now().toISOString())).subtract({ days: 1 });
  const kept = await loadProgress(deps.positions, source.name);
  if (kept !== null) boundWaits(kept, settings, (deps.steadyMs ?? steadyNowMs)());
  // Prometheus computes an increase only for a series that exists already, and the alert on failed walks needs every outcome.
  for (const outcome of walkEnds) metrics.walks.inc({ source: source.name, outcome }, 0);
  return {
    deps,
    source,
    settings,
    metrics,
    progress: kept ?? freshProgress(yesterday.toString()),
    timers: { nextPollAtMs: 0, cadenceMs: 0, pollFailures: 0, nextIndexAtMs: 0, indexFailures: 0, coolUntilMs: 0, refusals: 0, outages: 0 },
  };
}

/** Limits each restored wait to the longest that a new failure could cause, because the previous process's clock may have been wrong. */
function boundWaits({ pending }: Progress, { retryScheduleMs }: SecSettings, nowMs: number): void {
  for (const [accession, filing] of pending) {
    const longestMs = Math.max(1.1 * (retryScheduleMs[filing.failures - 1] ?? 0), retryAfterMaxMs);
    pending.set(accession, { ...filing, dueAtMs: Math.min(filing.dueAtMs, nowMs + longestMs) });
  }
}

async function follow(work: SecStageWork): Promise<void> {
  const { deps, source, progress, timers, settings } = work;
  const fetchFiling = source.createFetch({ fetch: deps.fetch, parse: deps.parse, baseUrl: settings.baseUrl });
  while (!deps.signal.aborted) {
    const nowMs = steadyMsOf(work);
    if (nowMs >= timers.coolUntilMs) {
      if (isPollDue(work)) {
        await pollFeed(work);
        continue;
      }
      const batch = dueFilings(work);
      if (batch.length > 0) {
        await fetchBatch(work, batch, fetchFiling);
        continue;
      }
      if (await compareDay(work)) continue;
    }
    const filingsDueMs = [...progress.pending.values()].map((filing) => filing.dueAtMs);
    const indexDueMs = timers.nextIndexAtMs > nowMs ? [timers.nextIndexAtMs] : [];
    const nextMs = Math.max(timers.coolUntilMs, Math.min(timers.nextPollAtMs, ...indexDueMs, ...filingsDueMs));
    await pause(Math.max(1, Math.min(idleMsMax, nextMs - nowMs)), deps.signal);
  }
}

/** One set of metrics for all EDGAR stages: a registry accepts a name only once. */
const metricsOf = new WeakMap<Registry, SecMetrics>();

function metricsIn(registry: Registry): SecMetrics {
  const metrics = metricsOf.get(registry) ?? createSecMetrics(registry);
  metricsOf.set(registry, metrics);
  return metrics;
}

const canStateReportTime = (source: SecSourceType): boolean => source !== 'sec_form4';
const filingsAndTimes = `${rawOf('filing', 'refusal')}; KV ${buckets.reportTimes}`;

/** Returns the entry of a source in the flow table. `steps` and `writes` are texts that `npm run flow` prints. */
const lane = (source: SecSourceType, steps: readonly string[], writes: string): StageEntry => ({
  name: source,
  reads: "EDGAR's latest filings, daily index",
  steps: ['walk back to watermark', ...steps, 'publish once'],
  writes,
  asks: 'EDGAR',
  buckets: canStateReportTime(source) ? [buckets.reportTimes] : [],
  make: ({ config, registry, bucket, retryOptions, edgarFetch, health }) => {
    const stage = secStage(secSources[source], {
      baseUrl: config.EDGAR_URL,
      metrics: metricsIn(registry),
      pollMs: config.EDGAR_POLL_MS,
      pollOffHoursMs: config.EDGAR_POLL_OFF_HOURS_MS,
      keepReportTime: canStateReportTime(source) ? createKeepReportTime(bucket(buckets.reportTimes), retryOptions) : null,
    });
    const fetch = health.watching(edgarFetch, ({ url }) => (url.startsWith(`${config.EDGAR_URL}/cgi-bin/browse-edgar`) ? source : null));
    return { stage, fetch, sources: [source] };
  },
});

export const form4Lane = lane('sec_form4', ['fetch filing', 'read form'], rawOf('form4', 'refusal'));
export const form8kLane = lane('sec_form8k', ['stream submission', 'read items', 'find release', 'read earnings'], filingsAndTimes);
export const form6kLane = lane('sec_form6k', ['stream submission', 'find release', 'read earnings'], filingsAndTimes);

export const disclosureLane = (source: DisclosureSource): StageEntry =>
  lane(source, ['stream submission', 'read disclosure'], rawOf('disclosure', 'refusal'));
