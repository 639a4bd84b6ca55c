/**
 * Starts the ingest stages that configuration names, each on its own: one that fails, from its very start on, is started
 * again, holds up no other and shows in the readiness of the part.
 */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import { createOutbound } from '#ops/runtime/outbound.ts';
import type { Logger } from '#ops/runtime/log.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import type { Progress } from '#ops/runtime/progress.ts';
import type { ProgressBoard } from '#ops/runtime/progress-board.ts';
import type { Redis } from '#ops/runtime/redis.ts';
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
import { createParsePool } from './parse/pool.ts';
import { createPositions } from './position.ts';
import { createPublish } from './publish.ts';
import { loadCatalogue } from './publishers/catalogue.ts';
import { publishersStage } from './publishers/stage.ts';
import { createRawRoom } from './raw-room.ts';
import { createLimiter } from './sec/limiter.ts';
import { createSecMetrics } from './sec/metrics.ts';
import { reconcileStage } from './sec/reconcile/stage.ts';
import { secSources } from './sec/sources.ts';
import { secStage } from './sec/stage.ts';
import type { SourceHealth } from './source-health.ts';
import type { FetchRequest, PoliteFetch, Stage, StageDeps } from './stage.ts';
import { symbolSources } from './symbols/sources.ts';
import { symbolsStage } from './symbols/stage.ts';
import { createApplyDirectory } from './symbols/store.ts';
import { keepRunning } from '../keep-running.ts';
import { insist, type Insisting } from '../retry.ts';
import { trackEffects } from '../track-effects.ts';

export interface IngestDeps {
  readonly bus: Bus;
  /** Asked what is held; it may be away. */
  readonly store: Store;
  readonly config: Config;
  /** For EDGAR's allowance; it may be away. Null: this process takes its share. */
  readonly redis: Redis | null;
  readonly registry: Registry;
  /** Told how the listings of each source answer. */
  readonly health: SourceHealth;
  /** Each stage stands on it by its name. */
  readonly board: ProgressBoard;
  readonly log: Logger;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** A slow EDGAR is not asked more often for it, only by more requests at a time. */
const edgarInFlightMax = 4;

/** Resolves once every stage has ended after `signal` aborted. */
export async function startIngest({ bus, store, config, redis, registry, board, health, log, now, signal }: IngestDeps): Promise<void> {
  // All that can fail comes before the metrics, which a registry takes once.
  const [positions, symbols, reportDates, reconciliations] = (await Promise.all(
    ([buckets.positions, buckets.symbols, buckets.reportDates, buckets.reconciliations] as const).map((bucket) =>
      insist(`open bucket ${bucket}`, () => openBucket(bus, bucket), { log, signal }),
    ),
  )) as [KV, KV, KV, KV];
  const outbound = createOutbound({ allowedOrigins: config.OUTBOUND_ALLOWED_ORIGINS });
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
  /** Tells how `source` answers by the requests that are for its listing. */
  function watched(fetch: PoliteFetch, source: string, isListing: (request: FetchRequest) => boolean = () => true): PoliteFetch {
    health.expect([source]);
    return health.watching(fetch, (request) => (isListing(request) ? source : null));
  }

  /** The SEC's list at EDGAR's pace, the others at that of publishers; each source is watched on its own. */
  function symbolsFetch(): PoliteFetch {
    const nameOf = new Map(symbolSources(config).flatMap(({ urls, healthName }) => urls.map((url) => [url, healthName] as const)));
    health.expect([...nameOf.values()]);
    const fetch: PoliteFetch = (request) => (request.url.startsWith(`${config.EDGAR_URL}/files/`) ? edgarFetch : publisherFetch)(request);
    return health.watching(fetch, ({ url }) => nameOf.get(url) ?? null);
  }

  const room = createRawRoom(bus);
  const secMetrics = createSecMetrics(registry);
  const filings = (source: SecSourceType) => () => ({
    stage: secStage(secSources[source], {
      baseUrl: config.EDGAR_URL,
      metrics: secMetrics,
      pollMs: config.EDGAR_POLL_MS,
      pollOffHoursMs: config.EDGAR_POLL_OFF_HOURS_MS,
    }),
    fetch: watched(edgarFetch, source, ({ url }) => url.startsWith(`${config.EDGAR_URL}/cgi-bin/browse-edgar`)),
  });

  const stages: Readonly<Record<Config['INGEST_STAGES'][number], (insisting: Insisting) => { stage: Stage; fetch: PoliteFetch } | null>> = {
    symbols: (insisting) => ({
      stage: symbolsStage({
        sources: symbolSources(config),
        onRefused: ({ healthName }, detail) => health.refused(healthName, detail),
        applyDirectory: createApplyDirectory(symbols, insisting),
        registry,
        pollMs: config.SYMBOLS_POLL_MS,
      }),
      fetch: symbolsFetch(),
    }),
    publishers: () => {
      const sources = loadCatalogue(config.SOURCES_FILE === '' ? null : config.SOURCES_FILE);
      if (sources.length === 0) return null;
      const idOf = new Map(sources.map(({ url, id }) => [url, id]));
      health.expect([...idOf.values()]);
      return {
        stage: publishersStage({ sources, intervalMs: config.PUBLISHER_POLL_MS, registry }),
        fetch: health.watching(publisherFetch, ({ url }) => idOf.get(url) ?? null),
      };
    },
    sec_form4: filings('sec_form4'),
    sec_form8k: filings('sec_form8k'),
    sec_form6k: filings('sec_form6k'),
    earnings_dates: (insisting) =>
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
            fetch: watched(publisherFetch, 'earnings_dates'),
          },
  };
  const families = config.INGEST_STAGES.filter((name): name is SecSourceType => name in collectedForms);
  const reconcile = () => ({
    stage: reconcileStage({
      baseUrl: config.EDGAR_URL,
      families,
      held: (family, accessions) => filingsHeld(store, family, accessions),
      results: reconciliations,
      registry,
    }),
    fetch: edgarFetch,
  });

  const pool = createParsePool({ log: log.child({ part: 'parse' }), registry });

  /** A stage with the progress of its own: of its run, of what it publishes, and of what it keeps. */
  function run(name: string, make: (insisting: Insisting) => { stage: Stage; fetch: PoliteFetch } | null): Promise<void> {
    const stageLog = log.child({ stage: name });
    const insisting = (progress: Progress): Insisting => ({ log: stageLog, signal, watch: trackEffects(progress) });
    const [publishing, keeping] = [insisting(board.add(name)), insisting(board.add(name))];
    let made: ReturnType<typeof make> | undefined;
    const begin = async (): Promise<void> => {
      made ??= make(keeping);
      if (made === null) return untilAborted(signal);
      const deps: StageDeps = {
        fetch: made.fetch,
        parse: pool.parse,
        publish: createPublish(bus, publishing, room),
        positions: createPositions(positions, keeping),
        now,
        log: stageLog,
        signal,
      };
      await made.stage.run(deps);
    };
    return keepRunning(name, begin, { progress: board.add(name), log: stageLog, signal });
  }

  await Promise.all([
    ...config.INGEST_STAGES.map((name) => run(name, stages[name])),
    ...(families.length === 0 ? [] : [run('reconcile', reconcile)]),
  ]);
  await pool.close();
  limiter.close();
  await outbound.close();
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
