/**
 * Reconciles each business day in the evening, once EDGAR has published its index, and repeats the check until no filing is missing or
 * pending. It catches up on missed days.
 */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import { easternInstant, easternDate, isBusinessDay, nextDay } from '#schemas/edgar-calendar.ts';
import type { DayReconciliation } from '#schemas/reconciliation.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { storedFilings } from '#clickhouse/stored-filings.ts';
import { buckets } from '#schemas/subjects.ts';
import type { StageEntry } from '../../../lane.ts';
import { metricFactory } from '../../../metric-factory.ts';
import { repeat, type NextRun, type RetryWait } from '../../schedule.ts';
import type { Stage, StageDeps } from '../../stage.ts';
import { gapDaysMax } from '../listing/compare-day.ts';
import { firstDay, storedResult, reconcileDay, type LookDeps } from './reconcile-day.ts';

interface ReconcileStageOptions extends Pick<LookDeps, 'baseUrl' | 'families' | 'knownFilings' | 'results'> {
  readonly registry: Registry;
  readonly checkMs?: number;
  readonly retryMs?: RetryWait;
}

/** EDGAR builds the index of a day after 22:00 Eastern, when it closes. */
const publishedAt = '22:15:00';

const isPublished = (day: string, now: Date): boolean => now.toISOString() >= easternInstant(`${day}T${publishedAt}`);

/** Returns the earliest day with a check due of one of these sources; null if there is none. */
async function dayDue(since: string, { results, families }: Pick<LookDeps, 'results' | 'families'>, now: Date): Promise<string | null> {
  const today = easternDate(now.toISOString());
  const reach = Temporal.PlainDate.from(today).subtract({ days: gapDaysMax }).toString();
  for (let day = since > reach ? since : reach; day <= today; day = nextDay(day)) {
    if (!isBusinessDay(day) || !isPublished(day, now)) continue;
    const kept = await storedResult(results, day, now);
    const parts = kept?.has_index === false ? [kept] : families.map((family) => kept?.families[family]);
    if (parts.some((part) => part === undefined || (part.next_look_at !== null && part.next_look_at <= now.toISOString()))) return day;
  }
  return null;
}

/** Returns the latest result of two weeks, with which the gauges are set after a restart. */
async function lastResult(results: KV, now: Date): Promise<DayReconciliation | null> {
  const today = Temporal.PlainDate.from(easternDate(now.toISOString()));
  for (let days = 0; days < 14; days += 1) {
    const kept = await storedResult(results, today.subtract({ days }).toString(), now);
    if (kept?.has_index) return kept;
  }
  return null;
}

export function reconcileStage(options: ReconcileStageOptions): Stage {
  const { results, checkMs = 60_000, retryMs } = options;
  const metrics = createReconcileMetrics(options.registry, options.families);

  async function run(deps: StageDeps): Promise<void> {
    const { log, now, positions } = deps;
    const since = await firstDay(positions, now());
    const looking: LookDeps = { ...options, fetch: deps.fetch, parse: deps.parse, positions, now };
    const last = await lastResult(results, now());
    if (last !== null) metrics(last);
    const work = async (failures: number): Promise<NextRun> => {
      const day = await dayDue(since, options, now());
      if (day === null) return null;
      const look = await reconcileDay(day, looking);
      if (look.kind === 'trouble') {
        log.warn({ day, why: look.trouble.detail, failures }, 'reconciliation.put_off');
        return look.trouble;
      }
      metrics(look.result);
      log.info({ ...look.result, handedOver: look.handedOver }, 'day.reconciled');
      return 0;
    };
    await repeat(work, {
      cadenceMs: () => checkMs,
      signal: deps.signal,
      retryMs,
      onOutage: (error, outages) => log.warn({ err: error, outages }, 'reconciliation.put_off'),
    });
  }

  return { name: 'reconcile', run };
}

export const reconcileLane: StageEntry = {
  name: 'reconcile',
  reads: "EDGAR's daily index at 22:15 Eastern; ClickHouse",
  steps: ['fetch index', 'compare', 'request missing filings'],
  writes: `KV ${buckets.reconciliations}`,
  asks: 'EDGAR',
  buckets: [buckets.reconciliations],
  make: ({ config, store, registry, bucket, edgarFetch, running }) => {
    const families = running.filter((name): name is SecSourceType => name in collectedForms);
    const stage = reconcileStage({
      baseUrl: config.EDGAR_URL,
      families,
      knownFilings: (family, accessions) => storedFilings(store, family, accessions),
      results: bucket(buckets.reconciliations),
      registry,
    });
    return { stage, fetch: edgarFetch, sources: [], scope: families.toSorted().join('-') };
  },
};

/** Registers the gauges, and returns a function that sets those of these sources from the result of a day. */
export function createReconcileMetrics(registry: Registry, families: readonly SecSourceType[]): (result: DayReconciliation) => void {
  const { gauge } = metricFactory(registry);
  const filings = gauge(
    'tickerwire_reconciled_filings',
    'Filings in the index of the last reconciled day, by outcome',
    'source',
    'outcome',
    'reason',
  );
  const day = gauge('tickerwire_reconciled_day_seconds', 'The last reconciled day, as 00:00 UTC in Unix seconds');
  return (result) => {
    if (!result.has_index) return;
    filings.reset();
    for (const source of families) {
      const counts = result.families[source];
      if (counts === undefined) continue;
      filings.set({ source, outcome: 'served', reason: '' }, counts.served);
      filings.set({ source, outcome: 'pending', reason: '' }, counts.pending);
      filings.set({ source, outcome: 'missing', reason: '' }, counts.missing);
      for (const [reason, count] of Object.entries(counts.dropped)) filings.set({ source, outcome: 'dropped', reason }, count);
    }
    day.set(Date.parse(`${result.day}T00:00:00.000Z`) / 1_000);
  };
}
