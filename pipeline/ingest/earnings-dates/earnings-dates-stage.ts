/**
 * Fetches confirmed dates of earnings reports from the configured source, every day at 05:30 UTC, or at the start when that run was missed.
 * It requests the tickers that are due and stores dates while they lie ahead; it never computes one. A failed batch is retried.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import type { Config } from '#schemas/config.ts';
import { easternDate } from '#schemas/edgar-calendar.ts';
import { Instant } from '#schemas/primitives.ts';
import { endedByStop, StoppedError } from '#ops/process/retry.ts';
import { backoff, outageWaitMs, repeat } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { symbolsPosition } from '../../symbols-held.ts';
import { lastDueAt, majorStocks, tickersDue } from './choose.ts';
import { changesOf, outdated, type DateStore } from './dates-bucket.ts';

export interface EarningsDatesOptions {
  /** The source's address, without a trailing slash. */
  readonly baseUrl: string;
  readonly major: Config['MAJOR_TICKERS'];
  readonly store: DateStore;
  /** Returns when each ticker last filed its results, in epoch milliseconds; throws while the store is unreachable. */
  readonly lastFilings: (tickers: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly registry: Registry;
  /** Milliseconds between checks of the clock. */
  readonly checkMs?: number;
  readonly retryMs?: { readonly first: number; readonly last: number };
}

const batchTickersMax = 100;
const answerBytesMax = 2_000_000;
const timeoutMs = 30_000;
const dayMs = 86_400_000;
const positionKey = 'earnings_dates';
const Position = z.object({ v: z.literal(1), ran_for: Instant });

function createMetrics(registry: Registry) {
  const registers = [registry];
  return {
    runs: new Counter({ name: 'tickerwire_earnings_dates_runs_total', help: 'Daily runs of the earnings dates', labelNames: ['outcome'], registers }),
    rows: new Counter({
      name: 'tickerwire_earnings_dates_rows_total',
      help: 'Rows in the answers of the source',
      labelNames: ['outcome'],
      registers,
    }),
    held: new Gauge({ name: 'tickerwire_earnings_dates_held', help: 'Stored confirmed dates', registers }),
  };
}

/** The tickers that a day's run has still to request. */
interface Day {
  readonly dueAt: string;
  readonly left: string[];
}

export function earningsDatesStage(options: EarningsDatesOptions): Stage {
  const { baseUrl, major, store, checkMs = 60_000, retryMs = { first: 30_000, last: 3_600_000 } } = options;
  const metrics = createMetrics(options.registry);
  const source = new URL(baseUrl).host;

  /** Deletes dates that have passed and returns the tickers of the day; null while there is no symbol directory. */
  async function begin(dueAt: string, deps: StageDeps): Promise<Day | null> {
    // Until a list has been applied completely, the directory is partial.
    if ((await deps.positions.get(symbolsPosition)) === null) return null;
    const majors = majorStocks(await store.directory(), major);
    if (majors.length === 0) return null;
    const now = deps.now();
    const deletes = outdated(await store.kept(), new Set(majors), easternDate(now.toISOString()));
    await store.apply({ writes: [], deletes });
    const left = tickersDue(majors, await options.lastFilings(majors), now);
    deps.log.info({ dueAt, major: majors.length, asked: left.length, deleted: deletes.length }, 'earnings_dates.begun');
    return { dueAt, left };
  }

  /** Returns null, or why the batch must be requested again. */
  async function ask(batch: readonly string[], deps: StageDeps): Promise<{ readonly why: string; readonly retryAfterMs: number } | null> {
    const url = `${baseUrl}/earnings-dates?tickers=${batch.map(encodeURIComponent).join(',')}`;
    const answer = await deps.fetch({ url, bodyBytesMax: answerBytesMax, timeoutMs });
    if (answer.outcome === 'not_modified') return { why: 'not modified', retryAfterMs: 0 };
    if (answer.outcome !== 'ok') return { why: answer.detail, retryAfterMs: answer.outcome === 'failed' ? (answer.retryAfterMs ?? 0) : 0 };
    const asked = new Set(batch);
    const parsed = await deps.parse('report_dates', { body: answer.body, asked, today: easternDate(deps.now().toISOString()) });
    if (!parsed.isRead) return { why: `${parsed.reason}: ${parsed.detail}`, retryAfterMs: 0 };
    const read = parsed.value;
    if (!read.ok) return { why: read.detail, retryAfterMs: 0 };
    for (const [outcome, count] of Object.entries(read.counts)) metrics.rows.inc({ outcome }, count);
    const changes = changesOf(await store.kept(), asked, read, { source, confirmed_at: answer.fetchedAt });
    await store.apply(changes);
    deps.log.info({ asked: batch.length, ...read.counts, written: changes.writes.length, deleted: changes.deletes.length }, 'earnings_dates.applied');
    return null;
  }

  async function run(deps: StageDeps): Promise<void> {
    let day: Day | null = null;
    let failures = 0;
    let outages = 0;
    const putOff = (why: string, retryAfterMs: number): number => {
      metrics.runs.inc({ outcome: 'put_off' });
      deps.log.warn({ why, failures }, 'earnings_dates.put_off');
      failures += 1;
      return Math.max(retryAfterMs, backoff(failures - 1, retryMs.first, retryMs.last));
    };
    const runDue = async (): Promise<number | null> => {
      const dueAt = lastDueAt(deps.now());
      const ranFor = Position.safeParse(await deps.positions.get(positionKey)).data?.ran_for ?? null;
      // A stored run more than a day ahead came from a wrong clock, and has deleted future dates too.
      if (ranFor !== null && ranFor >= dueAt && Date.parse(ranFor) - Date.parse(dueAt) <= dayMs) return null;
      if (day?.dueAt !== dueAt) day = await begin(dueAt, deps);
      if (day === null) return null;
      while (day.left.length > 0) {
        const failure = await ask(day.left.slice(0, batchTickersMax), deps);
        if (failure !== null) return putOff(failure.why, failure.retryAfterMs);
        day.left.splice(0, batchTickersMax);
      }
      failures = 0;
      await deps.positions.set(positionKey, { v: 1, ran_for: dueAt } satisfies z.infer<typeof Position>);
      metrics.runs.inc({ outcome: 'done' });
      metrics.held.set((await store.kept()).size);
      return null;
    };
    const work = async (): Promise<number | null> => {
      try {
        const waitMs = await runDue();
        outages = 0;
        return waitMs;
      } catch (error) {
        if (error instanceof StoppedError) throw error;
        // An outage on this side (ClickHouse, NATS, parsing) does not count against the source.
        outages += 1;
        metrics.runs.inc({ outcome: 'put_off' });
        deps.log.warn({ err: error, outages }, 'earnings_dates.put_off');
        return outageWaitMs(outages);
      }
    };
    await repeat(work, () => checkMs, deps.signal);
  }

  return {
    name: 'earnings_dates',
    run: (deps) => endedByStop(run(deps)),
  };
}
