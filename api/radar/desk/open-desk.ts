/** Opens the page of Radar with its own connection to the store, independent of the processes that serve the API. */
import { openStore, storeAddress } from '#clickhouse/store.ts';
import type { OpsPage } from '#ops/process/ops-server.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { Config } from '#schemas/config.ts';
import { createStoreAccess } from '../../store-access.ts';
import { createDesk } from './desk.ts';

const connections = 2;

export interface OpenDesk {
  readonly pages: Readonly<Record<string, OpsPage>>;
  readonly stop: () => Promise<void>;
}

/** Opens the page; `steadyMs` defaults to `nowMs` where that is given. */
export function openDesk(config: Config, clocks: { readonly nowMs?: () => number; readonly steadyMs?: () => number }): OpenDesk {
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: config.API_REQUEST_TIMEOUT_MS, maxConnections: connections });
  const { ask } = createStoreAccess(store);
  const pages = createDesk({ ask, nowMs: clocks.nowMs ?? Date.now, steadyMs: clocks.steadyMs ?? clocks.nowMs ?? steadyNowMs });
  return { pages, stop: () => store.close() };
}
