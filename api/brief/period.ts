/** Reads the rows of a brief: the best of a time window, or those that entered the feed after a cursor. */
import { briefRows, halfLifeMs, tickersNamed } from '#clickhouse/brief.ts';
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { StoredItem } from '#schemas/item.ts';
import { everything } from '#schemas/feed-filter.ts';
import { isBounded } from '#schemas/ticker-spans.ts';
import type { Caller } from '../auth/caller.ts';
import { gather } from '../feed/delta.ts';
import { defaultMinRelevance } from '../feed/parameters.ts';
import { positionAt, readCursor, refusePast, storedTo } from '../feed/position.ts';
import type { FeedDeps } from '../feed/feed-request.ts';
import type { RequestedTicker } from './entry.ts';

export interface BriefRequest {
  readonly listed: readonly RequestedTicker[];
  readonly unknown: readonly string[];
  readonly hours: number;
  readonly limit: number;
  readonly cursor: string | null;
  /** Hash of path and tickers that a cursor must match. */
  readonly binding: string;
  /** Start of the plan's archive in milliseconds since the epoch. */
  readonly horizon: number;
  readonly caller: Caller;
}

export interface BriefPeriod {
  readonly fromMs: number;
  readonly toMs: number;
  readonly events: readonly StoredRow[];
  readonly filings: readonly StoredRow[];
  readonly isCut: { readonly events: boolean; readonly filings: boolean };
  /** Tickers that a row of the window names, beyond the limits too; null after a cursor, where `events` and `filings` have all rows. */
  readonly named: ReadonlySet<string> | null;
  readonly position: LogPosition;
  readonly hasMore: boolean;
}

const hourMs = 3_600_000;

/** Returns the stored rows of the last `hours`. Their position is the last stored record. */
export async function rowsOfWindow({ listed, hours, limit, horizon }: BriefRequest, deps: FeedDeps): Promise<BriefPeriod> {
  const toMs = deps.nowMs();
  const fromMs = Math.max(horizon, toMs - hours * hourMs);
  // The last stored sequence is read before the rows and bounds them, so that the cursor neither repeats nor skips a row.
  const seqTo = await storedTo(deps);
  const of = { ...tickersOf(listed), fromMs, toMs, minRelevance: defaultMinRelevance, seqTo };
  const [events, filings, named] = await deps.ask((store) =>
    Promise.all([briefRows(store, of, { isPublisher: true, limit }), briefRows(store, of, { isPublisher: false, limit }), tickersNamed(store, of)]),
  );
  const isCut = { events: events.isTruncated, filings: filings.isTruncated };
  return { fromMs, toMs, events: events.rows, filings: filings.rows, isCut, named, position: positionAt(seqTo, deps), hasMore: false };
}

/** Returns the rows that entered the feed after the cursor. Throws 400 for an invalid cursor, and 403 for one past the archive. */
export async function rowsSince(request: BriefRequest, deps: FeedDeps): Promise<BriefPeriod> {
  const { listed, limit, horizon, caller } = request;
  const toMs = deps.nowMs();
  const filter = { ...everything, ...tickersOf(listed), minRelevance: defaultMinRelevance };
  const { rows, position } = await gather(readCursor('delta', request, deps), { filter, pageSize: limit }, horizon, deps);
  refusePast(rows[0]?.createdAtMs ?? null, horizon, caller, deps);
  const parsed = rows.map((row) => ({ row, item: JSON.parse(row.doc) as StoredItem }));
  const isEvent = ({ item }: (typeof parsed)[number]): boolean => item.original.source_type === 'publisher';
  const rankOf = ({ row, item }: (typeof parsed)[number]): number => Math.log2(item.enrichment.relevance_score) * halfLifeMs + row.publishedAtMs;
  const events = parsed.filter(isEvent).sort((a, b) => rankOf(b) - rankOf(a) || a.row.seq - b.row.seq);
  const filings = parsed.filter((one) => !isEvent(one)).sort((a, b) => b.row.publishedAtMs - a.row.publishedAtMs || a.row.seq - b.row.seq);
  return {
    fromMs: Math.min(toMs, ...rows.map(({ publishedAtMs }) => publishedAtMs)),
    toMs,
    events: events.map(({ row }) => row),
    filings: filings.map(({ row }) => row),
    isCut: { events: false, filings: false },
    named: null,
    position,
    hasMore: rows.length === limit,
  };
}

function tickersOf(listed: readonly RequestedTicker[]) {
  const spans = listed.flatMap((one) => one.spans);
  return { tickers: [...new Set(spans.map(({ ticker }) => ticker))], spans: spans.some(isBounded) ? spans : null };
}
