/** The coverage report: rows, first and last time, and delay of each source. It is computed once a day and stored in ClickHouse. */
import { z } from 'zod';
import { DateOnly, Instant } from './primitives.ts';
import { sourceTypes } from './vocabulary.ts';

const [, ...filingSources] = sourceTypes;
export const coverageSources = ['publisher_news', ...filingSources, 'earnings_reads', 'earnings_schedule', 'economic_calendar'] as const;
export type CoverageSource = (typeof coverageSources)[number];

const seconds = z.number().min(0).nullable();

const CoverageChannel = z.object({
  channel: z.string(),
  cadence: z.string(),
  last_ingested_at: Instant.nullable(),
  stale_after_seconds: z.int(),
  stale: z.boolean(),
});

const CoverageReconciliation = z
  .object({
    day: DateOnly,
    checked_at: Instant,
    listed: z.int().meta({ description: "Filings of this source's forms in EDGAR's index for that day" }),
    served: z.int(),
    dropped: z.record(z.string(), z.int()).meta({ description: 'Number not served, by reason' }),
    pending: z.int().meta({ description: 'Known but not fetched yet' }),
    missing: z.int(),
  })
  .meta({ id: 'CoverageReconciliation' });

export const SourceCoverage = z
  .object({
    source: z.enum(coverageSources),
    rows_total: z.int(),
    first_row_at: Instant.nullable(),
    last_row_at: Instant.nullable(),
    last_ingested_at: Instant.nullable(),
    cadence: z.string().meta({ description: 'How often the source is polled, as text' }),
    history_note: z.string(),
    limits: z.array(z.string()).meta({ description: 'Limits of the source; also its empty feeds, each with when it became empty' }),
    archive_days: z.object({ free: z.int(), basic: z.int(), pro: z.int() }).nullable(),
    stale: z.boolean().meta({ description: 'True if nothing arrived in the `stale_after_seconds` before `as_of`' }),
    stale_after_seconds: z.int(),
    channels: z.array(CoverageChannel).nullable(),
    reconciliation: CoverageReconciliation.nullable().meta({
      description: "The last day compared with EDGAR's index, which is ready after 22:00 Eastern; null before the first",
    }),
    lag: z
      .object({ p50_seconds: seconds, p95_seconds: seconds, p99_seconds: seconds })
      .meta({ description: 'Time from publication until the row was visible, over the last 30 days; null if unknown' }),
  })
  .meta({ id: 'SourceCoverage' });
export type SourceCoverage = z.infer<typeof SourceCoverage>;

export const CoverageReport = z
  .object({
    generated_at: Instant,
    as_of: Instant.meta({ description: 'The counts include everything up to this time' }),
    research_only: z.literal(true),
    sources: z.array(SourceCoverage),
  })
  .meta({ id: 'CoverageReport' });
export type CoverageReport = z.infer<typeof CoverageReport>;
