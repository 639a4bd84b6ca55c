/** Gathers the rows of a brief: the best of a window of time, or those that entered the feed after a cursor. */
import { briefRows, halfLifeMs, tickersNamed } from '#clickhouse/brief.ts';
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { StoredItem } from '#schemas/item.ts';
import { everything } from '#schemas/feed-filter.ts';
import { isBounded } from '#schemas/ticker-spans.ts';
import type { Caller } from '../auth/caller.ts';
import { gather } from '../feed/delta.ts';
import { defaultMinRelevance } from '../feed/parameters.ts';
import { readCursor, refusePast, storedTo } from '../feed/position.ts';
import type { FeedDeps } from '../feed/feed-request.ts';
import type { RequestedTicker } from './entry.ts';

export interface BriefRequest {
  readonly listed: readonly RequestedTicker[];
  readonly unknown: readonly string[];
  readonly hours: number;
  readonly limit: number;
  readonly cursor: string | null;
  /** Hash of path and tickers, for cursors. */
  readonly binding: string;
  readonly horizon: number;
  readonly caller: Caller;
}

export interface BriefPeriod {
  readonly fromMs: number;
  readonly toMs: number;
  /** Both lists in the order of the answer. */
  readonly events: readonly StoredRow[];
  readonly filings: readonly StoredRow[];
  /** Whether a list has more rows than its limit. */
  readonly isCut: { readonly events: boolean; readonly filings: boolean };
  /** Tickers that any row of the window names; null after a cursor: all rows are here. */
  readonly named: ReadonlySet<string> | null;
  /** The position in the feed after all these rows. */
  readonly position: LogPosition;
  readonly hasMore: boolean;
}

const hourMs = 3_600_000;

/** Returns the rows published in the last `hours` that the tables have; the position is the end of the tables. */
export async function rowsOfWindow({ listed, hours, limit, horizon }: BriefRequest, deps: FeedDeps): Promise<BriefPeriod> {
  const toMs = deps.nowMs();
  const fromMs = Math.max(horizon, toMs - hours * hourMs);
  // The end is read before the rows, and later ones are left to the cursor, so that no row appears twice or never.
  const seqTo = await storedTo(deps);
  const of = { ...tickersOf(listed), fromMs, toMs, minRelevance: defaultMinRelevance, seqTo };
  const [events, filings, named] = await deps.ask((store) =>
    Promise.all([briefRows(store, of, { isPublisher: true, limit }), briefRows(store, of, { isPublisher: false, limit }), tickersNamed(store, of)]),
  );
  const isCut = { events: events.isTruncated, filings: filings.isTruncated };
  const position = { generation: deps.generations.generationAt(seqTo), seq: seqTo };
  return { fromMs, toMs, events: events.rows, filings: filings.rows, isCut, named, position, hasMore: false };
}

/** Returns the next `limit` rows after the cursor. */
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
