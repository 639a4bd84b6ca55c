/** The query of Radar: its parameters, the filter that they make, and the values a cursor is bound to. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { radarMarkets, radarWindows, toneThreshold, type RadarWindow } from '#schemas/radar.ts';
import { invalidParameter } from '../errors.ts';
import { cursorText, integer, integerOr, once, oneOf, optional, searchText, tickerList, tickerText } from '../request/parameters.ts';
import { radarSorts, type RadarFilter, type RadarSort } from './ranking.ts';

export const radarPath = '/api/signals/snapshot/';
const limits = { default: 50, min: 1, max: 100 } as const;
const tickersMax = 500;
const offsetMax = 100_000;

const number = (min: number, max: number) =>
  z
    .string({ error: once(`a number from ${min} to ${max}`) })
    .regex(/^-?\d{1,3}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i, { error: once(`a number from ${min} to ${max}`) })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: once(`a number from ${min} to ${max}`) })
    .meta({ override: { type: 'number', minimum: min, maximum: max, pattern: undefined } });

export const radarQuery = z.object({
  scope: optional(oneOf(['market', 'watchlist']), "`market` (default) or `watchlist`: the account's saved symbols"),
  tickers: optional(tickerList(tickersMax, ''), 'Only these, within the scope; no other names of a company are looked for'),
  ticker: optional(tickerText(), 'Only this one'),
  window: optional(oneOf(radarWindows), 'The hours that end at the cutoff; default 24h'),
  market: optional(oneOf(['all', ...radarMarkets]), 'Default all'),
  sentiment: optional(
    oneOf(['all', 'positive', 'negative', 'mixed']),
    `\`positive\`: tone from ${toneThreshold} on; \`negative\`: to -${toneThreshold}, or fallen by as much since the window before; \`mixed\`: between the two. A row without tone passes \`all\` only`,
  ),
  sort: optional(oneOf(radarSorts), '`score` (news_z, default), `stories`, `model_stories`, `sentiment` or `sentiment_change`'),
  order: optional(oneOf(['desc', 'asc']), 'Default desc. Rows without a value come last in both orders; ties by ticker'),
  min_z: optional(number(0, 8), 'Rows whose news_z is at least this'),
  search: optional(searchText(32), 'Part of a ticker'),
  limit: integerOr(limits.default, limits.min, limits.max, 'Rows a page'),
  offset: optional(integer(0, offsetMax), 'Rows to pass over; together with a cursor only 0'),
  cursor: optional(cursorText(), '`next_cursor` of the previous page, with the same filters and limit: the same snapshot'),
});

export interface RadarRequest {
  readonly scope: 'market' | 'watchlist';
  readonly window: RadarWindow;
  readonly filter: RadarFilter;
  readonly sort: RadarSort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  readonly cursor: string | null;
  /** All parameters but cursor and offset, in a fixed spelling. */
  readonly text: string;
}

export function readRadarQuery(query: z.output<typeof radarQuery>): RadarRequest {
  const {
    scope = 'market',
    tickers = null,
    ticker = null,
    window = '24h',
    market = 'all',
    sentiment = 'all',
    sort = 'score',
    order = 'desc',
  } = query;
  const { min_z: minZ = null, search = '', limit, offset = 0, cursor = null } = query;
  if (ticker !== null && tickers !== null) throw invalidParameter('ticker', 'is not given together with tickers');
  if (cursor !== null && offset !== 0) throw invalidParameter('offset', 'must be 0 together with a cursor');
  const filter: RadarFilter = {
    market: market === 'all' ? null : market,
    tickers: ticker === null ? (tickers?.toSorted() ?? null) : [ticker],
    search: search === '' ? null : search.toUpperCase(),
    minZ,
    tone: sentiment,
  };
  const text = JSON.stringify([scope, window, filter, sort, order, limit]);
  return { scope, window, filter, sort, order, limit, offset, cursor, text };
}

/** Returns 32 bits of a hash for a cursor. `watchlist` are the saved symbols where these are the scope. */
export const filtersHash = ({ text }: Pick<RadarRequest, 'text'>, watchlist: readonly string[] | null): number =>
  Number.parseInt(hash('sha256', `${text} ${watchlist?.join() ?? ''}`, 'hex').slice(0, 8), 16);
