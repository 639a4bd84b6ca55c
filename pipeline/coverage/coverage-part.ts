/** Computes the coverage report once per UTC day, and more often while a source, a channel or the comparison with EDGAR's index is missing. */
import { newestCoverage, storeCoverage, earningsReadStats, lagBySourceType, newestByPublisher } from '#clickhouse/coverage.ts';
import { backoff, pause } from '#ops/process/pause.ts';
import type { Config } from '#schemas/config.ts';
import type { CoverageReport, SourceCoverage } from '#schemas/coverage.ts';
import { withArchiveDays, type Plan } from '#schemas/plan.ts';
import { buckets } from '#schemas/subjects.ts';
import { quarterMs } from '../ingest/gdelt/batch.ts';
import { gdeltSource } from '../ingest/gdelt/read-gkg.ts';
import { longestWaitMs } from '../ingest/publishers/cadence/cadence.ts';
import { configuredSources, type Source } from '../ingest/publishers/catalogue.ts';
import { configuredSearchFeeds } from '../ingest/search/search-feeds.ts';
import { usualCycleMs } from '../ingest/search/search-stage.ts';
import { lead, openFor, tablesVerified, type PipelinePart, type PartContext } from '../part.ts';
import type { KV } from '@nats-io/kv';
import { rowCounts } from '#clickhouse/feed-counts.ts';
import type { Store } from '#clickhouse/store.ts';
import { readEntries } from '#ops/nats/bucket-entry.ts';
import { AgencySchedule } from '#schemas/calendar.ts';
import { DayReconciliation } from '#schemas/reconciliation.ts';
import { easternDateAt } from '#schemas/edgar-calendar.ts';
import { ReportDate, ReportTime } from '#schemas/report-date.ts';
import { collectedForms, type PlanName } from '#schemas/vocabulary.ts';
import { ListingPosition, positionKey } from '../ingest/publishers/feed-position.ts';
import { coverageReport, storedDates, type StoredData } from './report.ts';

const checkMs = 10_000;
const slowMs = 60_000;
const retryMs = { first: 1_000, last: 300_000 };
/** Milliseconds between the reports of one day while something is missing; doubled after each. */
const incompleteMs = { first: 20_000, last: 3_600_000 };

const isComplete = ({ source, rows_total, channels, reconciliation }: SourceCoverage): boolean =>
  rows_total > 0 &&
  (channels ?? []).every(({ last_ingested_at }) => last_ingested_at !== null) &&
  (reconciliation !== null || !(source in collectedForms));

/** Returns whether a report is due. `repeats`: how often the day's report was computed again while something was missing. */
export function isDue(report: CoverageReport | null, nowMs: number, repeats: number): boolean {
  if (report === null) return true;
  if (report.generated_at.slice(0, 10) < new Date(nowMs).toISOString().slice(0, 10)) return true;
  if (report.sources.every(isComplete)) return false;
  return nowMs - Date.parse(report.generated_at) >= Math.min(incompleteMs.last, incompleteMs.first * 2 ** Math.min(repeats, 20));
}

/** Returns the feeds that can add rows: not lists of past articles, nor feeds in languages other than English. */
export const publisherChannels = (sources: readonly Source[], config: Config): CoverageDeps['publishers'] => [
  ...sources
    .filter(({ history, language = 'en' }) => history !== true && /^en\b/i.test(language))
    .map((source) => ({ id: source.id, pollSeconds: Math.max(1, Math.round(longestWaitMs(source, config) / 1_000)) })),
  ...(config.GDELT_URL === null ? [] : [{ id: gdeltSource.id, pollSeconds: quarterMs / 1_000 }]),
  ...configuredSearchFeeds(config).map(({ source }) => ({ id: source.id, pollSeconds: usualCycleMs.active / 1_000 })),
];

function start(context: PartContext): () => Promise<void> {
  const { store, config, board, log, now } = context;
  // The time limit is long, because computing the report reads whole tables and no caller waits for it.
  const progress = board.add('', slowMs);
  const sources = configuredSources(config);
  return async () => {
    await tablesVerified(context, progress);
    const deps: CoverageDeps = {
      store,
      reportDates: await openFor(context, buckets.reportDates),
      reportTimes: await openFor(context, buckets.reportTimes),
      calendar: await openFor(context, buckets.calendar),
      reconciliations: await openFor(context, buckets.reconciliations),
      positions: await openFor(context, buckets.positions),
      publishers: publisherChannels(sources, config),
      plans: withArchiveDays(config.ARCHIVE_DAYS),
      now,
    };
    await lead(context, 'coverage', (leading) => keepReport(deps, leading).finally(progress.idle));

    async function keepReport(from: CoverageDeps, leading: AbortSignal): Promise<void> {
      let [failures, repeats] = [0, 0];
      let newest: CoverageReport | null | undefined;
      while (!leading.aborted) {
        try {
          newest ??= await newestCoverage(store);
          if (isDue(newest, now().getTime(), repeats)) {
            progress.waitsFor('waiting for the coverage report to be computed');
            const report = await computeCoverage(from);
            await storeCoverage(store, report);
            repeats = newest?.generated_at.slice(0, 10) === report.generated_at.slice(0, 10) ? repeats + 1 : 0;
            newest = report;
            log.info({ rows: Object.fromEntries(report.sources.map(({ source, rows_total }) => [source, rows_total])) }, 'coverage.computed');
            progress.moved();
          }
          failures = 0;
          progress.idle();
          await pause(checkMs, leading);
        } catch (error) {
          log.warn({ err: error, failures }, 'coverage.put_off');
          await pause(backoff(failures, retryMs.first, retryMs.last), leading);
          failures += 1;
        }
      }
    }
  };
}

export const coveragePart: PipelinePart = {
  lanes: [
    {
      name: 'coverage',
      reads: 'ClickHouse, calendar and report dates, once a day',
      steps: ['count', 'measure lag', 'compare'],
      writes: 'ClickHouse',
    },
  ],
  start,
};

export interface CoverageDeps {
  readonly store: Store;
  readonly reportDates: KV;
  readonly reportTimes: KV;
  readonly calendar: KV;
  readonly reconciliations: KV;
  readonly positions: KV;
  readonly publishers: readonly { readonly id: string; readonly pollSeconds: number }[];
  readonly plans: Readonly<Record<PlanName, Plan>>;
  readonly now: () => Date;
}

const lagWindowMs = 30 * 86_400_000;
/** Key, in the bucket `positions`, of the stage that fetches earnings dates. */
const datesPosition = 'earnings_dates';

export async function computeCoverage(deps: CoverageDeps): Promise<CoverageReport> {
  const { store, plans, now } = deps;
  const asOfMs = now().getTime();
  const [rows, lag, reads] = [await rowCounts(store), await lagBySourceType(store, asOfMs - lagWindowMs), await earningsReadStats(store)];
  const [reportDates, schedules] = [await reportDatesOf(deps), [...(await readEntries(deps.calendar, AgencySchedule)).values()]];
  const days = [...(await readEntries(deps.reconciliations, DayReconciliation)).values()].filter(({ has_index }) => has_index);
  const reconciliation = days.reduce<DayReconciliation | null>((last, day) => (last === null || day.day > last.day ? day : last), null);
  const newest = await newestByPublisher(store);
  const listings = await readEntries(deps.positions, ListingPosition, { keys: positionKey('*') });
  const publishers = deps.publishers.map(({ id, pollSeconds }) => {
    const { entries = null, empty_since } = listings.get(positionKey(id)) ?? {};
    const emptySinceMs = empty_since === undefined ? null : Date.parse(empty_since);
    return { id, pollSeconds, ingestedMs: newest.get(id) ?? null, emptySinceMs, entries };
  });
  return coverageReport({ asOfMs, generatedAtMs: now().getTime(), rows, lag, reads, reportDates, schedules, reconciliation, publishers, plans });
}

async function reportDatesOf({ reportDates, reportTimes, positions, now }: CoverageDeps): Promise<StoredData> {
  const listed = [...(await readEntries(reportDates, ReportDate)).values()];
  const today = easternDateAt(now().getTime());
  const stated = [...(await readEntries(reportTimes, ReportTime)).values()].filter(({ date }) => date >= today);
  const dates = [...listed.map(({ report_date }) => report_date), ...stated.map(({ date }) => date)].map((date) =>
    Date.parse(`${date}T00:00:00.000Z`),
  );
  const entry = await positions.get(datesPosition);
  const arrived = [...listed.map(({ confirmed_at }) => confirmed_at), ...stated.map(({ stated_at }) => stated_at)].map((at) => Date.parse(at));
  // Dates that companies state must not hide that the list is no longer read, so its own time counts once there is one. The entry was
  // created when the list was read; its value is the planned time, which may lie before the first start.
  return storedDates(dates, entry?.operation === 'PUT' ? [entry.created.getTime()] : arrived);
}
