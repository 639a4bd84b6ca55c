/** Builds the coverage report from facts about each source, without reading anything. */
import type { StoredReads } from '#clickhouse/coverage.ts';
import type { RowCount } from '#clickhouse/feed-counts.ts';
import { agencies, type AgencySchedule } from '#schemas/calendar.ts';
import type { CoverageReport, CoverageSource, SourceCoverage } from '#schemas/coverage.ts';
import type { Plan } from '#schemas/plan.ts';
import type { DayReconciliation } from '#schemas/reconciliation.ts';
import { collectedForms, type PlanName, type SecSourceType, type SourceType } from '#schemas/vocabulary.ts';
import { emptyAfterMs, emptyText } from '../ingest/publishers/feed-position.ts';

/** Summary of a source's stored rows, or of the dates of a schedule. Instants are in Unix milliseconds, null when there is none. */
export interface StoredData {
  readonly rows: number;
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** Instant at which the newest row arrived, or the schedule was last read completely. */
  readonly ingestedMs: number | null;
}

/** A configured feed of a publisher. Instants are in Unix milliseconds. */
interface PublisherState {
  readonly id: string;
  readonly pollSeconds: number;
  /** Instant at which its newest row was ingested; null when it has none. */
  readonly ingestedMs: number | null;
  /** Instant since which the feed has no entries; null while it has some. */
  readonly emptySinceMs: number | null;
  /** Number of entries when the feed last had some; null when it never had. */
  readonly entries: number | null;
}

export interface CoverageFacts {
  /** Unix milliseconds up to which rows were counted. */
  readonly asOfMs: number;
  readonly generatedAtMs: number;
  readonly rows: readonly RowCount[];
  readonly lag: ReadonlyMap<string, readonly [p50: number, p95: number, p99: number]>;
  readonly reads: StoredReads | null;
  readonly reportDates: StoredData;
  readonly schedules: readonly AgencySchedule[];
  readonly reconciliation: DayReconciliation | null;
  readonly publishers: readonly PublisherState[];
  readonly plans: Readonly<Record<PlanName, Plan>>;
}

interface Description {
  readonly cadence: string;
  readonly history: string;
  readonly limits: readonly string[];
  readonly staleAfterSeconds: number;
  /** Whether its rows are in the feed, so that plans limit how far back they are served. */
  readonly isArchived: boolean;
}

const hour = 3_600;
const day = 24 * hour;
const edgarCadence = 'every 5 minutes in US hours, every 30 minutes otherwise';
/** Longer than a long weekend, when EDGAR accepts nothing from Friday evening to Tuesday morning. */
const edgarStaleAfter = 4 * day;
/** Longer than a quarter: notices of late filing come once per quarter. */
const lateNoticesStaleAfter = 100 * day;

const edgarForm = (limits: readonly string[], staleAfterSeconds = edgarStaleAfter): Description => ({
  cadence: edgarCadence,
  history: 'Filings from before the first start can be backfilled; they never enter delta mode.',
  limits: [...limits, 'only issuers with a listed symbol'],
  staleAfterSeconds,
  isArchived: true,
});

const descriptions: Readonly<Record<CoverageSource, Description>> = {
  publisher_news: {
    cadence: 'every 30 seconds to 10 minutes per publisher, by how often it publishes',
    history: 'From the first start of this service; older articles of publishers are not read.',
    limits: ['English only', 'summaries and analysis only, never the full text', 'only publishers in the configured list'],
    staleAfterSeconds: 6 * hour,
    isArchived: true,
  },
  sec_form4: edgarForm(['only purchases, sales and dispositions to the issuer (codes P, S, D)']),
  sec_form8k: edgarForm(['only the surfaced items']),
  sec_form6k: edgarForm(['only earnings releases']),
  sec_form144: edgarForm(['only Forms 144 filed as XML, since April 2023']),
  sec_schedule13d: edgarForm(['only Schedules 13D filed as XML, since December 2024']),
  sec_schedule13g: edgarForm(['only Schedules 13G filed as XML, since December 2024']),
  sec_nt10k: edgarForm([], lateNoticesStaleAfter),
  sec_nt10q: edgarForm([], lateNoticesStaleAfter),
  earnings_reads: {
    cadence: 'together with the filing',
    history: 'As far back as the filings in the feed.',
    limits: ['only major tickers', 'published only if every number is verified in the text of the filing'],
    staleAfterSeconds: 30 * day,
    isArchived: false,
  },
  earnings_schedule: {
    cadence: 'daily at 05:30 UTC',
    history: 'Past dates are not kept.',
    limits: ['confirmed dates only, never estimates', 'only major tickers whose last earnings filing is at least 55 days old'],
    staleAfterSeconds: 2 * day,
    isArchived: false,
  },
  economic_calendar: {
    cadence: 'daily at 04:50 UTC',
    history: 'From the oldest date in the schedules of the agencies.',
    limits: ['only ten US series'],
    staleAfterSeconds: 2 * day,
    isArchived: false,
  },
};

const isFiled = (source: CoverageSource): source is CoverageSource & SecSourceType => source in collectedForms;
const sourceTypeOf = (source: CoverageSource): SourceType | null => (source === 'publisher_news' ? 'publisher' : isFiled(source) ? source : null);

const nothing: StoredData = { rows: 0, firstMs: null, lastMs: null, ingestedMs: null };

function storedSchedules(schedules: readonly AgencySchedule[]): StoredData {
  const occurrences = schedules.flatMap((schedule) => schedule.occurrences.map(({ scheduled_at }) => Date.parse(scheduled_at)));
  const readAt = schedules.flatMap(({ synced_at }) => (synced_at === null ? [] : [Date.parse(synced_at)]));
  return storedDates(occurrences, readAt);
}

/** Summarises the dates of a schedule and the instants at which it was read, all in Unix milliseconds. */
export const storedDates = (dates: readonly number[], readAt: readonly number[]): StoredData => ({
  rows: dates.length,
  firstMs: dates.length === 0 ? null : Math.min(...dates),
  lastMs: dates.length === 0 ? null : Math.max(...dates),
  ingestedMs: readAt.length === 0 ? null : Math.max(...readAt),
});

/** Returns one channel per agency or publisher feed, because each may stop by itself. */
function channelsOf(source: CoverageSource, { schedules, publishers, asOfMs }: CoverageFacts): SourceCoverage['channels'] {
  const channel = (name: string, cadence: string, ingestedMs: number | null, staleAfterSeconds: number) => ({
    channel: name,
    cadence,
    last_ingested_at: instant(ingestedMs),
    stale_after_seconds: staleAfterSeconds,
    stale: isStale(ingestedMs, staleAfterSeconds, asOfMs),
  });
  if (source === 'publisher_news')
    return publishers.map(({ id, pollSeconds, ingestedMs }) => channel(id, everyText(pollSeconds), ingestedMs, publisherStaleAfter(pollSeconds)));
  if (source !== 'economic_calendar') return null;
  const { cadence, staleAfterSeconds } = descriptions[source];
  return agencies.map((agency) => {
    const readAt = schedules.find((schedule) => schedule.agency === agency)?.synced_at ?? null;
    return channel(agency, cadence, readAt === null ? null : Date.parse(readAt), staleAfterSeconds);
  });
}

/** Maximum number of empty feeds that are named; the others are counted. */
const emptyNamedMax = 20;

/** Returns a line for each empty feed, which otherwise looks like a feed without news. */
function emptyFeeds({ publishers, asOfMs }: CoverageFacts): string[] {
  const lines = publishers.flatMap(({ id, emptySinceMs, entries }) =>
    emptySinceMs === null || asOfMs - emptySinceMs < emptyAfterMs
      ? []
      : [`${id}, since ${instant(emptySinceMs)}: ${emptyText(entries ?? undefined)}`],
  );
  const more = lines.length - emptyNamedMax;
  return more > 0 ? [...lines.slice(0, emptyNamedMax), `${more} more feeds are empty`] : lines;
}

/** Returns seconds. A feed polled every five minutes may be silent over a long weekend; one polled more often publishes more. */
const publisherStaleAfter = (pollSeconds: number): number => Math.min(4 * day, Math.max(hour, 1_152 * pollSeconds));

function everyText(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** Returns whether the source is stale. A source that never had a row is stale, too. */
const isStale = (ingestedMs: number | null, staleAfterSeconds: number, asOfMs: number): boolean =>
  ingestedMs === null || asOfMs - ingestedMs > staleAfterSeconds * 1_000;

function storedOf(source: CoverageSource, { rows, reads, reportDates, schedules }: CoverageFacts): StoredData {
  if (source === 'earnings_schedule') return reportDates;
  if (source === 'economic_calendar') return storedSchedules(schedules);
  if (source === 'earnings_reads')
    return reads === null
      ? nothing
      : { rows: reads.rows, firstMs: reads.firstPublishedAtMs, lastMs: reads.lastPublishedAtMs, ingestedMs: reads.lastCreatedAtMs };
  const count = rows.find(({ source_type }) => source_type === sourceTypeOf(source));
  if (count === undefined) return nothing;
  return { rows: count.rows, firstMs: count.first_published_at_ms, lastMs: count.last_published_at_ms, ingestedMs: count.last_created_at_ms };
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function reconciliationOf(source: CoverageSource, stored: DayReconciliation | null): SourceCoverage['reconciliation'] {
  if (!isFiled(source) || stored === null || !stored.has_index) return null;
  const family = stored.families[source];
  if (family === undefined) return null;
  const { listed, served, dropped, pending, missing } = family;
  return { day: stored.day, checked_at: stored.checked_at, listed, served, dropped, pending, missing };
}

function sourceCoverage(source: CoverageSource, facts: CoverageFacts): SourceCoverage {
  const { cadence, history, limits, staleAfterSeconds, isArchived } = descriptions[source];
  const { rows, firstMs, lastMs, ingestedMs } = storedOf(source, facts);
  const [p50 = null, p95 = null, p99 = null] = facts.lag.get(sourceTypeOf(source) ?? '') ?? [];
  const { free, basic, pro } = facts.plans;
  return {
    source,
    rows_total: rows,
    first_row_at: instant(firstMs),
    last_row_at: instant(lastMs),
    last_ingested_at: instant(ingestedMs),
    cadence,
    history_note: history,
    limits: [...limits, ...(source === 'publisher_news' ? emptyFeeds(facts) : [])],
    archive_days: isArchived ? { free: free.archiveDays, basic: basic.archiveDays, pro: pro.archiveDays } : null,
    stale: isStale(ingestedMs, staleAfterSeconds, facts.asOfMs),
    stale_after_seconds: staleAfterSeconds,
    channels: channelsOf(source, facts),
    reconciliation: reconciliationOf(source, facts.reconciliation),
    lag: { p50_seconds: p50, p95_seconds: p95, p99_seconds: p99 },
  };
}

export const coverageReport = (facts: CoverageFacts): CoverageReport => ({
  generated_at: new Date(facts.generatedAtMs).toISOString(),
  as_of: new Date(facts.asOfMs).toISOString(),
  research_only: true,
  sources: (Object.keys(descriptions) as CoverageSource[]).map((source) => sourceCoverage(source, facts)),
});
