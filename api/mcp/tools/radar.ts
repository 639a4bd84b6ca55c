/** svc_radar: tickers ranked by how unusual their news is. */
import { z } from 'zod';
import { radarSorts } from '../../radar/ranking.ts';
import { picked } from '#schemas/picked.ts';
import { radarMarkets, RadarRow, RadarSummary, radarWindows, RowContext, SnapshotContext } from '#schemas/radar.ts';
import { RadarPage, radarSnapshot } from '../../radar/snapshot.ts';
import { ask } from '../ask.ts';
import { fenced, fencedDeep } from '../fence.ts';
import { leastDetail, loose, readOnly, sizeInput, type Arguments, type Detail, type ToolResult, type Tool, type ToolCall } from '../tool.ts';

const limitDefault = 20;
const nameChars = 80;
/** Maximum characters of a headline, by level of detail. */
const titleChars: readonly number[] = [200, 120, 100, 80];
/** Maximum headlines of a row, by level of detail. */
const headlinesMax: readonly number[] = [3, 3, 1, 1];

/** Fields that rows copy from the snapshot, and those that are left at less detail. */
const rowFields = ['sector', 'market', 'stories', 'articles', 'outlets', 'model_stories', 'stories_expected', 'news_z', 'tail_probability', 'anomaly_reason', 'candidate_news_spike', 'sent', 'sent_prev', 'sent_delta'] as const; // prettier-ignore
const figures = ['market', 'stories', 'stories_expected', 'news_z', 'anomaly_reason', 'candidate_news_spike', 'sent_delta'] as const;
const leastFigures = ['stories', 'news_z'] as const;
const fieldsAt: readonly (readonly (typeof rowFields)[number][])[] = [rowFields, rowFields, figures, leastFigures];

const RadarToolRow = z.object({
  ...z.object(picked(RadarRow.shape, rowFields)).partial().shape,
  ticker: RadarRow.shape.ticker,
  name: z.string().nullish(),
  collection_status: z.string().optional(),
  evidence: z
    .array(
      z.object({
        uid: z.string(),
        title: z.string(),
        url: z.string().optional(),
        source_domain: z.string().optional(),
        time_published: z.string().optional(),
      }),
    )
    .meta({ description: 'Supporting headlines, between ⟦ and ⟧' }),
  evidence_uids: z.array(z.string()).optional().meta({ description: 'Of all headlines if the answer was cut; svc_article opens them' }),
  event_context: z.unknown().optional().meta({ description: 'Filings of 7 days and insider purchase clusters of 30 days; null: unknown, not zero' }),
});

export const radarTool: Tool = {
  name: 'svc_radar',
  title: 'Radar: unusual news activity',
  description:
    'Tickers ranked by how unusual their number of stories is for them (news_z; 2 is high, 3 is rare), with the tone of the news and its change, supporting headlines, recent filings and insider purchases. Use it for "where is something going on" or, with scope=watchlist, "anything unusual among my symbols". sort=sentiment_change with order=asc finds worsening tone. It forecasts no prices. Delayed by 60 minutes on free and 15 on basic (`as_of` is the cutoff). A null metric is not zero.',
  annotations: readOnly,
  input: z.strictObject({
    scope: z.enum(['market', 'watchlist']).optional().meta({ description: "market (default), or watchlist: the saved symbols" }),
    tickers: z.array(z.string()).optional().meta({ description: 'Only these tickers within the scope, at most 500' }),
    ticker: z.string().optional().meta({ description: 'Only this ticker' }),
    window: z.enum(radarWindows).optional().meta({ description: 'Time before the cutoff; default 24h' }),
    market: z.enum(['all', ...radarMarkets]).optional().meta({ description: 'Default all' }),
    sentiment: z.enum(['all', 'positive', 'negative', 'mixed']).optional().meta({ description: 'negative includes worsening tone' }),
    sort: z.enum(radarSorts).optional().meta({ description: 'Default score (news_z); rows without a value come last' }),
    order: z.enum(['desc', 'asc']).optional().meta({ description: 'Default desc' }),
    min_z: z.number().min(0).max(8).optional().meta({ description: 'Minimum news_z' }),
    search: z.string().max(32).optional().meta({ description: 'Part of a ticker' }),
    limit: z.int().min(1).max(100).optional().meta({ description: `Rows per page, default ${limitDefault}; a cursor keeps the limit that it was made with` }),
    offset: z.int().min(0).max(100_000).optional().meta({ description: 'Rows to skip; not with cursor' }),
    cursor: z.string().optional().meta({ description: 'next_cursor, with the same filters; valid for three hours' }),
    ...sizeInput,
  }),
  aliases: { symbol: 'ticker', symbols: 'tickers', page_size: 'limit' },
  output: z.object({
    note: z.string().nullable(),
    as_of: z.string().meta({ description: 'The cutoff; later articles are not included' }),
    snapshot_id: z.string(),
    window: z.enum(radarWindows),
    freshness: loose(RadarPage.shape.freshness).optional(),
    access: loose(RadarPage.shape.access).optional(),
    total: z.int().meta({ description: 'Rows that match the filters' }),
    summary: loose(RadarSummary).optional(),
    limitations: z.array(z.string()).optional(),
    event_context: loose(SnapshotContext).optional(),
    watchlist_coverage: RadarPage.shape.watchlist_coverage.optional(),
    results: z.array(RadarToolRow),
    next_cursor: z.string().nullable(),
  }),
  run: (call) => snapshotRows(call, null),
}; // prettier-ignore

/** Returns a page. `rows`: how many of the requested rows fit, or null for all. */
async function snapshotRows(call: ToolCall, rows: number | null): Promise<ToolResult> {
  const given = withOwnLimit(call.arguments);
  const { limit = String(limitDefault), cursor } = given;
  const page = await ask<z.output<typeof RadarPage>>({
    operation: radarSnapshot,
    call,
    query: { ...given, limit: rows === null ? limit : String(rows) },
  });
  const cut = rows === null ? {} : { cut: `Only ${rows} of ${limit} rows fit in max_tokens. Continue with next_cursor.` };
  const next_cursor = page.next_cursor === null ? null : `${rows ?? limit}.${page.next_cursor}`;
  // A page requested by cursor keeps all rows, because its cursor is valid only with its limit.
  return { ...radarFound({ ...page, next_cursor }, cursor === undefined ? (fewer) => snapshotRows(call, fewer) : null), ...cut };
}

/** Returns the arguments with the limit that a cursor of this tool begins with, because a page's cursor is valid only with its limit. */
function withOwnLimit(given: Arguments): Arguments {
  const [, limit, cursor] = /^(\d{1,3})\.(.+)$/.exec(given['cursor'] ?? '') ?? [];
  return limit !== undefined && cursor !== undefined ? { ...given, limit, cursor } : given;
}

/** Returns the result of a page. `again` requests it with fewer rows; null when all rows have to stay. */
export function radarFound(page: z.output<typeof RadarPage>, again: ((rows: number) => Promise<ToolResult>) | null): ToolResult {
  const { results, access } = page;
  const isEmptyList = access.scope === 'watchlist' && access.watchlist_count === 0;
  return {
    at: (detail) => ({
      note: isEmptyList ? 'The watchlist is empty. The owner adds symbols in the account area, under Watchlist.' : null,
      ...picked(page, ['as_of', 'snapshot_id', 'window', 'total']),
      ...(detail < 2 && picked(page, ['freshness', 'access', 'summary', 'limitations', 'event_context', 'watchlist_coverage'])),
      results: results.map((row) => toolRow(row, detail)),
      next_cursor: page.next_cursor,
    }),
    ...(again !== null && { fewer: { rows: results.length, with: again } }),
    shortened:
      'Events, figures and all but the first headlines were shortened or left out to fit in max_tokens. A lower limit has them all, and svc_article opens headlines by uid.',
  };
}

function toolRow(row: z.output<typeof RadarRow>, detail: Detail): z.input<typeof RadarToolRow> {
  const { evidence, evidence_uids, collection, name } = row;
  const headlines = evidence.slice(0, headlinesMax[detail]);
  return {
    ticker: row.ticker,
    ...(detail < leastDetail && { name: name === null ? null : fenced(name, nameChars), collection_status: collection.status }),
    ...picked(row, fieldsAt[detail]!),
    evidence: headlines.map(({ uid, title, url, ...from }) => ({ uid, title: fenced(title, titleChars[detail]!), ...(detail === 0 && { url }), ...(detail < 2 && from) })),
    ...(detail === 2 && evidence_uids.length > headlines.length && { evidence_uids }),
    ...(detail < 2 && { event_context: contextAt(row, detail) }),
  };
} // prettier-ignore

function contextAt({ event_context: context }: z.output<typeof RadarRow>, detail: Detail): unknown {
  // RowContext omits the fields that all rows share, which the context of the snapshot has.
  if (detail === 0) return fencedDeep(context && RowContext.parse(context), { charsMax: titleChars[0]!, membersMax: 10 });
  return context === null ? null : picked(context, ['status', 'reason', 'filings_count', 'insider_clusters_count']);
}
