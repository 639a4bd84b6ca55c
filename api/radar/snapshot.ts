/** GET /api/signals/snapshot/: Radar, the ranking of tickers by how unusual their news is. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { rowsOf } from '#clickhouse/radar.ts';
import { cursorBinding } from '#schemas/cursor.ts';
import { picked } from '#schemas/picked.ts';
import { Instant, Ticker } from '#schemas/primitives.ts';
import {
  RadarParameters,
  RadarSummary,
  radarWindows,
  ServedRadarRow,
  sharedContextKeys,
  SnapshotContext,
  snapshotDigest,
  type RadarHead,
} from '#schemas/radar.ts';
import { planNames } from '#schemas/vocabulary.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { cachedContent, type RenderedAnswer } from '../feed/cached-response.ts';
import { readCursor } from '../feed/position.ts';
import { defineOperation } from '../operation.ts';
import { createContent } from '../reply/content.ts';
import { quietOf, snapshotGone } from './book.ts';
import { radarExample } from './example.ts';
import type { RadarFilter, Ranking } from './ranking.ts';
import { filtersHash, radarPath, radarQuery, readRadarQuery, type RadarRequest } from './request.ts';
import { refuseFuture } from '../request/parameters.ts';

export const RadarPage = z
  .object({
    snapshot_id: z.string().meta({ description: '64 hexadecimal digits' }),
    methodology_version: z.string(),
    research_only: z.literal(true),
    point_in_time: z.literal(true),
    limitations: z.array(z.string()),
    input_hashes: z.record(z.string(), z.string()),
    as_of: Instant.meta({ description: 'The cutoff; articles that arrived later are not included' }),
    preview_reference_at: z.null().meta({ description: 'Always null' }),
    window: z.enum(radarWindows),
    parameters: RadarParameters.extend({
      effective_at: z.int().meta({ description: '`as_of` in Unix seconds' }),
    }),
    freshness: z.object({
      mode: z.enum(['live', 'delayed']),
      effective_delay_seconds: z.int(),
      generated_at: Instant,
      source_watermark: Instant.nullable(),
      source_checked_at: Instant,
      unavailable_reason: z.string().nullable().meta({ description: 'Why later minutes have no snapshot; null if none is due' }),
    }),
    access: z.object({
      tier: z.enum(planNames),
      delay_seconds: z.int(),
      scope: z.enum(['market', 'watchlist']),
      watchlist_count: z.int().nullable().meta({ description: 'null in the scope `market`' }),
      watchlist_limit: z.int(),
    }),
    universe: z.int().meta({ description: 'Tickers with a story in the baseline or in the window' }),
    total: z.int().meta({ description: 'Rows that match the filters' }),
    summary: RadarSummary,
    offset: z.int(),
    next_offset: z.int().nullable(),
    previous_cursor: z.string().nullable(),
    event_context: SnapshotContext,
    watchlist_coverage: z
      .object({ no_recent_news: z.array(Ticker), not_in_snapshot: z.array(Ticker) })
      .nullable()
      .meta({ description: 'Saved symbols without a row, which does not mean a score of zero; null in the scope `market`' }),
    results: z.array(ServedRadarRow),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RadarSnapshot' });

/** Ages in answers are rounded to this step, so that all requests within a step share one cached page. Equals the answers' max-age. */
const ageStepMs = 10_000;

const binding = cursorBinding(radarPath, 'radar');

/** Returns the request with tickers in the directory's spelling. A family becomes its share classes; an unknown ticker is kept. */
function withListed(request: RadarRequest, { symbols }: Pick<ApiDeps, 'symbols'>): RadarRequest {
  const { tickers } = request.filter;
  if (tickers === null) return request;
  const atMs = request.asOfMs ?? undefined;
  const listed = new Set(tickers.flatMap((text) => (symbols.find(text, atMs) === null ? [text] : symbols.namedBy(text, atMs))));
  return { ...request, filter: { ...request.filter, tickers: [...listed].sort() } };
}

export const radarSnapshot = defineOperation({
  path: radarPath,
  name: 'getRadarSnapshot',
  summary: 'Radar: unusual news activity',
  description:
    'Tickers ranked by how unusual their number of stories is, with tone, headlines and filings. One snapshot is made per minute; the delay of the plan decides which one you see. A cursor stays in its snapshot for three hours. Radar describes the news; it is not a forecast and not an alert.',
  input: { query: radarQuery, read: readRadarQuery },
  output: { type: 'application/json', schema: RadarPage, example: radarExample },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'snapshot_gone', 'radar_unavailable'],
  cache: 'private, max-age=10',
  handle: async ({ query }, caller, deps) => {
    const request = withListed(query, deps);
    const { plan, account } = caller;
    const watchlist = account.watchlist ?? [];
    const delayMs = plan.radarDelayMinutes * 60_000;
    const filters = filtersHash(query, request.scope === 'watchlist' ? watchlist : null);
    const place = request.cursor === null ? null : readCursor('radar', { cursor: request.cursor, binding }, deps);
    if (place !== null && place.filters !== filters) throw snapshotGone('other_filters');
    const nowMs = request.asOfMs ?? deps.nowMs();
    refuseFuture(nowMs, deps.nowMs());
    const { head, unavailableReason } =
      place === null
        ? await deps.radar.choose(request.window, delayMs, request.asOfMs ?? undefined)
        : await deps.radar.find(place.snapshotId, delayMs);
    const offset = place?.offset ?? request.offset;
    const id = head.snapshot_id;
    const saved = request.scope === 'watchlist' ? hash('sha256', watchlist.join(), 'hex') : '';
    const seenAtMs = Math.floor((nowMs - delayMs) / ageStepMs) * ageStepMs;
    const key = `radar ${id} ${seenAtMs} ${request.text} ${request.filter.tickers?.join() ?? ''} ${offset} ${plan.name} ${delayMs} ${watchlist.length} ${saved} ${unavailableReason ?? ''}`;
    const cursorAt = (at: number): string => deps.cursors.write('radar', binding, { snapshotId: id, filters, offset: at });
    return cachedContent(deps, key, () => renderSnapshot({ head, request, caller, offset, unavailableReason, seenAtMs, cursorAt }, deps));
  },
});

interface SnapshotPage {
  readonly head: RadarHead;
  readonly request: RadarRequest;
  readonly caller: Caller;
  readonly offset: number;
  readonly unavailableReason: string | null;
  /** The time of the answer, minus the delay of the plan. */
  readonly seenAtMs: number;
  readonly cursorAt: (offset: number) => string;
}

/** Renders the snapshot's head, the caller's access, and the rows as stored. */
async function renderSnapshot(page: SnapshotPage, { ask, radar }: ApiDeps): Promise<RenderedAnswer> {
  const { head, request, caller, offset, cursorAt } = page;
  const { scope, sort, order, limit } = request;
  const { plan, account } = caller;
  const delaySeconds = plan.radarDelayMinutes * 60;
  const watchlist = scope === 'watchlist' ? (account.watchlist ?? []) : null;
  const filter = scoped(request.filter, watchlist);
  const ranking = await radar.ranking(head);
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
