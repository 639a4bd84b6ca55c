/** Fetches confirmed dates of earnings reports every day at 05:30 UTC, or at the start when that run was missed. */
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { easternDate } from '#schemas/edgar-calendar.ts';
import { isMajor, type MajorTickers } from '#schemas/major-tickers.ts';
import { Instant } from '#schemas/primitives.ts';
import { lastEarningsFilings } from '#clickhouse/stored-filings.ts';
import { buckets } from '#schemas/subjects.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { failureOf, type FetchFailure } from '../fetch-failure.ts';
import { hasRun, lastDueAt, repeat, type NextRun, type RetryWait } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { symbolsPosition } from '../../symbols-loaded.ts';
import { bucketLane } from '../../lane.ts';
import { metricFactory } from '../../metric-factory.ts';
import { changesOf, outdated, createDateStore, type DateStore } from './dates-bucket.ts';

export interface EarningsDatesOptions {
  /** Address of the source, without a trailing slash. */
  readonly baseUrl: string;
  readonly major: MajorTickers;
  readonly store: DateStore;
  /** Returns the epoch milliseconds at which each ticker last filed its results; throws while the store is unreachable. */
  readonly lastFilings: (tickers: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly registry: Registry;
  /** Milliseconds between two checks whether the daily run is due. */
  readonly checkMs?: number;
  readonly retryMs?: RetryWait;
}

const batchTickersMax = 100;
const answerBytesMax = 2_000_000;
const timeoutMs = 30_000;
const dueTimeMs = (5 * 60 + 30) * 60_000;
const sinceFilingMs = 55 * 86_400_000;
const positionKey = 'earnings_dates';
const Position = z.object({ v: z.literal(1), ran_for: Instant });

function createMetrics(registry: Registry) {
  const { counter, gauge } = metricFactory(registry);
  return {
    runs: counter('tickerwire_earnings_dates_runs_total', 'Daily runs of the earnings dates', 'outcome'),
    rows: counter('tickerwire_earnings_dates_rows_total', 'Rows in the answers of the source', 'outcome'),
    stored: gauge('tickerwire_earnings_dates_held', 'Stored confirmed dates'),
  };
}

export const majorStocks = (directory: readonly SymbolEntry[], major: MajorTickers): string[] =>
  directory.filter((entry) => entry.status === 'active' && entry.asset_type === 'Stock' && isMajor(entry, major)).map(({ symbol }) => symbol);

/** Returns the tickers without a report for 55 days, including those without any stored report. */
export const tickersDue = (tickers: readonly string[], lastFiledAtMs: ReadonlyMap<string, number>, now: Date): string[] =>
  tickers.filter((ticker) => now.getTime() - (lastFiledAtMs.get(ticker) ?? -Infinity) >= sinceFilingMs).sort();

/** The daily run that was due at `dueAt`, with the tickers that are not requested yet. */
interface Day {
  readonly dueAt: string;
  readonly left: string[];
}

export function earningsDatesStage(options: EarningsDatesOptions): Stage {
  const { baseUrl, major, store, checkMs = 60_000, retryMs = { first: 30_000, last: 3_600_000 } } = options;
  const metrics = createMetrics(options.registry);
  const source = new URL(baseUrl).host;

  /** Deletes outdated dates. Returns the tickers to request; null while the symbol directory is incomplete or has no major stock. */
  async function begin(dueAt: string, deps: StageDeps): Promise<Day | null> {
    // The directory is incomplete until a list has been applied.
    if ((await deps.positions.get(symbolsPosition)) === null) return null;
    const majors = majorStocks([...(await store.directory()).values()], major);
    if (majors.length === 0) return null;
    const now = deps.now();
    const deletes = outdated(await store.kept(), new Set(majors), easternDate(now.toISOString()));
    await store.apply({ writes: [], deletes });
    const left = tickersDue(majors, await options.lastFilings(majors), now);
    deps.log.info({ dueAt, major: majors.length, requested: left.length, deleted: deletes.length }, 'earnings_dates.begun');
    return { dueAt, left };
  }

  /** Requests a batch of tickers. Returns null, or why it must be requested again. */
  async function ask(batch: readonly string[], deps: StageDeps): Promise<FetchFailure | null> {
    const url = `${baseUrl}/earnings-dates?tickers=${batch.map(encodeURIComponent).join(',')}`;
    const answer = await deps.fetch({ url, bodyBytesMax: answerBytesMax, timeoutMs });
    if (answer.outcome !== 'ok') return failureOf(answer);
    const requested = new Set(batch);
    const parsed = await deps.parse('report_dates', { body: answer.body, requested, today: easternDate(deps.now().toISOString()) });
    if (!parsed.isRead) return { detail: `${parsed.reason}: ${parsed.detail}`, retryAfterMs: 0 };
    const read = parsed.value;
    if (!read.ok) return { detail: read.detail, retryAfterMs: 0 };
    for (const [outcome, count] of Object.entries(read.counts)) metrics.rows.inc({ outcome }, count);
    const changes = changesOf(await store.kept(), requested, read, { source, confirmed_at: answer.fetchedAt });
    await store.apply(changes);
    deps.log.info(
      { requested: batch.length, ...read.counts, written: changes.writes.length, deleted: changes.deletes.length },
      'earnings_dates.applied',
    );
    return null;
  }

  async function run(deps: StageDeps): Promise<void> {
    let day: Day | null = null;
    const runDue = async (failures: number): Promise<NextRun> => {
      const dueAt = lastDueAt(deps.now(), dueTimeMs);
      const ranFor = Position.safeParse(await deps.positions.get(positionKey)).data?.ran_for ?? null;
      if (hasRun(ranFor, dueAt)) return null;
      if (day?.dueAt !== dueAt) day = await begin(dueAt, deps);
      if (day === null) return null;
      while (day.left.length > 0) {
        const failure = await ask(day.left.slice(0, batchTickersMax), deps);
        if (failure !== null) {
          metrics.runs.inc({ outcome: 'put_off' });
          deps.log.warn({ why: failure.detail, failures }, 'earnings_dates.put_off');
          return failure;
        }
        day.left.splice(0, batchTickersMax);
      }
      await deps.positions.set(positionKey, { v: 1, ran_for: dueAt } satisfies z.infer<typeof Position>);
      metrics.runs.inc({ outcome: 'done' });
      metrics.stored.set((await store.kept()).size);
      return null;
    };
    await repeat(runDue, {
      cadenceMs: () => checkMs,
      signal: deps.signal,
      retryMs,
      onOutage: (error, outages) => {
        metrics.runs.inc({ outcome: 'put_off' });
        deps.log.warn({ err: error, outages }, 'earnings_dates.put_off');
      },
    });
  }

  return { name: 'earnings_dates', run };
}

export const earningsDatesLane = bucketLane(buckets.reportDates, {
  name: 'earnings_dates',
  reads: 'EARNINGS_DATES_URL, daily at 05:30 UTC',
  steps: ['choose tickers', 'fetch dates', 'compare'],
  asks: 'others',
  alsoReads: [buckets.symbols],
  make: ({ config, store, registry, bucket, retryOptions, publisherFetch, health }, dates) => {
    if (config.EARNINGS_DATES_URL === null) return null;
    const stage = earningsDatesStage({
      baseUrl: config.EARNINGS_DATES_URL,
      major: config.MAJOR_TICKERS,
      store: createDateStore({ dates, symbols: bucket(buckets.symbols) }, retryOptions),
      lastFilings: (tickers) => lastEarningsFilings(store, tickers),
      registry,
    });
    return { stage, fetch: health.watching(publisherFetch, () => 'earnings_dates'), sources: ['earnings_dates'] };
  },
});
