/** Gathers the data of the coverage report from tables and buckets. */
import type { KV } from '@nats-io/kv';
import type { z } from 'zod';
import { earningsReadsHeld, lagBySourceType, newestByPublisher } from '#clickhouse/coverage.ts';
import { rowCounts } from '#clickhouse/feed.ts';
import type { Store } from '#clickhouse/store.ts';
import { AgencySchedule } from '#schemas/calendar.ts';
import type { CoverageReport } from '#schemas/coverage.ts';
import type { Plan } from '#schemas/plan.ts';
import { DayReconciliation } from '#schemas/reconciliation.ts';
import { ReportDate } from '#schemas/report-date.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { ListingPosition, positionKey } from '../ingest/publishers/feed-position.ts';
import { coverageReport, type StoredSchedule } from './report.ts';

export interface CoverageDeps {
  readonly store: Store;
  readonly reportDates: KV;
  readonly calendar: KV;
  readonly reconciliations: KV;
  readonly positions: KV;
  /** Configured publisher feeds, with the seconds between polls. */
  readonly publishers: readonly { readonly id: string; readonly pollSeconds: number }[];
  readonly plans: Readonly<Record<PlanName, Plan>>;
  readonly now: () => Date;
}

const lagWindowMs = 30 * 86_400_000;
/** Key of the stage that fetches earnings dates in the bucket of positions. */
const datesPosition = 'earnings_dates';

/** Returns the coverage report as of now; throws while a store or the buckets are unreachable. */
export async function computeCoverage(deps: CoverageDeps): Promise<CoverageReport> {
  const { store, plans, now } = deps;
  const asOfMs = now().getTime();
  const [rows, lag, reads] = [await rowCounts(store), await lagBySourceType(store, asOfMs - lagWindowMs), await earningsReadsHeld(store)];
  const [reportDates, schedules] = [await datesHeld(deps), [...(await valuesOf(deps.calendar, AgencySchedule)).values()]];
  const days = [...(await valuesOf(deps.reconciliations, DayReconciliation)).values()].filter(({ has_index }) => has_index);
  const reconciliation = days.reduce<DayReconciliation | null>((last, day) => (last === null || day.day > last.day ? day : last), null);
  const newest = await newestByPublisher(store);
  const carried = await valuesOf(deps.positions, ListingPosition, positionKey('*'));
  const publishers = deps.publishers.map(({ id, pollSeconds }) => {
    const { entries = null, empty_since } = carried.get(positionKey(id)) ?? {};
    const emptySinceMs = empty_since === undefined ? null : Date.parse(empty_since);
    return { id, pollSeconds, ingestedMs: newest.get(id) ?? null, emptySinceMs, entries };
  });
  return coverageReport({ asOfMs, generatedAtMs: now().getTime(), rows, lag, reads, reportDates, schedules, reconciliation, publishers, plans });
}

async function datesHeld({ reportDates, positions }: CoverageDeps): Promise<StoredSchedule> {
  const dates = [...(await valuesOf(reportDates, ReportDate)).values()].map(({ report_date }) => Date.parse(`${report_date}T00:00:00.000Z`));
  const entry = await positions.get(datesPosition);
  return {
    entries: dates.length,
    firstMs: dates.length === 0 ? null : Math.min(...dates),
    lastMs: dates.length === 0 ? null : Math.max(...dates),
    // The entry's value names the planned slot, which may lie before the first start; its creation time is the actual read.
    readMs: entry?.operation === 'PUT' ? entry.created.getTime() : null,
  };
}

/** Returns the current values of a bucket by key; leaves out an entry that cannot be read, such as one of a later release. */
async function valuesOf<T>(bucket: KV, schema: z.ZodType<T>, keys = '>'): Promise<Map<string, T>> {
  const values = new Map<string, T>();
  for await (const entry of await bucket.history({ key: keys })) {
    const parsed = entry.operation === 'PUT' ? schema.safeParse(entry.json()) : null;
    if (parsed?.success === true) values.set(entry.key, parsed.data);
    else values.delete(entry.key);
  }
  return values;
}
