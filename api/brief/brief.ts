/** GET /api/news/brief/: recent news about several tickers, or their news since a cursor, in one answer of limited size. */
import { z } from 'zod';
import { newestCoverage } from '#clickhouse/coverage.ts';
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import { CalendarOccurrence, served } from '#schemas/calendar.ts';
import { coverageSources } from '#schemas/coverage.ts';
import { easternDateAt } from '#schemas/edgar-calendar.ts';
import { NextReportTime } from '#schemas/report-date.ts';
import { DateOnly, Instant, Ticker, Uid } from '#schemas/primitives.ts';
import { cachedResponse, renderedAnswer, type Answer } from '../feed/cached-response.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { withWatchlist } from '../feed/answer.ts';
import { defaultMinRelevance, readQuery } from '../feed/parameters.ts';
import { horizonMs, positionAt } from '../feed/position.ts';
import { defineOperation } from '../operation.ts';
import { cursorText, integerOr, optional, tickerList } from '../request/parameters.ts';
import { BriefEntry, entryOfRow, readsAmong, type RequestedTicker } from './entry.ts';
import { briefExample } from './example.ts';
import { fitEntries, fitInOrder } from './fit.ts';
import { rowsOfWindow, rowsSince, type BriefPeriod, type BriefRequest } from './period.ts';

const tickersMax = 100;
/** Maximum number of report dates in a brief; a watchlist may have more tickers. */
const datesMax = 100;
const [hoursDefault, hoursMax] = [24, 168];
const [limitDefault, limitMax] = [20, 50];
/** About 15,000 tokens, so that an agent can read the whole answer. */
export const briefBytesMax = 60_000;
const path = '/api/news/brief/';

export const NewsBrief = z
  .object({
    generated_at: Instant,
    window_start: Instant.meta({
      description: '`window_end` minus `hours`, but not before the start of the archive of the plan; with `cursor`, the earliest publication',
    }),
    window_end: Instant,
    hours: z.int(),
    tickers: z.array(Ticker).meta({ description: 'The requested tickers that are listed, as the symbol directory spells them' }),
    unknown_tickers: z.array(z.string()),
    quiet: z
      .array(Ticker)
      .meta({ description: 'Those of `tickers` about which there is nothing in the window, or between `cursor` and `next_cursor`' }),
    source_health: z
      .object({ as_of: Instant, stale: z.array(z.enum(coverageSources)) })
      .nullable()
      .meta({ description: 'News sources that the coverage report finds stale: then `quiet` proves nothing. null: there is no report yet' }),
    events: z
      .array(BriefEntry)
      .meta({ description: 'Publisher articles, ranked by relevance, which halves per day of age; without `cursor` one per story' }),
    filings: z.array(BriefEntry).meta({ description: 'SEC filings, newest first' }),
    upcoming_earnings: z
      .array(z.object({ ticker: Ticker, report_date: DateOnly, session: NextReportTime.shape.session, source_uid: Uid.nullable() }))
      .meta({
        description: `The next confirmed report date of each ticker, as on the symbol, with the filing that states it; of more than ${datesMax}, the nearest`,
      }),
    calendar: z.array(CalendarOccurrence).meta({ description: 'Macro releases of medium or high importance on this Eastern day' }),
    events_truncated: z.boolean().meta({ description: 'There are more than `limit` or than fit in the answer; with `cursor`, see `has_more`' }),
    filings_truncated: z.boolean(),
    next_cursor: z.string().meta({ description: 'Send it as `cursor` to get what enters the feed later, each row once' }),
    has_more: z.boolean().meta({ description: 'With `cursor`: rows wait after `next_cursor`, so call again at once' }),
  })
  .meta({ id: 'NewsBrief' });
export type NewsBrief = z.input<typeof NewsBrief>;

const query = z.object({
  tickers: tickerList(
    tickersMax,
    `1 to ${tickersMax} tickers, comma-separated, in any case; share classes as in the feed; \`watchlist\`: the saved symbols`,
  ),
  hours: integerOr(hoursDefault, 1, hoursMax, 'How many hours back; without effect where `cursor` is given'),
  limit: integerOr(limitDefault, 1, limitMax, 'Maximum number of events, and of filings; with `cursor`, of rows'),
  cursor: optional(cursorText(), '`next_cursor` of an earlier brief on the same tickers: what entered the feed after it'),
});

export const newsBrief = defineOperation({
  path,
  name: 'getNewsBrief',
  summary: 'News brief for several tickers',
  description: `Recent articles and filings about up to ${tickersMax} companies or the watchlist, or those since the last brief, with what stayed quiet, their next report dates and the day's macro releases, in at most ${briefBytesMax} bytes. \`events_truncated\` and \`filings_truncated\` are true if there was more.`,
  input: { query },
  output: { type: 'application/json', schema: NewsBrief, example: briefExample },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  handle: ({ query: parameters }, caller, deps) => {
    const request = briefRequest(parameters, caller, deps);
    const answer = async (period: Promise<BriefPeriod>): Promise<Answer> => {
      const value = await briefOf(request, await period, deps);
      return { value, rowsCount: value.events.length + value.filings.length };
    };
    if (request.cursor !== null) return answer(rowsSince(request, deps)).then(renderedAnswer);
    const { listed, unknown, hours, limit, horizon, binding } = request;
    const meant = listed.map(({ ticker, spans }) => `${ticker}=${spans.map(({ ticker: own, fromMs, toMs }) => `${own}:${fromMs ?? ''}:${toMs ?? ''}`).join('+')}`);
    return cachedResponse(deps, `brief ${binding} ${meant.join()} without ${unknown.join()} ${hours} ${limit} ${horizon}`, () => answer(rowsOfWindow(request, deps)));
  },
}); // prettier-ignore

/** Returns the listed tickers that the texts name, each once with its company's spans, and the texts that name none. */
export function requestedTickers(texts: readonly string[], caller: Caller, { symbols }: Pick<ApiDeps, 'symbols'>): { readonly listed: readonly RequestedTicker[]; readonly unknown: readonly string[] } {
  const meant = withWatchlist(texts, caller);
  const tickers = new Set(meant.flatMap((text) => symbols.find(text) ?? []));
  const unknown = meant.filter((text) => symbols.find(text) === null);
  return { listed: [...tickers].map((ticker) => ({ ticker, spans: symbols.tickersFor(ticker) })), unknown };
} // prettier-ignore

function briefRequest(parameters: z.output<typeof query>, caller: Caller, deps: ApiDeps): BriefRequest {
  const { tickers, hours, limit, cursor = null } = parameters;
  const { binding } = readQuery(path, { symbol: tickers, min_relevance: defaultMinRelevance, page_size: limit }, {}, 'published');
  return { ...requestedTickers(tickers, caller, deps), hours, limit, cursor, binding, caller, horizon: horizonMs(caller.plan, deps.nowMs()) };
}

async function briefOf(request: BriefRequest, period: BriefPeriod, deps: ApiDeps): Promise<NewsBrief> {
  const { listed, unknown, hours, binding } = request;
  const { ask, cursors } = deps;
  const rows = [...period.events, ...period.filings];
  const [reads, coverage] = await ask((store) =>
    Promise.all([readsAmong(store, rows), newestCoverage(store)]),
  ); // prettier-ignore
  const entryOf = (row: StoredRow): BriefEntry => entryOfRow(row, listed, reads.has(row.seq));
  // Only sources of rows can make a ticker quiet; those are the ones with `archive_days`.
  const stale = coverage?.sources.filter((source) => source.stale && source.archive_days !== null && source.last_ingested_at !== null).map(({ source }) => source) ?? [];
  const iso = (ms: number): string => new Date(ms).toISOString();
  const frame: NewsBrief = {
    generated_at: iso(period.toMs),
    window_start: iso(period.fromMs),
    window_end: iso(period.toMs),
    hours,
    tickers: listed.map(({ ticker }) => ticker),
    unknown_tickers: [...unknown],
    quiet: listed.map(({ ticker }) => ticker),
    source_health: coverage === null ? null : { as_of: coverage.as_of, stale },
    events: [],
    filings: [],
    upcoming_earnings: upcomingOf(listed, period.toMs, deps),
    calendar: releasesOf(period.toMs, deps),
    events_truncated: false,
    filings_truncated: false,
    next_cursor: cursors.write('delta', binding, period.position),
    has_more: period.hasMore,
  };
  const room = briefBytesMax - Buffer.byteLength(JSON.stringify(frame));
  if (period.named !== null) {
    const fitted = fitEntries(period.events.map(entryOf), period.filings.map(entryOf), room);
    return {
      ...frame,
      quiet: listed.filter(({ spans }) => !spans.some(({ ticker }) => period.named!.has(ticker))).map(({ ticker }) => ticker),
      ...fitted,
      events_truncated: period.isCut.events || fitted.events.length < period.events.length,
      filings_truncated: period.isCut.filings || fitted.filings.length < period.filings.length,
    };
  }
  // `next_cursor` follows the last row of the answer, so rows are added in log order until the answer is full.
  const inOrder = rows.toSorted((a, b) => a.seq - b.seq).map((row) => ({ row, entry: entryOf(row) }));
  const shown = fitInOrder(inOrder, ({ entry }) => entry, room);
  const last = shown.at(-1);
  const isWhole = shown.length === inOrder.length;
  const seqs = new Set(shown.map(({ row }) => row.seq));
  const withNews = new Set(shown.flatMap(({ entry }) => entry.matched_tickers));
  return {
    ...frame,
    quiet: frame.quiet.filter((ticker) => !withNews.has(ticker)),
    events: period.events.filter(({ seq }) => seqs.has(seq)).map(entryOf),
    filings: period.filings.filter(({ seq }) => seqs.has(seq)).map(entryOf),
    ...(!isWhole && last !== undefined && { next_cursor: cursors.write('delta', binding, positionAt(last.row.seq, deps)) }),
    has_more: period.hasMore || !isWhole,
  };
} // prettier-ignore

function upcomingOf(listed: readonly RequestedTicker[], nowMs: number, { reportDates, symbols }: ApiDeps): NewsBrief['upcoming_earnings'] {
  const today = easternDateAt(nowMs);
  const all = listed.flatMap(({ ticker, spans }) => {
    const { next_report_date: report_date, next_report_time: time } = reportDates.next(spans.map((span) => span.ticker), symbols.get(ticker), today); // prettier-ignore
    return report_date === null ? [] : [{ ticker, report_date, session: time?.session ?? null, source_uid: time?.source_uid ?? null }];
  });
  const nearest = new Set(all.toSorted((a, b) => (a.report_date < b.report_date ? -1 : 1)).slice(0, datesMax));
  return all.filter((one) => nearest.has(one));
}

function releasesOf(nowMs: number, { calendar }: ApiDeps): CalendarOccurrence[] {
  const day = Temporal.PlainDate.from(easternDateAt(nowMs));
  const startOf = (date: Temporal.PlainDate): number => date.toZonedDateTime('America/New_York').epochMilliseconds;
  return calendar
    .between(startOf(day), startOf(day.add({ days: 1 })))
    .filter(({ importance }) => importance !== 'low')
    .map((occurrence) => served(occurrence, nowMs));
}
