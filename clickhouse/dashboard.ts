/** Queries of the operators' dashboard: lag over time, drops, the last documents of a source, the life of a document. */
import { z } from 'zod';
import { timeBound, UidHex, uidNumber } from './columns.ts';
import { lastSequence, restoreUnserved, UnservedRecord, type NumberedRecord } from './feed-records.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const lagOverTimeQuery = loadQuery('dashboard/lag-over-time');
const LagRange = z
  .object({ at: z.int(), rows: z.int(), seen_to_visible: z.tuple([z.number(), z.number(), z.number()]) })
  .transform(({ at, rows, seen_to_visible: [p50, p95, p99] }) => ({ at, rows, p50_seconds: p50, p95_seconds: p95, p99_seconds: p99 }));
/** `at` is the start of the period in seconds since 1970. */
type LagRange = z.infer<typeof LagRange>;

/** Returns the lag per period of `stepSeconds`, since `sinceMs`. Periods without rows are absent; backfilled rows are ignored. */
export const lagOverTime = (store: Store, sinceMs: number, stepSeconds: number): Promise<LagRange[]> =>
  store.query(lagOverTimeQuery, { since: timeBound(sinceMs), step: stepSeconds }, LagRange);

const rowsOfSourceQuery = loadQuery('dashboard/rows-of-source');
const SourceRow = z
  .object({
    seq: z.int(),
    uid_hex: UidHex,
    title: z.string(),
    relevance: z.int(),
    category: z.string(),
    published_at_ms: z.int().nullable(),
    seen_at_ms: z.int(),
    fetched_at_ms: z.int(),
    refined_at_ms: z.int(),
    visible_at_ms: z.int(),
  })
  .transform(({ uid_hex: uid, ...row }) => ({ uid, ...row }));
const dropsOfSourceQuery = loadQuery('dashboard/drops-of-source');

/** Number of the newest sequences among which documents of a source are searched. */
const sequencesSearched = 500_000;

/** Returns the newest rows and drops of a source, at most `limit` of each, newest first. */
export async function lastOfSource(store: Store, source: string, limit: number) {
  const params = { source, limit, after: Math.max(0, (await lastSequence(store)) - sequencesSearched) };
  const [rows, drops] = await Promise.all([
    store.query(rowsOfSourceQuery, params, SourceRow),
    store.query(dropsOfSourceQuery, params, UnservedRecord),
  ]);
  return { rows, drops: drops.map(restoreUnserved) };
}

const recordsAboutQuery = loadQuery('dashboard/records-about');
const visibleOfRowQuery = loadQuery('dashboard/visible-of-row');
const deliveriesOfRowQuery = loadQuery('dashboard/deliveries-of-row');
const VisibleVersion = z.object({ version: z.int(), visible_at_ms: z.int() });
const Delivery = z.object({ attempted_at_ms: z.int(), attempt: z.int(), status: z.int(), error: z.string(), duration_ms: z.int() });

interface DocumentLife {
  /** When each version of the row became visible. Version 0 is the original row, any other is the sequence of a revision. */
  readonly visible: readonly z.infer<typeof VisibleVersion>[];
  /** Records about the document that are no rows: a drop, a trade, a revision. */
  readonly records: readonly NumberedRecord[];
  /** Attempts to deliver the row to webhooks, newest first. Status 0 means no answer, for the reason in `error`. */
  readonly deliveries: readonly z.infer<typeof Delivery>[];
}

const recordsShownMax = 20;
const deliveriesShownMax = 50;

export async function lifeOfDocument(store: Store, uid: string): Promise<DocumentLife> {
  const params = { uid: uidNumber(uid) };
  const [visible, records, deliveries] = await Promise.all([
    store.query(visibleOfRowQuery, params, VisibleVersion),
    store.query(recordsAboutQuery, { ...params, uid_hex: uid, limit: recordsShownMax }, UnservedRecord),
    store.query(deliveriesOfRowQuery, { ...params, limit: deliveriesShownMax }, Delivery),
  ]);
  return { visible, records: records.map(restoreUnserved), deliveries };
}
