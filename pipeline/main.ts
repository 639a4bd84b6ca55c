/**
 * The pipeline process: starts the parts that configuration names (ingest, refine, write) and the operations
 * port. Any number may run: they share the stages of ingest among themselves; refine, write and their like have one active process each.
 * Streams, buckets and tables are compared with what is wanted, never changed.
 */
import { pathToFileURL } from 'node:url';
import { createRegistry, startOpsServer } from '#ops/process/ops-server.ts';
import { verifyStreams } from '#ops/nats/control-plane/verify.ts';
import { watchHealth, type HealthWatch } from '#ops/process/health-watch.ts';
import { createLog } from '#ops/process/log.ts';
import { runProcess, type Stoppable } from '#ops/process/lifecycle.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { createProgressBoard } from '#ops/process/progress-board.ts';
import { isReady, openRedis } from '#ops/process/redis.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { watchEviction } from '#ops/process/redis-eviction.ts';
import { newestRowSequence } from '#clickhouse/feed.ts';
import { checkSchema, type SchemaCheck } from '#clickhouse/schema/check.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { readConfig, type Config } from '#schemas/config.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { addBackupMetric } from './backup-metric.ts';
import { createSourceHealth } from './ingest/source-health.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import { chosen, loadStepOf } from './flow.ts';
import { ingestTroubles } from './ingest/trouble.ts';
import { pageCounts } from './ingest/publishers/publisher-metrics.ts';
import { keepRunning } from '#ops/process/keep-running.ts';
import { createPipelineMetrics } from './metrics.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import { openTracing } from '#ops/process/open-tracing.ts';
import { addStoreMetrics } from './store-metrics.ts';
import { pipelineStatus } from './status.ts';
import { watchSymbolsHeld } from './symbols-held.ts';

/** Timeout of Redis for EDGAR's allowance; past it the process goes on without Redis. */
const redisTimeoutMs = 500;

type Checks = Readonly<Record<string, string>>;

/** Throws a ControlPlaneError where streams, buckets or tables are not as this release and these settings need them. */
export async function startPipeline(config: Config): Promise<{ readonly ops: string; readonly parts: readonly Stoppable[] }> {
  const runs = chosen(config);
  const names = runs.parts.map((part) => part.name);
  const name = `pipeline-${names.join('-')}`;
  const log = createLog(name, config);
  const registry = createRegistry(name);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stepOf = names.includes('refine') ? await loadStepOf() : () => '';
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: 30_000, maxConnections: 8 });
  const health: { checks: () => Checks; degraded: () => Checks; roles: () => Checks; status: () => Promise<unknown> } = {
    checks: () => ({ nats: 'not connected' }),
    degraded: () => ({}),
    roles: () => ({}),
    status: () => Promise.resolve({}),
  };
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    names: config.OPS_NAMES,
    registry,
    readiness: () => health.checks(),
    degraded: () => health.degraded(),
    roles: () => health.roles(),
    views: { '/status': () => health.status() },
    pages: createDashboard({ store, stepOf, nowMs: Date.now }),
  });

  const tracing = await openTracing(config, { service: name, registry, log });
  const bus = await openBus(config, 'tickerwire-pipeline', log);
  const [ingests, writes] = [names.includes('ingest'), names.includes('write')];
  const redis = ingests ? openRedis(config.REDIS_URL, { commandTimeoutMs: redisTimeoutMs, name: 'tickerwire-ingest', log }) : null;
  const eviction = redis && watchEviction(redis);
  const watches = { nats: watchStreams(bus), clickhouse: watchHealth(() => newestRowSequence(store)) };
  let schema: SchemaCheck | null = null;
  const close: Stoppable[] = [
    {
      name: 'watches',
      stop: async () => {
        for (const watch of [watches.nats, watches.clickhouse, eviction, schema]) watch?.stop();
        redis?.disconnect();
      },
    },
    { name: 'traces', stop: async () => tracing?.stop() },
    { name: 'store', stop: () => store.close() },
    { name: 'nats', stop: bus.close },
    { name: 'ops', stop: ops.stop },
  ];

  try {
    const drift = await retryUntilStopped('compare the streams', () => verifyStreams(bus, config), { log, signal });
    const checked = await checkSchema(store, (error) => log.error({ err: error }, 'tables.refused'));
    schema = checked;
    for (const difference of [...drift, ...checked.notes()]) log.warn({ difference }, 'control_plane.differs');

    const stages = ingests ? await Promise.all(runs.stages.map(({ load }) => load())) : [];
    const metrics = createPipelineMetrics(registry, bus, stepOf);
    const now = (): Date => new Date();
    const sources = createSourceHealth({ now, signal, registry });
    // Ingest fetches the list and refine needs it; a process that only writes does not know about it.
    const needsSymbols = ingests || names.includes('refine');
    const hasSymbols = needsSymbols ? watchSymbolsHeld(() => openBucket(bus, buckets.positions), signal) : () => true;
    const troubles = (): Record<string, string> => ingestTroubles({ config, states: sources.states(), hasSymbols: hasSymbols(), stages });
    const context = { bus, store, schema: checked, redis, config, registry, metrics, stages, health: sources, tracing, log, now, signal };
    const boards = await Promise.all(
      runs.parts.map(async ({ name: part, load }) => ({ part, start: (await load()).start, board: createProgressBoard() })),
    );
    const running = boards.map(({ part, start, board }) => keepRunning(part, start({ ...context, board }), { progress: board.add(), log, signal }));
    // The writer's process speaks for the tables, so that several processes do not report the same rows.
    if (writes) addStoreMetrics(registry, store);
    if (writes) addBackupMetric(registry, bus);

    health.checks = () => ({
      nats: bus.isConnected() ? watches.nats.state() : 'not connected',
      // Only the writer cannot do without the tables.
      ...(writes && { clickhouse: tables() }),
      ...Object.fromEntries(boards.map(({ part, board }) => [part, board.state()])),
    });
    const tables = (): string => (watches.clickhouse.state() === 'ok' ? checked.state() : watches.clickhouse.state());
    health.degraded = () => ({
      ...onlyTroubles({
        ...(!writes && { clickhouse: tables() }),
        ...(redis && eviction && { redis: isReady(redis) ? eviction.state() : "away: each process takes its share of EDGAR's allowance" }),
        streams: drift[0] ?? 'ok',
        tables: checked.notes()[0] ?? 'ok',
      }),
      ...troubles(),
    });
    health.status = async () =>
      pipelineStatus(bus, store, { sources: sources.states(), troubles: troubles(), pages: await pageCounts(registry), roles: metrics.roles() });
    health.roles = metrics.roles;
    const ended = Promise.allSettled(running);
    const parts: Stoppable = {
      name: 'parts',
      stop: async () => {
        stopping.abort();
        await ended;
      },
    };
    return { ops: ops.url, parts: [parts, ...close] };
  } catch (error) {
    stopping.abort();
    for (const { stop } of close) await stop();
    throw error;
  }
}

/** A server whose disk is full or whose cluster has no leader goes on answering pings. */
const watchStreams = (bus: Bus): HealthWatch => watchHealth(() => bus.jsm.streams.info(streams.feed));

const onlyTroubles = (states: Checks): Checks => Object.fromEntries(Object.entries(states).filter(([, state]) => state !== 'ok'));

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let config: Config;
  try {
    config = readConfig();
    chosen(config);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
  await runProcess(createLog('pipeline', config), async () => {
    const { ops, parts } = await startPipeline(config);
    process.stdout.write(`${JSON.stringify({ ready: true, ops })}\n`);
    return parts;
  });
}
