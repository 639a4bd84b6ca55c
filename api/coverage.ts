/** GET /api/coverage/ returns the coverage report. */
import { z } from 'zod';
import { newestCoverage } from '#clickhouse/coverage.ts';
import { CoverageReport } from '#schemas/coverage.ts';
import { cachedResponse } from './feed/cached-response.ts';
import { apiError, invalidParameter } from './errors.ts';
import { defineOperation } from './operation.ts';
import { asOf, refuseFuture } from './request/parameters.ts';

const retryAfterSeconds = 60;

const example: CoverageReport = {
  generated_at: '2026-11-20T00:10:03.000Z',
  as_of: '2026-11-20T00:10:00.000Z',
  research_only: true,
  sources: [
    {
      source: 'sec_form8k',
      rows_total: 48_211,
      first_row_at: '2026-01-02T11:00:31.000Z',
      last_row_at: '2026-11-19T22:28:04.000Z',
      last_ingested_at: '2026-11-19T22:33:10.000Z',
      cadence: 'every 5 minutes in US hours, every 30 minutes otherwise',
      history_note: 'Filings from before the first start can be backfilled; they never enter delta mode.',
      limits: ['only the surfaced items', 'only issuers with a listed symbol'],
      archive_days: { free: 30, basic: 90, pro: 180 },
      stale: false,
      stale_after_seconds: 345_600,
      channels: null,
      reconciliation: {
        day: '2026-11-19',
        checked_at: '2026-11-20T03:20:00.000Z',
        listed: 402,
        served: 371,
        dropped: { no_surfaced_item: 31 },
        pending: 0,
        missing: 0,
      },
      lag: { p50_seconds: 352.1, p95_seconds: 540.7, p99_seconds: 611 },
    },
  ],
};

export const coverage = defineOperation({
  path: '/api/coverage/',
  name: 'getCoverage',
  summary: 'Coverage by source',
  description:
    'One row per source: how many rows it has, from when until when, its delay, and whether it is stale. Computed once a day, and at least hourly as long as a source, a channel or the first comparison with an index of EDGAR is missing, as on the first day; `as_of` gives the last report before an instant.',
  input: { query: z.object({ as_of: asOf }) },
  output: { type: 'application/json', schema: CoverageReport, example },
  errors: ['coverage_unavailable'],
  cache: 'private, max-age=300',
  handle: ({ query: { as_of } }, _caller, deps) => {
    if (as_of !== undefined) refuseFuture(as_of.firstMs, deps.nowMs());
    return cachedResponse(deps, `coverage ${as_of?.firstMs ?? ''}`, async () => {
      const report = await deps.ask((store) => newestCoverage(store, as_of?.firstMs));
      if (report === null) {
        const first = as_of === undefined ? null : await deps.ask((store) => newestCoverage(store));
        if (first !== null) throw invalidParameter('as_of', `is before the first coverage report: ${new Date(as_of!.firstMs).toISOString()}`);
        const detail = 'No coverage report has been computed yet. The first one is ready a few minutes after the first start; try again in a minute.';
        throw apiError('coverage_unavailable', detail, { reason: 'not_computed' }, ['Retry-After', String(retryAfterSeconds)]);
      }
      return { value: report, rowsCount: report.sources.length };
    });
  },
});
