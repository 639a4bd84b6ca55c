/** Computes the coverage report once a UTC day, sooner while a source or channel is empty, as it is right after a first start. */
import { newestCoverage, storeCoverage } from '#clickhouse/coverage.ts';
import { backoff, pause } from '#ops/process/pause.ts';
import type { Config } from '#schemas/config.ts';
import type { CoverageReport, SourceCoverage } from '#schemas/coverage.ts';
import { withArchiveDays } from '#schemas/plan.ts';
import { buckets } from '#schemas/subjects.ts';
import { longestWaitMs } from '../ingest/publishers/cadence/bounds.ts';
import { configuredSources, type Source } from '../ingest/publishers/catalogue.ts';
import { lead, openFor, tablesVerified, type PipelinePart, type PartContext } from '../part.ts';
import { computeCoverage, type CoverageDeps } from './compute.ts';

const checkMs = 10_000;
const slowMs = 60_000;
const retryMs = { first: 1_000, last: 300_000 };
const emptyMs = { first: 20_000, last: 3_600_000 };

const isWhole = ({ rows_total, channels }: SourceCoverage): boolean =>
  rows_total > 0 && (channels ?? []).every(({ last_ingested_at }) => last_ingested_at !== null);

/** Returns whether a report is due at `nowMs`. `emptyLooks`: recomputations on the same day while a source or channel was empty. */
export function isDue(report: CoverageReport | null, nowMs: number, emptyLooks: number): boolean {
  if (report === null) return true;
  if (report.generated_at.slice(0, 10) < new Date(nowMs).toISOString().slice(0, 10)) return true;
  if (report.sources.every(isWhole)) return false;
  return nowMs - Date.parse(report.generated_at) >= Math.min(emptyMs.last, emptyMs.first * 2 ** Math.min(emptyLooks, 20));
}

/** Returns the feeds that are channels; a list of past articles and a feed in a language that is not served bring no rows. */
export const publisherChannels = (sources: readonly Source[], config: Config): CoverageDeps['publishers'] =>
  sources
    .filter(({ history, language = 'en' }) => history !== true && /^en\b/i.test(language))
    .map((source) => ({ id: source.id, pollSeconds: Math.max(1, Math.round(longestWaitMs(source, config) / 1_000)) }));

function start(context: PartContext): () => Promise<void> {
  const { store, config, board, log, now } = context;
  // The limit is long: computing reads whole tables, and no caller waits for it.
  const progress = board.add('', slowMs);
  const sources = configuredSources(config);
  return async () => {
    await tablesVerified(context, progress);
    const deps: CoverageDeps = {
      store,
      reportDates: await openFor(context, buckets.reportDates),
      calendar: await openFor(context, buckets.calendar),
      reconciliations: await openFor(context, buckets.reconciliations),
      positions: await openFor(context, buckets.positions),
      publishers: publisherChannels(sources, config),
      plans: withArchiveDays(config.ARCHIVE_DAYS),
      now,
    };
    await lead(context, 'coverage', (leading) => keepReport(deps, leading).finally(progress.idle));

    async function keepReport(from: CoverageDeps, leading: AbortSignal): Promise<void> {
      let [failures, emptyLooks] = [0, 0];
      let newest: CoverageReport | null | undefined;
      while (!leading.aborted) {
        try {
          newest ??= await newestCoverage(store);
          if (isDue(newest, now().getTime(), emptyLooks)) {
            progress.waitsFor('waiting for the coverage report to be computed');
            const report = await computeCoverage(from);
            await storeCoverage(store, report);
            emptyLooks = newest?.generated_at.slice(0, 10) === report.generated_at.slice(0, 10) ? emptyLooks + 1 : 0;
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
