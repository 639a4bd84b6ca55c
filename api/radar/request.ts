/** Reads the query of Radar. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { radarMarkets, radarWindows, toneThreshold } from '#schemas/radar.ts';
import { invalidParameter } from '../errors.ts';
import { asOf, cursorText, integer, integerOr, once, oneOf, optional, searchText, tickerList, tickerText } from '../request/parameters.ts';
import { radarSorts, type RadarFilter } from './ranking.ts';

export const radarPath = '/api/signals/snapshot/';
const [limitDefault, limitMax] = [50, 100];
const tickersMax = 500;
const offsetMax = 100_000;

const [zMin, zMax] = [0, 8];
const zFault = { error: once(`a number from ${zMin} to ${zMax}`) };
const zScore = z
  .string(zFault)
  .regex(/^-?\d{1,3}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i, zFault)
  .transform(Number)
  .refine((value) => value >= zMin && value <= zMax, zFault)
  .meta({ override: { type: 'number', minimum: zMin, maximum: zMax, pattern: undefined } });

export const radarQuery = z.object({
  scope: optional(oneOf(['market', 'watchlist']), '`market` (default), or `watchlist` for the saved symbols of the account'),
  tickers: optional(tickerList(tickersMax, ''), 'Only these tickers within the scope; other tickers of the company are not included'),
  ticker: optional(tickerText(), 'Only this ticker'),
  window: optional(oneOf(radarWindows), 'Time window before the cutoff; default 24h'),
  market: optional(oneOf(['all', ...radarMarkets]), 'Default: all'),
  sentiment: optional(
    oneOf(['all', 'positive', 'negative', 'mixed']),
    `\`positive\`: tone of at least ${toneThreshold}; \`negative\`: tone of at most -${toneThreshold}, or down by at least ${toneThreshold} since the previous window; \`mixed\`: between the two. Rows without tone appear only with \`all\``,
  ),
  sort: optional(oneOf(radarSorts), '`score` (news_z, default), `stories`, `model_stories`, `sentiment` or `sentiment_change`'),
  order: optional(oneOf(['desc', 'asc']), 'Default: desc. Rows without a value come last; ties are ordered by ticker'),
  min_z: optional(zScore, 'Minimum news_z'),
  search: optional(searchText(32), 'Part of the ticker'),
  limit: integerOr(limitDefault, 1, limitMax, 'Rows per page'),
  offset: optional(integer(0, offsetMax), 'Rows to skip; with a cursor it must be 0'),
  cursor: optional(cursorText(), '`next_cursor` of the previous page, with the same filters and limit; continues in the same snapshot'),
  as_of: asOf,
});

export type RadarRequest = ReturnType<typeof readRadarQuery>;

/**
 * Returns the request; its `text` has all parameters except cursor and offset in a fixed spelling. Throws 400 for parameters that exclude each
 * other.
 */
export function readRadarQuery(query: z.output<typeof radarQuery>) {
  const { scope = 'market', tickers = null, ticker = null, window = '24h', market = 'all', sentiment: tone = 'all' } = query;
  const { sort = 'score', order = 'desc', min_z: minZ = null, search = '', limit, offset = 0, cursor = null, as_of } = query;
  if (ticker !== null && tickers !== null) throw invalidParameter('ticker', `${ticker} cannot be used together with tickers`);
  if (cursor !== null && offset !== 0) throw invalidParameter('offset', `must be 0 when cursor is given, not ${offset}`);
  const filter: RadarFilter = {
    market: market === 'all' ? null : market,
    tickers: ticker === null ? (tickers?.toSorted() ?? null) : [ticker],
    search: search === '' ? null : search.toUpperCase(),
    minZ,
    tone,
  };
  const asOfMs = as_of?.firstMs ?? null;
  const text = JSON.stringify([scope, window, filter, sort, order, limit, ...(asOfMs === null ? [] : [asOfMs])]);
  return { scope, window, filter, sort, order, limit, offset, cursor, asOfMs, text };
}

/** Returns 32 bits of a hash over the filters, for cursors. `watchlist` has the saved symbols if these are the scope, else null. */
export const filtersHash = ({ text }: Pick<RadarRequest, 'text'>, watchlist: readonly string[] | null): number =>
  Number.parseInt(hash('sha256', `${text} ${watchlist?.join() ?? ''}`, 'hex').slice(0, 8), 16);
