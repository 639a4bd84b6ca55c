/** GET /api/signals/snapshot/: Radar, the ranking of tickers by how unusual their news is. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { cursorBinding } from '#schemas/cursor.ts';
import { Instant, Ticker } from '#schemas/primitives.ts';
import { RadarParameters, ServedRadarRow, RadarSummary, radarWindows, SnapshotContext } from '#schemas/radar.ts';
import { planNames } from '#schemas/vocabulary.ts';
import { cachedContent } from '../feed/cached-response.ts';
import type { ApiDeps } from '../deps.ts';
import { readCursor } from '../feed/position.ts';
import { defineOperation } from '../operation.ts';
import { snapshotGone } from './book.ts';
import { radarExample } from './example.ts';
import { renderSnapshot } from './page.ts';
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
    return cachedContent(deps, key, async () => {
      const cursorAt = (at: number): string => deps.cursors.write('radar', binding, { snapshotId: id, filters, offset: at });
      const ranking = await deps.radar.ranking(head);
      return renderSnapshot(deps.ask, { head, ranking, request, caller, offset, unavailableReason, seenAtMs, cursorAt });
    });
  },
});
