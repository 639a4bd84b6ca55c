/**
 * Serves Radar as a page at the operations port: the newest snapshots without a plan's delay. The page loads nothing from other hosts. Its
 * connection to the store is independent of the processes that serve the API.
 */
import { rowsOf } from '#clickhouse/radar.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import type { OpsPage } from '#ops/process/ops-server.ts';
import { servePage } from '#ops/process/page-files.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { Config } from '#schemas/config.ts';
import type { RadarRow } from '#schemas/radar.ts';
import { ApiError } from '../../errors.ts';
import { createQueryReader } from '../../request/query.ts';
import { createStoreAccess } from '../../store-access.ts';
import { createRadarBook } from '../book.ts';
import { radarQuery, readRadarQuery } from '../request.ts';
import type { RankingPage, Refusal } from './page/answers.ts';

const connections = 2;

export interface Desk {
  /** `/radar` is the page, `/radar/data` the data that it loads each minute; the query is that of the API's operation. */
  readonly pages: Readonly<Record<string, OpsPage>>;
  readonly stop: () => Promise<void>;
}

/** Opens the desk. Given only `nowMs`, `steadyMs` is the same clock. */
export function openDesk(config: Config, clocks: { readonly nowMs?: () => number; readonly steadyMs?: () => number }): Desk {
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: config.API_REQUEST_TIMEOUT_MS, maxConnections: connections });
  // Unlike an API request, the page waits for the store also in an outage.
  const ask = createStoreAccess(store, (work) => work());
  const book = createRadarBook({ ask, nowMs: clocks.nowMs ?? Date.now, steadyMs: clocks.steadyMs ?? clocks.nowMs ?? steadyNowMs });
  const readQuery = createQueryReader(radarQuery, {}, readRadarQuery);
  const json = (status: number, value: object) => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
    headers: { 'cache-control': 'no-store' },
  });

  const pages: Desk['pages'] = {
    ...servePage('/radar', new URL('page/', import.meta.url)),
    '/radar/data': async (query) => {
      try {
        const { window, filter, sort, order, limit, offset } = readQuery(query);
        const { head, unavailableReason } = await book.choose(window, 0);
        const tickers = (await book.ranking(head)).tickers(filter, { sort, order });
        const total = tickers.length;
        const rows = await ask((tables) => rowsOf(tables, head.snapshot_id, tickers.slice(offset, offset + limit), { withCells: true }));
        const { as_of, summary, limitations, snapshot_id } = head;
        const results = rows.map(({ doc, cells = [] }) => ({ row: JSON.parse(doc) as RadarRow, cells }));
        const page = { snapshot_id, as_of, window, summary, limitations, unavailable_reason: unavailableReason, total, offset, results };
        return json(200, page satisfies RankingPage);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { reason } = error.extra;
        return json(error.status, { detail: error.message, ...(typeof reason === 'string' && { reason }) } satisfies Refusal);
      }
    },
  };
  return { pages, stop: () => store.close() };
}
