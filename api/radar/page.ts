/** Renders a page of a snapshot: the snapshot's head, the caller's access, and the rows as stored. */
import { rowsOf } from '#clickhouse/radar.ts';
import { picked } from '#schemas/picked.ts';
import { sharedContextKeys, snapshotDigest, type RadarHead, type SnapshotContext } from '#schemas/radar.ts';
import type { Caller } from '../auth/caller.ts';
import type { RenderedAnswer } from '../feed/cached-response.ts';
import { createContent } from '../reply/content.ts';
import type { QueryStore } from '../store-access.ts';
import { quietOf } from './book.ts';
import type { RadarFilter, Ranking } from './ranking.ts';
import type { RadarRequest } from './request.ts';

interface SnapshotPage {
  readonly head: RadarHead;
  readonly ranking: Ranking;
  readonly request: RadarRequest;
  readonly caller: Caller;
  readonly offset: number;
  readonly unavailableReason: string | null;
  /** The time of the answer, minus the delay of the plan. */
  readonly seenAtMs: number;
  readonly cursorAt: (offset: number) => string;
}

export async function renderSnapshot(ask: QueryStore, page: SnapshotPage): Promise<RenderedAnswer> {
  const { head, ranking, request, caller, offset, cursorAt } = page;
  const { scope, sort, order, limit } = request;
  const { plan, account } = caller;
  const delaySeconds = plan.radarDelayMinutes * 60;
  const watchlist = scope === 'watchlist' ? (account.watchlist ?? []) : null;
  const filter = scoped(request.filter, watchlist);
  const { snapshot_id: id, quiet_tickers, to_seq: _, generated_at, source_watermark, source_checked_at, ...publicHead } = head;
  const tickers = ranking.tickers(filter, { sort, order });
  const total = tickers.length;
  const rows = await ask((store) => rowsOf(store, id, tickers.slice(offset, offset + limit)));
  const next = offset + rows.length < total && rows.length > 0 ? offset + rows.length : null;
  const context = agedContext(publicHead.event_context, page.seenAtMs);
  const envelope = {
    snapshot_id: snapshotDigest(publicHead),
    methodology_version: publicHead.methodology_version,
    research_only: true,
    point_in_time: true,
    limitations: publicHead.limitations,
    input_hashes: publicHead.input_hashes,
    as_of: publicHead.as_of,
    preview_reference_at: null,
    window: publicHead.window,
    parameters: { effective_at: Date.parse(publicHead.as_of) / 1_000, ...publicHead.parameters },
    freshness: {
      mode: delaySeconds === 0 ? 'live' : 'delayed',
      effective_delay_seconds: delaySeconds,
      generated_at,
      source_watermark,
      source_checked_at,
      unavailable_reason: page.unavailableReason,
    },
    access: {
      tier: plan.name,
      delay_seconds: delaySeconds,
      scope,
      watchlist_count: watchlist?.length ?? null,
      watchlist_limit: plan.watchlistMax,
    },
    universe: publicHead.universe,
    total,
    summary: publicHead.summary,
    offset,
    next_offset: next,
    previous_cursor: offset === 0 ? null : cursorAt(Math.max(0, offset - limit)),
    event_context: context,
    watchlist_coverage: watchlist === null ? null : coverageOf(ranking, watchlist, quiet_tickers),
  };
  // Rows are stored without the fields of the shared context; these are inserted after the opening of each row's own context. Quotes in texts
  // are escaped, so the first match is the key.
  const shared = `"event_context":${JSON.stringify(picked(context, sharedContextKeys)).slice(0, -1)},`;
  const nextCursor = JSON.stringify(next === null ? null : cursorAt(next));
  const text = `${JSON.stringify(envelope).slice(0, -1)},"results":[${rows.map(({ doc }) => doc.replace('"event_context":{', () => shared)).join(',')}],"next_cursor":${nextCursor}}`;
  return { content: createContent(text), rowsCount: rows.length };
}

/** Returns the context with its age at `seenAtMs`; the stored age is that at the cutoff. */
const agedContext = (context: SnapshotContext, seenAtMs: number): SnapshotContext =>
  context.sec_cutoff === null ? context : { ...context, age_seconds: Math.max(0, Math.floor((seenAtMs - Date.parse(context.sec_cutoff)) / 1_000)) };

/** Returns the filter limited to the saved symbols, without other names of their companies. */
function scoped(filter: RadarFilter, watchlist: readonly string[] | null): RadarFilter {
  if (watchlist === null) return filter;
  const tickers = filter.tickers === null ? watchlist : watchlist.filter((ticker) => filter.tickers?.includes(ticker));
  return { ...filter, tickers };
}

function coverageOf(ranking: Ranking, watchlist: readonly string[], quietTickers: string): { no_recent_news: string[]; not_in_snapshot: string[] } {
  const quiet = new Set(quietOf(quietTickers));
  const absent = watchlist.filter((ticker) => !ranking.has(ticker));
  return { no_recent_news: absent.filter((ticker) => quiet.has(ticker)), not_in_snapshot: absent.filter((ticker) => !quiet.has(ticker)) };
}
