/**
 * Compares each day's index with the log every evening, once EDGAR has published it: served, dropped with reason, missing. It hands missing
 * filings to the live stages, and repeats the check until none is open. It catches up on missed days.
 */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import { easternInstant, easternDate, isBusinessDay, nextDay } from '#schemas/edgar-calendar.ts';
import type { DayReconciliation } from '#schemas/reconciliation.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { endedByStop, StoppedError } from '#ops/process/retry.ts';
import { backoff, outageWaitMs, repeat } from '../../schedule.ts';
import type { Stage, StageDeps } from '../../stage.ts';
import { gapDaysMax } from '../listing/compare-day.ts';
import { firstDay, keptResult, lookAtDay, type LookDeps } from './reconcile-day.ts';
import { createReconcileMetrics } from './reconcile-metrics.ts';

export interface ReconcileStageOptions extends Pick<LookDeps, 'baseUrl' | 'held'> {
  /** Sources whose live stages run. */
  readonly families: readonly SecSourceType[];
  readonly results: KV;
  readonly registry: Registry;
  readonly checkMs?: number;
  readonly retryMs?: { readonly first: number; readonly last: number };
}

/** EDGAR builds the index of a day after 22:00 Eastern, when it closes. */
const publishedAt = '22:15:00';

const isPublished = (day: string, now: Date): boolean => now.toISOString() >= easternInstant(`${day}T${publishedAt}`);

/** Returns the earliest day with a check due; null without one. */
async function dayDue(since: string, results: KV, now: Date): Promise<string | null> {
  const today = easternDate(now.toISOString());
  const reach = Temporal.PlainDate.from(today).subtract({ days: gapDaysMax }).toString();
  for (let day = since > reach ? since : reach; day <= today; day = nextDay(day)) {
    if (!isBusinessDay(day) || !isPublished(day, now)) continue;
    const kept = await keptResult(results, day);
    if (kept === null || (kept.next_look_at !== null && kept.next_look_at <= now.toISOString())) return day;
  }
  return null;
}

/** Returns the last result of two weeks, so that the gauges survive a restart. */
async function lastResult(results: KV, now: Date): Promise<DayReconciliation | null> {
  const today = Temporal.PlainDate.from(easternDate(now.toISOString()));
  for (let days = 0; days < 14; days += 1) {
    const kept = await keptResult(results, today.subtract({ days }).toString());
    if (kept?.has_index) return kept;
  }
  return null;
}

export function reconcileStage(options: ReconcileStageOptions): Stage {
  const { results, checkMs = 60_000, retryMs = { first: 60_000, last: 3_600_000 } } = options;
  const metrics = createReconcileMetrics(options.registry);

  async function run(deps: StageDeps): Promise<void> {
    const { log, now, positions } = deps;
    const since = await firstDay(positions, easternDate(now().toISOString()));
    const looking: LookDeps = { ...options, fetch: deps.fetch, parse: deps.parse, positions, now };
    const last = await lastResult(results, now());
    if (last !== null) metrics(last);
    let failures = 0;
    let outages = 0;
    const fail = (day: string, why: string): number => {
      log.warn({ day, why, failures }, 'reconciliation.put_off');
      failures += 1;
      return backoff(failures - 1, retryMs.first, retryMs.last);
    };
    const work = async (): Promise<number | null> => {
      const day = await dayDue(since, results, now());
      if (day === null) return null;
      // A store that is unreachable neither restarts the stage nor lengthens the pause to EDGAR.
      const look = await lookAtDay(day, looking).catch((error: unknown) => ({ kind: 'failed' as const, error }));
      if (look.kind === 'failed') {
        if (look.error instanceof StoppedError) throw look.error;
        outages += 1;
        log.warn({ day, err: look.error, outages }, 'reconciliation.put_off');
        return outageWaitMs(outages);
      }
      outages = 0;
      if (look.kind === 'trouble') return Math.max(fail(day, look.trouble.detail), look.trouble.retryAfterMs);
      failures = 0;
      metrics(look.result);
      log.info({ ...look.result, handedOver: look.handedOver }, 'day.reconciled');
      return 0;
    };
    await repeat(work, () => checkMs, deps.signal);
  }

  return {
    name: 'reconcile',
    run: (deps) => endedByStop(run(deps)),
  };
}
