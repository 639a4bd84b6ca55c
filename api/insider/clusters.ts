/** GET /api/news/insider/clusters/: runs in which several insiders of one issuer bought on the open market. */
import { z } from 'zod';
import { purchasesOfIssuers, type TradesOf } from '#clickhouse/insider-trades.ts';
import { findClusters } from '#schemas/purchase-clusters.ts';
import { cursorBinding, newestOrder, type NewestPosition } from '#schemas/cursor.ts';
import { easternDateAt } from '#schemas/edgar-calendar.ts';
import { uidOf } from '#schemas/identity.ts';
import { InsiderCluster, type ClusterBuyer } from '#schemas/insider-cluster.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import type { ApiDeps } from '../deps.ts';
import { checkPageSize, resolveSymbols } from '../feed/answer.ts';
import { NewsList } from '../feed/envelope.ts';
import { feedAliases, pageShape } from '../feed/parameters.ts';
import { horizonMs, pastHorizon, readCursor } from '../feed/position.ts';
import { boolean, integerOr, optional } from '../request/parameters.ts';
import { defineOperation } from '../operation.ts';
import { daysBefore } from './rollups.ts';

const path = '/api/news/insider/clusters/';
const [daysDefault, daysMax] = [30, 90];
const [buyersDefault, buyersLeast, buyersMost] = [3, 2, 20];
/** Days before the window in which a run that reaches into the window may have begun. */
const lookbackDays = 365;

const query = z.object({
  symbol: pageShape.symbol,
  days: integerOr(daysDefault, 1, daysMax, 'Only clusters whose last purchase was within so many days; at most the archive of the plan'),
  min_buyers: integerOr(buyersDefault, buyersLeast, buyersMost, 'Minimum number of insiders, not counting labelled buyers'),
  include_labelled: optional(boolean(), '`true` also lists buyers with a label (plan, offering, duplicate filing); they are not counted'),
  page_size: pageShape.page_size,
  cursor: optional(pageShape.cursor.unwrap(), '`next_cursor` of the previous page, with the same filters'),
});

export const ClusterList = z
  .object({ results: z.array(InsiderCluster), next_cursor: z.string().nullable(), symbol_note: NewsList.shape.symbol_note })
  .meta({ id: 'InsiderClusterList' });

const exampleBuyer = (
  name: string,
  cik: string,
  [shares, price, value]: readonly [string, string, string],
  accession: string,
): z.input<typeof ClusterBuyer> => ({
  insider_name: name,
  insider_title: '',
  insider_cik: cik,
  is_officer: false,
  is_director: true,
  shares,
  avg_price_usd: price,
  total_value_usd: value,
  trade_dates: ['2023-03-10'],
  label: null,
  news_uid: null,
  sec_url: `https://www.sec.gov/Archives/edgar/data/1102112/${accession.replaceAll('-', '')}/${accession}-index.htm`,
});

/** A real cluster of March 2023. */
const exampleCluster: z.input<typeof InsiderCluster> = {
  ticker: 'PACW',
  issuer_name: 'PACWEST BANCORP',
  cik: '0001102112',
  first_trade_date: '2023-03-10',
  last_trade_date: '2023-03-10',
  known_at: '2023-03-13T21:40:03.000Z',
  buyers_count: 3,
  officer_director_count: 3,
  total_value_usd: '413580.00',
  filings_count: 3,
  evidence_truncated: false,
  buyers: [
    exampleBuyer('EGGEMEYER JOHN M III', '0001197257', ['25000', '15.33', '383250.00'], '0001415889-23-004816'),
    exampleBuyer('LESTER SUSAN E', '0001240433', ['1000', '15.17', '15170.00'], '0001415889-23-004817'),
    exampleBuyer('CARLSON CRAIG A', '0001505212', ['1000', '15.16', '15160.00'], '0001415889-23-004820'),
  ],
};

type ClusterRequest = ReturnType<typeof readRequest>;

function readRequest(given: z.output<typeof query>) {
  const { symbol: symbols = null, days, min_buyers: buyersMin, include_labelled: includeLabelled = false, page_size, cursor = null } = given;
  const filters = `symbol=${symbols?.toSorted().join() ?? ''}&days=${days}&min_buyers=${buyersMin}&include_labelled=${includeLabelled}`;
  return { symbols, days, buyersMin, includeLabelled, pageSize: page_size, cursor, binding: cursorBinding(path, filters) };
}

export const insiderClusters = defineOperation({
  path,
  name: 'listInsiderClusters',
  summary: 'Insider cluster purchases',
  description:
    'Runs of open-market purchases (code P) of one issuer by different insiders, with no gap longer than 14 days, latest SEC filing first. Owners who file together count as one buyer. A run is returned whole, including purchases older than `days`.',
  input: { query, aliases: feedAliases, read: readRequest },
  output: { type: 'application/json', schema: ClusterList, example: { results: [exampleCluster], next_cursor: null, symbol_note: null } },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  handle: ({ query: input }, caller, deps) => {
    checkPageSize(input.pageSize, caller.plan);
    if (input.days > caller.plan.archiveDays) throw pastHorizon(caller.plan, horizonMs(caller.plan, deps.nowMs()), deps.pricingUrl);
    const today = easternDateAt(deps.nowMs());
    const resolved = input.symbols === null ? null : resolveSymbols(input.symbols, caller, deps);
    const key = `clusters ${input.binding} ${resolved === null ? '' : `${resolved.tickers.join()} ${resolved.issuerCiks?.join() ?? ''} ${resolved.note ?? ''}`} ${input.pageSize} ${today} ${input.cursor ?? ''}`;
    return cachedResponse(deps, key, async () => {
      const value = { ...(await loadClusters(input, { of: resolved, today }, deps)), symbol_note: resolved?.note ?? null };
      return { value, rowsCount: value.results.length };
    });
  },
});

async function loadClusters(
  request: ClusterRequest,
  { of, today }: { readonly of: TradesOf | null; readonly today: string },
  deps: ApiDeps,
): Promise<Omit<z.input<typeof ClusterList>, 'symbol_note'>> {
  const { days, buyersMin, includeLabelled, pageSize, cursor, binding } = request;
  const after = cursor === null ? null : readCursor('newest', request, deps);
  const sinceDate = daysBefore(today, days - 1);
  const lookbackDate = daysBefore(sinceDate, lookbackDays);
  const purchases = await deps.ask((store) => purchasesOfIssuers(store, { of, sinceDate, lookbackDate, buyersMin }));
  const clusters = findClusters(purchases, { buyersMin, includeLabelled })
    .filter(({ last_trade_date }) => last_trade_date >= sinceDate)
    .map((cluster) => ({ cluster, position: positionOf(cluster) }))
    .sort((a, b) => newestOrder(a.position, b.position));
  const left = after === null ? clusters : clusters.filter(({ position }) => newestOrder(after, position) < 0);
  const page = left.slice(0, pageSize);
  const last = left.length > pageSize ? page.at(-1) : undefined;
  return {
    results: page.map(({ cluster }) => cluster),
    next_cursor: last === undefined ? null : deps.cursors.write('newest', binding, last.position),
  };
}

const positionOf = ({ known_at, cik, first_trade_date }: InsiderCluster): NewestPosition => ({
  publishedAtMs: Date.parse(known_at),
  uid: uidOf(`${cik}:${first_trade_date}`),
});
