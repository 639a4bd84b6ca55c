/** Starts the ingest stages that configuration names, each on its own: one that fails is started again and holds up no other. */
import type { Registry } from 'prom-client';
import { createOutbound } from '#ops/runtime/outbound.ts';
import type { Logger } from '#ops/runtime/log.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { openRedis } from '#ops/runtime/redis.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import type { Config } from '#schemas/config.ts';
import { filingsHeld } from '#clickhouse/filings-held.ts';
import { lastEarningsFilings } from '#clickhouse/last-earnings.ts';
import type { Store } from '#clickhouse/store.ts';
import { buckets } from '#schemas/subjects.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { earningsDatesStage } from './earnings-dates/stage.ts';
import { createDateStore } from './earnings-dates/store.ts';
import { createPoliteFetch } from './fetch.ts';
import { createPositions } from './position.ts';
import { createPublish } from './publish.ts';
import { createParsePool } from './parse/pool.ts';
import { loadCatalogue } from './publishers/catalogue.ts';
import { publishersStage } from './publishers/stage.ts';
import { backoff, pause } from './schedule.ts';
import { createLimiter } from './sec/limiter.ts';
import { createSecMetrics } from './sec/metrics.ts';
import { reconcileStage } from './sec/reconcile/stage.ts';
import { secSources } from './sec/sources.ts';
import { secStage } from './sec/stage.ts';
import type { PoliteFetch, Stage, StageDeps } from './stage.ts';
import { symbolsStage } from './symbols/stage.ts';
import { createApplyDirectory } from './symbols/store.ts';

export interface IngestDeps {
  readonly bus: Bus;
  /** Asked what is held; it may be away. */
  readonly store: Store;
  readonly config: Config;
  readonly registry: Registry;
  readonly log: Logger;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

const redisTimeoutMs = 500;
/** A slow EDGAR is not asked more often for it, only by more requests at a time. */
const edgarInFlightMax = 4;

/** Resolves once every stage has ended after `signal` aborted. */
export async function startIngest({ bus, store, config, registry, log, now, signal }: IngestDeps): Promise<void> {
  const insisting = { log, signal };
  const outbound = createOutbound({ allowedOrigins: config.OUTBOUND_ALLOWED_ORIGINS });
  const redis = openRedis(config.REDIS_URL, { commandTimeoutMs: redisTimeoutMs, name: 'tickerwire-ingest', log });
  const limiter = createLimiter({
    requestsPerSecond: config.EDGAR_REQUESTS_PER_SECOND,
    processes: config.INGEST_PROCESSES,
    redis,
    log,
    id: `${process.pid}-${bus.connection.info?.client_id ?? 0}`,
  });
  const fetching = { outbound, userAgent: config.USER_AGENT, signal, now };
  // EDGAR's pace is the limiter's, over all processes; publishers get an interval a host.
  const publisherFetch = createPoliteFetch({ ...fetching, hostIntervalMs: config.HOST_INTERVAL_MS });
  const edgarFetch = createPoliteFetch({ ...fetching, hostIntervalMs: 0, inFlightMax: edgarInFlightMax, beforeSend: limiter.acquire });
  const [positions, symbols, reportDates, reconciliations] = await Promise.all([
    openBucket(bus, buckets.positions, config.NATS_REPLICAS),
    openBucket(bus, buckets.symbols, config.NATS_REPLICAS),
    openBucket(bus, buckets.reportDates, config.NATS_REPLICAS),
    openBucket(bus, buckets.reconciliations, config.NATS_REPLICAS),
  ]);

  const secMetrics = createSecMetrics(registry);
  const filings = (source: SecSourceType) => () => ({
    stage: secStage(secSources[source], {
      baseUrl: config.EDGAR_URL,
      metrics: secMetrics,
      pollMs: config.EDGAR_POLL_MS,
      pollOffHoursMs: config.EDGAR_POLL_OFF_HOURS_MS,
    }),
    fetch: edgarFetch,
  });

  const stages: Readonly<Record<Config['INGEST_STAGES'][number], () => { stage: Stage; fetch: PoliteFetch } | null>> = {
    symbols: () => ({
      stage: symbolsStage({
        baseUrl: config.EDGAR_URL,
        applyDirectory: createApplyDirectory(symbols, insisting),
        registry,
        pollMs: config.SYMBOLS_POLL_MS,
      }),
      fetch: edgarFetch,
    }),
    publishers: () => ({
      stage: publishersStage({
        sources: loadCatalogue(config.SOURCES_FILE === '' ? null : config.SOURCES_FILE),
        intervalMs: config.PUBLISHER_POLL_MS,
        registry,
      }),
      fetch: publisherFetch,
    }),
    sec_form4: filings('sec_form4'),
    sec_form8k: filings('sec_form8k'),
    sec_form6k: filings('sec_form6k'),
    earnings_dates: () =>
      config.EARNINGS_DATES_URL === null
        ? null
        : {
            stage: earningsDatesStage({
              baseUrl: config.EARNINGS_DATES_URL,
              major: config.MAJOR_TICKERS,
              store: createDateStore({ dates: reportDates, symbols }, insisting),
              lastFilings: (tickers) => lastEarningsFilings(store, tickers),
              registry,
            }),
            fetch: publisherFetch,
          },
  };
  const families = config.INGEST_STAGES.filter((name): name is SecSourceType => name in collectedForms);
  const reconcile = {
    stage: reconcileStage({
      baseUrl: config.EDGAR_URL,
      families,
      held: (family, accessions) => filingsHeld(store, family, accessions),
      results: reconciliations,
      registry,
    }),
    fetch: edgarFetch,
  };
  const pool = createParsePool({ log: log.child({ part: 'parse' }), registry });
  const deps: Omit<StageDeps, 'fetch' | 'log'> = {
    parse: pool.parse,
    publish: createPublish(bus, insisting),
    positions: createPositions(positions, insisting),
    now,
    signal,
  };
  await Promise.all(
    [...config.INGEST_STAGES.flatMap((name) => stages[name]() ?? []), ...(families.length === 0 ? [] : [reconcile])].map(({ stage, fetch }) => {
      return keepRunning(stage, { ...deps, fetch, log: log.child({ stage: stage.name }) });
    }),
  );
  await pool.close();
  limiter.close();
  redis.disconnect();
  await outbound.close();
}

async function keepRunning(stage: Stage, deps: StageDeps): Promise<void> {
  for (let failures = 0; !deps.signal.aborted; failures += 1) {
    try {
      await stage.run(deps);
    } catch (error) {
      if (deps.signal.aborted) return;
      deps.log.error({ err: error, failures }, 'stage.failed');
      await pause(backoff(failures, 500, 60_000), deps.signal);
    }
  }
}
