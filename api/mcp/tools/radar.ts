/** svc_radar: tickers ranked by how unusual their news is. */
import { z } from 'zod';
import { radarSorts } from '../../radar/ranking.ts';
import { radarMarkets, RadarRow, RadarSummary, radarWindows, SnapshotContext } from '#schemas/radar.ts';
import { invalidParameter } from '../../errors.ts';
import { RadarPage, radarSnapshot } from '../../radar/snapshot.ts';
import { ask } from '../ask.ts';
import { fenced, fencedDeep } from '../fence.ts';
import { loose, picked, readOnly, sizeInput, type Detail, type ToolResult, type Tool, type ToolCall } from '../tool.ts';

const limitDefault = 20;
const [titleChars, nameChars] = [200, 80] as const;

/** Fields that rows have as in the snapshot. */
const rowFields = ['sector', 'market', 'stories', 'articles', 'outlets', 'model_stories', 'stories_expected', 'news_z', 'tail_probability', 'anomaly_reason', 'candidate_news_spike', 'sent', 'sent_prev', 'sent_delta'] as const; // prettier-ignore

const RadarToolRow = z.object({
  ...picked(RadarRow.shape, ['ticker', ...rowFields]),
  name: z.string().nullable(),
  collection_status: z.string(),
  evidence: z
    .array(z.object({ uid: z.string(), title: z.string(), url: z.string(), source_domain: z.string(), time_published: z.string() }))
    .optional()
    .meta({ description: 'Supporting headlines, between ⟦ and ⟧' }),
  evidence_uids: z.array(z.string()).optional().meta({ description: 'In place of evidence if the answer was cut; svc_article opens them' }),
  event_context: z.unknown().meta({ description: 'Filings of 7 days and insider purchase clusters of 30 days; null: unknown, not zero' }),
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
    ticker: z.string().optional().meta({ description: 'Only this market' }),
    window: z.enum(radarWindows).optional().meta({ description: 'Time before the cutoff; default 24h' }),
    market: z.enum(['all', ...radarMarkets]).optional().meta({ description: 'Default all' }),
    sentiment: z.enum(['all', 'positive', 'negative', 'mixed']).optional().meta({ description: 'negative includes worsening tone' }),
    sort: z.enum(radarSorts).optional().meta({ description: 'Default score (news_z); rows without a value come last' }),
    order: z.enum(['desc', 'asc']).optional().meta({ description: 'Default desc' }),
    min_z: z.number().min(0).max(8).optional().meta({ description: 'Minimum news_z' }),
    search: z.string().max(32).optional().meta({ description: 'Part of a ticker' }),
    limit: z.int().min(1).max(100).optional().meta({ description: `Rows per page, default ${limitDefault}` }),
    offset: z.int().min(0).max(100_000).optional().meta({ description: 'Rows to skip; not with cursor' }),
    cursor: z.string().optional().meta({ description: 'next_cursor, with the same filters and limit; valid for three hours' }),
    ...sizeInput,
  }),
  aliases: { symbol: 'ticker', symbols: 'tickers', page_size: 'limit' },
  output: z.object({
    note: z.string().nullable(),
    as_of: z.string().meta({ description: 'The cutoff; later articles are not included' }),
    snapshot_id: z.string(),
    window: z.enum(radarWindows),
    freshness: loose(RadarPage.shape.freshness),
    access: loose(RadarPage.shape.access),
    total: z.int().meta({ description: 'Rows that match the filters' }),
    summary: loose(RadarSummary),
    limitations: z.array(z.string()),
    event_context: loose(SnapshotContext),
    watchlist_coverage: RadarPage.shape.watchlist_coverage,
    results: z.array(RadarToolRow),
    next_cursor: z.string().nullable(),
  }),
  run: (call) => snapshotRows(call, null),
}; // prettier-ignore

/** Returns a page; `rows` is the number that fits of those that the call requests, null for all. */
async function snapshotRows(call: ToolCall, rows: number | null): Promise<ToolResult> {
  const { limit = String(limitDefault), cursor } = call.arguments;
  // A cursor is valid only for pages of its own limit.
  if (rows !== null && cursor !== undefined)
    throw invalidParameter(
      'limit',
      `is too large: ${limit} rows of this page do not fit in an answer; start again without cursor and with limit=${rows}`,
    );
  const page = await ask<z.output<typeof RadarPage>>({
    operation: radarSnapshot,
    call,
    query: { ...call.arguments, limit: rows === null ? limit : String(rows) },
  });
  const cut = rows === null ? {} : { cut: `Only ${rows} of ${limit} rows fit in max_tokens. Continue with next_cursor and limit=${rows}.` };
  return { ...radarFound(page, (fewer) => snapshotRows(call, fewer)), ...cut };
}

/** Returns the result for a page; `again` makes it with fewer rows. */
export function radarFound(page: z.output<typeof RadarPage>, again: (rows: number) => Promise<ToolResult>): ToolResult {
  const { results, access } = page;
  const isEmptyList = access.scope === 'watchlist' && access.watchlist_count === 0;
  return {
    at: (detail) => ({
      note: isEmptyList ? 'The watchlist is empty. The owner adds symbols in the account area, under Watchlist.' : null,
      ...picked(page, [
        'as_of',
        'snapshot_id',
        'window',
        'freshness',
        'access',
        'total',
        'summary',
        'limitations',
        'event_context',
        'watchlist_coverage',
      ]),
      results: results.map((row) => toolRow(row, detail)),
      next_cursor: page.next_cursor,
    }),
    fewer: { rows: results.length, with: again },
    shortened: 'Headlines and events were left out to fit in max_tokens. Use a lower limit to get them all, or open evidence_uids with svc_article.',
  };
}

function toolRow(row: z.output<typeof RadarRow>, detail: Detail): z.input<typeof RadarToolRow> {
  const { evidence, evidence_uids, event_context: context, collection, name } = row;
  const counts = context === null ? null : picked(context, ['status', 'reason', 'filings_count', 'insider_clusters_count']);
  return {
    ticker: row.ticker,
    name: name === null ? null : fenced(name, nameChars),
    ...picked(row, rowFields),
    collection_status: collection.status,
    ...(detail === 0 ? { evidence: evidence.map((one) => ({ ...one, title: fenced(one.title, titleChars) })) } : { evidence_uids }),
    event_context: detail === 0 ? fencedDeep(context, { charsMax: titleChars, membersMax: 10 }) : detail === 1 ? counts : null,
  };
} // prettier-ignore
