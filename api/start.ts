/**
 * Starts one API process: connects NATS (accounts, symbols, report dates), Redis (quotas, shared pages) and ClickHouse,
 * follows the tail of the feed log, and listens. Stop the returned `parts` in their order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSchema } from '#clickhouse/schema/check.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { createConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { verifyStreams } from '#ops/nats/control-plane/verify.ts';
import { GenerationListJson, type GenerationList } from '#schemas/generation.ts';
import { cursorSecret } from '#ops/accounts/cursor-secret.ts';
import { generationsKey, readGenerations } from '#ops/feed-log/generations.ts';
import { followBucket } from '#ops/nats/follow-bucket.ts';
import { watchAccounts } from '#ops/accounts/watch-accounts.ts';
import type { Stoppable } from '#ops/process/lifecycle.ts';
import type { Logger } from '#ops/process/log.ts';
import { openBus } from '#ops/nats/nats.ts';
import { isReady, openRedis } from '#ops/process/redis.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import { openTracing } from '#ops/process/open-tracing.ts';
import { watchEviction } from '#ops/process/redis-eviction.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { Registry } from 'prom-client';
import type { Config } from '#schemas/config.ts';
import { createCursors } from '#schemas/cursor.ts';
import { withArchiveDays } from '#schemas/plan.ts';
import { buckets } from '#schemas/subjects.ts';
import { createApp } from './http/app.ts';
import { openAccountArea } from './account/open-area.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { recordLastUse } from './auth/last-use.ts';
import { createAdmission } from './cache/admission.ts';
import { createSchedule, followSchedule } from './calendar/schedule.ts';
import { createPageCache } from './cache/page-cache.ts';
import { openSharing } from './cache/sharing.ts';
import type { ApiDeps } from './context.ts';
import { openTools } from './mcp/open-tools.ts';
import { createAuthenticateConnection } from './oauth/authenticate-connection.ts';
import { createGenerationBook } from './feed/generation-book.ts';
import { followTail } from './feed/follow-tail.ts';
import { createPastStretches } from './feed/past-stretches.ts';
import type { PageWatch } from './feed/read.ts';
import { createRevisionCheck } from './feed/revision.ts';
import { createTail, type Tail } from './feed/tail.ts';
import { createTailReach } from './feed/tail-reach.ts';
import type { AccessLog } from './observe/access-log.ts';
import { createApiMetrics, dependencies, type Dependency } from './observe/metrics.ts';
import { watchStore } from './observe/store-watch.ts';
import { joinPeers } from './quota/peers.ts';
import { createQuota } from './quota/quota.ts';
import { sweepRegularly } from './quota/sweep.ts';
import { createCompanyNames } from './search/company-names.ts';
import { openOAuth } from './oauth/open-oauth.ts';
import { createRadarBook } from './radar/book.ts';
import { createResponseBuffer } from './reply/response-buffer.ts';
import { operations } from './operations.ts';
import { startServer } from './server.ts';
import { createStoreAccess } from './store-access.ts';
import { createSymbolDirectory, followSymbols } from './symbols/directory.ts';
import { createSymbolPages } from './symbols/symbol-pages.ts';
import { createReportDates, followReportDates } from './symbols/report-dates.ts';

/** A dead Redis must not be felt by callers. */
const redisTimeoutMs = 250;
const storeConnections = 16;
const turnedAwayEveryMs = 60_000;
/** Without the log (NATS just went away) it serves from the store after this long. */
const tailWaitMs = 15_000;
/** And without Redis after this long: the first calls must not be counted by shares because its connection is being made. */
const redisWaitMs = 1_000;

export type Checks = Readonly<Record<string, 'ok' | string>>;

export interface ApiProcess {
  readonly url: string;
  /** Of the tool server. */
  readonly mcp: string;
  readonly parts: readonly Stoppable[];
}

/** What the operations port says of a process; filled as it comes up. */
export interface ProcessHealth {
  /** What it cannot answer without; ready when each is `ok`. */
  checks: () => Checks;
  /** What is away while it answers on from the rest; empty when all is well. */
  degraded: () => Readonly<Record<string, string>>;
  /** What does not keep it from serving, in words. */
  details: () => Readonly<Record<string, unknown>>;
}

export const startingHealth = (): ProcessHealth => ({ checks: () => ({ start: 'starting' }), degraded: () => ({}), details: () => ({}) });

export async function startApiProcess(options: {
  readonly config: Config;
  readonly log: Logger;
  /** One line a request. */
  readonly accessLog: AccessLog;
  readonly registry: Registry;
  readonly health: ProcessHealth;
  readonly nowMs?: () => number;
  /** For how long answers are kept; `nowMs` where that is given. */
  readonly steadyMs?: () => number;
}): Promise<ApiProcess> {
  const { config, log, accessLog, registry, health, nowMs = Date.now } = options;
  const steadyMs = options.steadyMs ?? options.nowMs ?? steadyNowMs;
  const starting = new AbortController();
  const retryOptions = { log, signal: starting.signal };
  let isStopping = false;
  let ownUrl = '/';

  const tracing = await openTracing(config, { service: 'api', registry, log });
  const bus = await openBus(config, 'tickerwire-api', log);
  const drift = await retryUntilStopped('compare the streams', () => verifyStreams(bus, config), retryOptions);
  const accountsBucket = await retryUntilStopped('open accounts', () => openBucket(bus, buckets.accounts), retryOptions);
  const symbolsBucket = await retryUntilStopped('open symbols', () => openBucket(bus, buckets.symbols), retryOptions);
  const hearing = { connection: bus.connection, log };
  const accounts = await watchAccounts(accountsBucket, hearing);
  const cursors = createCursors(
    await retryUntilStopped('read the cursor key', () => cursorSecret(accountsBucket, config.CURSOR_SECRET), retryOptions),
  );
  const symbols = createSymbolDirectory();
  const reportDates = createReportDates();
  const reportDatesBucket = await retryUntilStopped('open report dates', () => openBucket(bus, buckets.reportDates), retryOptions);
  const reportDatesWatch = await retryUntilStopped(
    'load report dates',
    () => followReportDates(reportDatesBucket, reportDates, hearing),
    retryOptions,
  );
  const calendar = createSchedule();
  const calendarBucket = await retryUntilStopped('open the calendar', () => openBucket(bus, buckets.calendar), retryOptions);
  const calendarWatch = await retryUntilStopped('load the calendar', () => followSchedule(calendarBucket, calendar, hearing), retryOptions);
  const symbolsWatch = await retryUntilStopped('load symbols', () => followSymbols(symbolsBucket, symbols, hearing), retryOptions);

  // How long a count may take is the quota's to say.
  const redis = openRedis(config.REDIS_URL, { commandTimeoutMs: 4 * redisTimeoutMs, name: 'tickerwire-api', log });
  const eviction = watchEviction(redis);
  const redisReady = new Promise((resolve) => redis.once('ready', resolve));
  const peers = joinPeers({
    connection: bus.connection,
    isConnected: bus.isConnected,
    processesMin: Math.max(config.API_WORKERS, config.API_PROCESSES),
    timeoutMs: redisTimeoutMs,
    nowMs,
  });
  const quota = createQuota({ redis, peers, timeoutMs: redisTimeoutMs, nowMs });
  const sweeping = sweepRegularly(redis, log);
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: config.API_REQUEST_TIMEOUT_MS, maxConnections: storeConnections });
  const schema = await checkSchema(store, (error) => log.error({ err: error }, 'tables.refused'));
  for (const difference of [...drift, ...schema.notes()]) log.warn({ difference }, 'control_plane.differs');
  const door = createStoreAccess(store);
  const storeWatch = watchStore(store);
  const feedLog = await retryUntilStopped('open the feed log', () => openBucket(bus, buckets.feedLog), retryOptions);
  const readList = async (): Promise<GenerationList> => (await readGenerations(feedLog)).history;
  const generations = createGenerationBook(readList);
  /** Known here before the tail has a record of the newest generation. */
  const history = async (): Promise<GenerationList> => {
    const list = await readList();
    generations.put(list);
    return list;
  };
  const tail = createTail(config.API_TAIL_BYTES);
  const consumerMetrics = createConsumerMetrics(registry);
  let lagRecords: number | null = null;
  const following = followTail({
    bus,
    tail,
    bytesMax: config.API_TAIL_BYTES,
    history,
    metrics: {
      ...consumerMetrics,
      lag: (consumer, lag) => {
        lagRecords = lag?.records ?? null;
        consumerMetrics.lag(consumer, lag);
      },
    },
    tracing,
    log,
  });
  const generationsWatch = await followBucket(
    feedLog,
    {
      isWanted: (key) => key === generationsKey,
      put: (_, value) => {
        const list = GenerationListJson.parse(value);
        generations.put(list);
        following.heard(list);
      },
      remove: () => undefined,
    },
    hearing,
  );
  const sharing = openSharing(config, { redis, namespace: cursors.keyId, timeoutMs: redisTimeoutMs, steadyMs, log });
  const pastBytesMax = config.API_CACHE_BYTES / 2;
  const cache = createPageCache<PageWatch>({ bytesMax: config.API_CACHE_BYTES - pastBytesMax, shared: sharing.cache, steadyMs });
  const isRevisionStored = createRevisionCheck(tail, door.ask);
  const past = createPastStretches({
    ask: door.ask,
    isRevisionStored,
    version: () => `${tail.revisedSeq()} ${generations.newest()}`,
    steadyMs,
    bytesMax: pastBytesMax,
  });
  const plans = withArchiveDays(config.ARCHIVE_DAYS);
  const lastUse = recordLastUse(redis, nowMs);

  const deps: ApiDeps = {
    ask: door.ask,
    tail,
    isFollowing: following.isFollowing,
    learnReach: createTailReach({ tail, ask: door.ask }),
    generations,
    isRevisionStored,
    cache,
    past,
    wasAsked: createAdmission(),
    responseBuffer: createResponseBuffer(),
    cursors,
    pricingUrl: config.PRICING_URL,
    nowMs,
    steadyMs,
    symbols,
    reportDates,
    calendar,
    companyNames: createCompanyNames(symbols, steadyMs),
    radar: createRadarBook({ ask: door.ask, nowMs, steadyMs }),
    symbolPages: createSymbolPages(symbols, steadyMs),
    authenticate: createAuthenticate(accounts, plans, lastUse.note),
    quota,
    plans,
    publicUrl: () => config.API_PUBLIC_URL ?? ownUrl,
    headerPrefix: config.API_HEADER_PREFIX,
    requestTimeoutMs: config.API_REQUEST_TIMEOUT_MS,
    isStopping: () => isStopping,
  };
  const states: Readonly<Record<Dependency, () => string>> = {
    nats: () => (bus.isConnected() ? 'ok' : 'not connected: keys and symbols stay as they were'),
    accounts: () => accounts.trouble() ?? 'ok',
    tail: following.state,
    clickhouse: () => (storeWatch.state() === 'ok' ? schema.state() : storeWatch.state()),
    redis: () => quota.trouble() ?? (isReady(redis) ? 'ok' : 'away'),
  };
  const count = createApiMetrics(registry, {
    tailRows: () => tail.size().rows,
    tailBytes: () => tail.size().bytes,
    tailLastSeq: tail.lastSeq,
    tailLag: () => lagRecords,
    tailReachMs: () => tail.reach()?.publishedMs ?? null,
    cacheBytes: () => cache.size().bytes + past.bytes(),
    quotaIsLocal: quota.isLocal,
    accounts,
    isAway: (name) => states[name]() !== 'ok',
  });

  // A balancer must not take away a process that answers: from the tail without the tables, from these without the log.
  health.checks = () => ({
    server: isStopping ? 'stopping' : 'ok',
    feed: states.tail() === 'ok' || states.clickhouse() === 'ok' ? 'ok' : 'neither the log nor the tables answer',
  });
  health.degraded = () => {
    const tables = schema.notes()[0] ?? 'ok';
    const others = { redis_eviction: eviction.state(), redis_cache: sharing.state(), streams: drift[0] ?? 'ok', tables };
    return Object.fromEntries(
      Object.entries({ ...Object.fromEntries(dependencies.map((name) => [name, states[name]()])), ...others }).filter(([, state]) => state !== 'ok'),
    );
  };
  health.details = () => ({
    keys: accounts.counts().keys,
    symbols: symbols.size(),
    tail: { ...tail.size(), firstSeq: tail.firstSeq(), lastSeq: tail.lastSeq(), lagRecords, publishedFrom: publishedFrom(tail) },
    cache: cache.size(),
  });

  // A process that answers before its tail is there would send every poll to the store.
  // Not waited for: the store answers until it has.
  void following.loaded.then(deps.learnReach);
  await Promise.race([following.loaded, sleep(tailWaitMs, undefined, { ref: false })]);
  await Promise.race([redisReady, sleep(redisWaitMs, undefined, { ref: false })]);
  let toolsUrl: string | null = null;
  const resource = (): string => config.MCP_PUBLIC_URL ?? toolsUrl ?? `${deps.publicUrl()}/mcp`;
  const oauth = await retryUntilStopped(
    'open the connections',
    () => openOAuth({ bus, redis, accounts, registry, config, log, resource, noteUse: lastUse.note }, deps),
    retryOptions,
  );
  const area = await retryUntilStopped(
    'open the account area',
    () => openAccountArea({ bus, accounts: accountsBucket, redis, registry, config, log, oauth }, deps),
    retryOptions,
  );
  const observers = { count, accessLog, log };
  const onTurnedAway = atMostEvery(turnedAwayEveryMs, (address) => log.warn({ address }, 'connections.too_many'));
  const app = createApp(operations, deps, observers, config.API_TRUSTED_PROXIES, [area.middleware, oauth.middleware]);
  const server = await startServer(app.callback(), {
    host: config.API_HOST,
    port: config.API_PORT,
    // Behind a proxy every socket is the proxy's: it alone can tell its clients apart.
    connectionsPerAddress: config.API_TRUSTED_PROXIES > 0 ? 0 : config.API_CONNECTIONS_PER_ADDRESS,
    onTurnedAway,
  });
  ownUrl = server.url;
  const authenticate = createAuthenticateConnection({ byKey: deps.authenticate, verifyAccess: oauth.verifyAccess, plans, resource });
  const toolServer = await openTools(deps, {
    config,
    accounts: accountsBucket,
    observers,
    onTurnedAway,
    authenticate,
    others: [oauth.resourceMiddleware],
  });
  toolsUrl = toolServer.url;
  return {
    url: server.url,
    mcp: toolServer.url,
    parts: [
      {
        name: 'readiness',
        stop: async () => {
          isStopping = true;
          starting.abort();
          // Balancers learn it from the operations port before connections are refused.
          if (config.API_DRAIN_MS > 0) await sleep(config.API_DRAIN_MS);
        },
      },
      {
        name: 'http',
        stop: async () => {
          await Promise.all([server.stop(), toolServer.stop()]);
        },
      },
      { name: 'mail', stop: area.stop },
      { name: 'oauth', stop: oauth.stop },
      { name: 'tail', stop: following.stop },
      { name: 'traces', stop: async () => tracing?.stop() },
      {
        name: 'watches',
        stop: async () => {
          generationsWatch.stop();
          storeWatch.stop();
          schema.stop();
          symbolsWatch.stop();
          reportDatesWatch.stop();
          calendarWatch.stop();
          accounts.stop();
          quota.stop();
          peers.stop();
          sweeping.stop();
          lastUse.stop();
        },
      },
      {
        name: 'redis',
        stop: async () => {
          eviction.stop();
          sharing.stop();
          redis.disconnect();
        },
      },
      { name: 'store', stop: () => store.close() },
      { name: 'nats', stop: bus.close },
    ],
  };
}

/** From when on pages by time of publication come from memory; null: all of them do, or none yet. */
function publishedFrom({ reach }: Tail): string | null {
  const { publishedMs } = reach() ?? { publishedMs: Number.NEGATIVE_INFINITY };
  return Number.isFinite(publishedMs) ? new Date(publishedMs + 1).toISOString() : null;
}

function atMostEvery(waitMs: number, tell: (address: string) => void): (address: string) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (address) => {
    if (performance.now() - toldAtMs < waitMs) return;
    toldAtMs = performance.now();
    tell(address);
  };
}
