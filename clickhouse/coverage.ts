/** Reads the figures of the coverage report from the tables, and stores and reads the report. */
import { z } from 'zod';
import { CoverageReport } from '#schemas/coverage.ts';
import { parseJson } from '#schemas/json-text.ts';
import { timeBound } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Params, Store } from './store.ts';

const newestQuery = loadQuery('coverage/newest');
const lagQuery = loadQuery('coverage/lag');
const readsQuery = loadQuery('coverage/earnings-reads');
const createdQuery = loadQuery('coverage/created-at');
const publishersQuery = loadQuery('coverage/publishers');

const Lag = z.object({ source_type: z.string(), seconds: z.tuple([z.number(), z.number(), z.number()]) });
const Reads = z.object({ rows: z.int(), first_published_at_ms: z.number(), last_published_at_ms: z.number(), last_seq: z.int() });

/** Returns p50, p95 and p99 of the lag in seconds by source type, for rows that became visible since `sinceMs`. */
export async function lagBySourceType(store: Store, sinceMs: number): Promise<Map<string, readonly [number, number, number]>> {
  const found = await store.query(lagQuery, { since: timeBound(sinceMs) }, Lag);
  return new Map(found.map(({ source_type, seconds }) => [source_type, seconds]));
}

const Newest = z.object({ source: z.string(), last_created_at_ms: z.number() });

/** Returns when the newest row of each publisher's feed arrived, in milliseconds since 1970, by source id. */
export async function newestByPublisher(store: Store): Promise<Map<string, number>> {
  const found = await store.query(publishersQuery, {}, Newest);
  return new Map(found.map(({ source, last_created_at_ms }) => [source, last_created_at_ms]));
}

export type StoredReads = NonNullable<Awaited<ReturnType<typeof earningsReadStats>>>;

/** Returns the number of the stored earnings reads, and their times in milliseconds since 1970; null if there are none. */
export async function earningsReadStats(store: Store) {
  const [reads] = await store.query(readsQuery, {}, Reads);
  if (reads === undefined || reads.rows === 0) return null;
  const [created] = await store.query(createdQuery, { seq: reads.last_seq }, z.object({ created_at_ms: z.number() }));
  return {
    rows: reads.rows,
    firstPublishedAtMs: reads.first_published_at_ms,
    lastPublishedAtMs: reads.last_published_at_ms,
    lastCreatedAtMs: created?.created_at_ms ?? reads.last_published_at_ms,
  };
}

export const storeCoverage = (store: Store, report: CoverageReport): Promise<void> =>
  store.insert('coverage', [{ generated_at: timeBound(Date.parse(report.generated_at)), report: JSON.stringify(report) }]);

/** Returns the newest report, or the newest one at `atMs`; null if there is none or it is unreadable. */
export async function newestCoverage(store: Store, atMs?: number): Promise<CoverageReport | null> {
  const params: Params = atMs === undefined ? {} : { generated_to: timeBound(atMs) };
  const [row] = await store.query(newestQuery, params, z.object({ report: z.string() }));
  return CoverageReport.safeParse(parseJson(row?.report ?? '')).data ?? null;
}
