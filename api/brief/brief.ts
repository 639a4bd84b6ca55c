/** GET /api/news/brief/: recent news on some tickers, in one answer of bounded size. */
import { z } from 'zod';
import { briefRows, rowsWithReads } from '#clickhouse/brief.ts';
import type { StoredRow } from '#clickhouse/feed.ts';
import { easternDate } from '#schemas/edgar-calendar.ts';
import type { NewsItem } from '#schemas/item.ts';
import { DateOnly, Instant, Ticker } from '#schemas/primitives.ts';
import { isBounded } from '#schemas/ticker-spans.ts';
import { cachedResponse } from '../cache/cached-response.ts';
import type { ApiDeps } from '../context.ts';
import { feedCacheControl } from '../feed/envelope.ts';
import { horizonMs } from '../feed/horizon.ts';
import { relevanceFloor } from '../feed/parameters.ts';
import { defineOperation } from '../operation.ts';
import { integerOr, tickerList } from '../request/parameters.ts';
import { BriefEntry, briefEntry, type RequestedTicker } from './entry.ts';
import { briefExample } from './example.ts';
import { fitEntries } from './fit.ts';

const tickersMax = 100;
const [hoursDefault, hoursMax, hourMs] = [24, 168, 3_600_000];
const [limitDefault, limitMax] = [20, 50];
/** About 15,000 tokens, which an agent can read whole. */
export const briefBytesMax = 60_000;
/** Bytes for everything but entries: at most 100 tickers and as many dates. */
const frameBytes = 10_000;

export const NewsBrief = z
  .object({
    generated_at: Instant,
    window_start: Instant.meta({ description: '`window_end` minus `hours`, but not before the start of the archive of the plan' }),
    window_end: Instant,
    hours: z.int(),
    tickers: z.array(Ticker).meta({ description: 'The requested tickers that are listed, as the symbol directory spells them' }),
    unknown_tickers: z.array(z.string()),
    events: z.array(BriefEntry).meta({ description: 'Publisher articles, one per story, ranked by relevance, which halves per day of age' }),
    filings: z.array(BriefEntry).meta({ description: 'SEC filings, newest first' }),
    upcoming_earnings: z
      .array(z.object({ ticker: Ticker, report_date: DateOnly }))
      .meta({ description: 'The next confirmed report date of each ticker' }),
    events_truncated: z.boolean().meta({ description: 'There are more than `limit` or than fit in the answer' }),
    filings_truncated: z.boolean(),
  })
  .meta({ id: 'NewsBrief' });
type NewsBrief = z.input<typeof NewsBrief>;

const query = z.object({
  tickers: tickerList(tickersMax, `1 to ${tickersMax} tickers, comma-separated, in any case; share classes as in the feed`),
  hours: integerOr(hoursDefault, 1, hoursMax, 'How many hours back'),
  limit: integerOr(limitDefault, 1, limitMax, 'Maximum number of events, and of filings'),
});

export const newsBrief = defineOperation({
  path: '/api/news/brief/',
  name: 'getNewsBrief',
  summary: 'News brief for several tickers',
  description: `Recent articles and filings about up to ${tickersMax} companies, and their next report dates, in at most ${briefBytesMax} bytes. \`events_truncated\` and \`filings_truncated\` are true if there was more.`,
  access: 'key',
  input: { query },
  output: { type: 'application/json', schema: NewsBrief, example: briefExample },
  errors: [],
  cost: 1,
  cache: feedCacheControl,
  handle: ({ query: asked }, caller, deps) => {
    const horizon = horizonMs(caller.plan, deps.nowMs());
    const listed = new Map(asked.tickers.flatMap((text) => askedTicker(text, deps)).map((one) => [one.ticker, one]));
    const unknown = asked.tickers.filter((text) => deps.symbols.find(text) === null);
    const request = { ...asked, horizon, listed: [...listed.values()], unknown };
    const meant = request.listed.map(({ ticker, spans }) => `${ticker}=${spans.map(({ ticker: own, fromMs, toMs }) => `${own}:${fromMs ?? ''}:${toMs ?? ''}`).join('+')}`);
    return cachedResponse(deps, `brief ${meant.join()} without ${unknown.join()} ${asked.hours} ${asked.limit} ${horizon}`, async () => {
      const value = await loadBrief(request, deps);
      return { value, rowsCount: value.events.length + value.filings.length };
    });
  },
}); // prettier-ignore

function askedTicker(text: string, { symbols }: Pick<ApiDeps, 'symbols'>): RequestedTicker[] {
  const ticker = symbols.find(text);
  return ticker === null ? [] : [{ ticker, spans: symbols.tickersFor(ticker) }];
}

interface BriefRequest {
  readonly listed: readonly RequestedTicker[];
  readonly unknown: readonly string[];
  readonly hours: number;
  readonly limit: number;
  readonly horizon: number;
}

async function loadBrief({ listed, unknown, hours, limit, horizon }: BriefRequest, { ask, nowMs, reportDates }: ApiDeps): Promise<NewsBrief> {
  const toMs = nowMs();
  const fromMs = Math.max(horizon, toMs - hours * hourMs);
  const spans = listed.flatMap((one) => one.spans);
  const of = {
    tickers: [...new Set(spans.map(({ ticker }) => ticker))],
    spans: spans.some(isBounded) ? spans : null,
    fromMs,
    toMs,
    minRelevance: relevanceFloor,
  };
  const [events, filings] = await ask((store) =>
    Promise.all([briefRows(store, { ...of, isPublisher: true }, limit), briefRows(store, { ...of, isPublisher: false }, limit)]),
  );
  const rows = [...events.rows, ...filings.rows];
  const named = new Set(rows.flatMap((row) => (JSON.parse(row.doc) as NewsItem).enrichment.tickers));
  const reads = await ask((store) => rowsWithReads(store, rows.map(({ seq }) => seq), [...named])); // prettier-ignore
  const entryOf = (row: StoredRow): z.input<typeof BriefEntry> => briefEntry(row, listed, reads.has(row.seq));
  const fitted = fitEntries(events.rows.map(entryOf), filings.rows.map(entryOf), briefBytesMax - frameBytes);
  const today = easternDate(new Date(toMs).toISOString());
  return {
    generated_at: new Date(toMs).toISOString(),
    window_start: new Date(fromMs).toISOString(),
    window_end: new Date(toMs).toISOString(),
    hours,
    tickers: listed.map(({ ticker }) => ticker),
    unknown_tickers: [...unknown],
    events: [...fitted.events],
    filings: [...fitted.filings],
    upcoming_earnings: listed.flatMap(({ ticker, spans: own }) => {
      const report_date = reportDates.next(own.map((span) => span.ticker), today); // prettier-ignore
      return report_date === null ? [] : [{ ticker, report_date }];
    }),
    events_truncated: events.isTruncated || fitted.eventsCut,
    filings_truncated: filings.isTruncated || fitted.filingsCut,
  };
}
