/** Starts an API process: opens stores, accounts, directory, quota and feed, then listens. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Stoppable } from '#ops/process/lifecycle.ts';
import type { Logger } from '#ops/process/log.ts';
import { openTracing } from '#ops/process/open-tracing.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { Config } from '#schemas/config.ts';
import type { ApiDeps } from '../deps.ts';
import { createExportFiles } from '../export/files.ts';
import { createStreamHub } from '../feed/stream-hub.ts';
import type { StreamDeps } from '../feed/stream-rows.ts';
import type { AccessLog } from '../observe/access-log.ts';
import { createApiMetrics } from '../observe/metrics.ts';
import { createQuota } from '../quota/quota.ts';
import { createRadarBook } from '../radar/book.ts';
import { fillHealth, gaugesOf, type ProcessHealth } from './health.ts';
import { openAccounts } from './open-accounts.ts';
import { openDirectory } from './open-directory.ts';
import { openFeed } from './open-feed.ts';
import { openServers, type Servers } from './open-servers.ts';
import { openStores } from './open-stores.ts';
import { redisTimeoutMs } from './start-context.ts';

export interface ApiProcess extends Pick<Servers, 'url' | 'mcp'> {
  readonly parts: readonly Stoppable[];
}

/** Resolves when both servers listen. Rejects if streams or tables are not those that this release needs. */
export async function startApiProcess(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly accessLog: AccessLog;
  readonly registry: Registry;
  readonly health: ProcessHealth;
  readonly nowMs?: () => number;
  /** Default: `nowMs` if a test sets it, else the steady clock. */
  readonly steadyMs?: () => number;
}): Promise<ApiProcess> {
  const { config, log, accessLog, registry, health, nowMs = Date.now } = options;
  const steadyMs = options.steadyMs ?? options.nowMs ?? steadyNowMs;
  const starting = new AbortController();
  const context = { config, log, registry, signal: starting.signal, nowMs, steadyMs };
  let isStopping = false;
  let ownUrl = '/';

  const tracing = await openTracing(config, { service: 'api', registry, log });
  const stores = await openStores(context);
  const accounts = await openAccounts(stores, context);
  const directory = await openDirectory(stores, context);
  const quota = createQuota({ redis: stores.redis, processes: config.API_PROCESSES, timeoutMs: redisTimeoutMs, nowMs });
  const feed = await openFeed(stores, accounts, tracing, context);
  const exports = createExportFiles(config, stores.whileHeard);
  const read: StreamDeps = {
    ...feed,
    ...directory,
    ...accounts,
    quota,
    exports,
    radar: createRadarBook(feed),
    publicUrl: () => config.API_PUBLIC_URL ?? ownUrl,
    headerPrefix: config.API_HEADER_PREFIX,
    requestTimeoutMs: config.API_REQUEST_TIMEOUT_MS,
    isStopping: () => isStopping,
  };
  const streams = createStreamHub(read, log);
  const deps: ApiDeps = { ...read, streams };
  const watched = { stores, watch: accounts.watch, feed, streams, quota, symbols: directory.symbols, isStopping: deps.isStopping };
  const count = createApiMetrics(registry, gaugesOf(watched));
  fillHealth(health, watched);
  const servers = await openServers(stores, accounts, deps, { count, accessLog, log }, (url) => (ownUrl = url), context);
  const drain = async (): Promise<void> => {
    isStopping = true;
    starting.abort();
    // Readiness fails for this time before connections are refused, so that balancers notice.
    if (config.API_DRAIN_MS > 0) await sleep(config.API_DRAIN_MS);
  };
  return {
    url: servers.url,
    mcp: servers.mcp,
    parts: [
      { name: 'readiness', stop: drain },
      { name: 'streams', stop: async () => streams.stop() },
      { name: 'servers', stop: servers.stop },
      { name: 'feed', stop: feed.stop },
      { name: 'traces', stop: async () => tracing?.stop() },
      { name: 'directory', stop: async () => directory.stop() },
      { name: 'accounts', stop: async () => accounts.stop() },
      { name: 'exports', stop: exports.stop },
      { name: 'stores', stop: stores.stop },
    ],
  };
}
