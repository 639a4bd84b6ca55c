/**
 * The pipeline process: starts the parts that configuration names (ingest, refine, write) and the operations
 * port. Any number may run: ingest stages are idempotent, refine and write have one active process each.
 */
import { pathToFileURL } from 'node:url';
import { readEpochs } from '#ops/runtime/epochs.ts';
import { createRegistry, startOpsServer } from '#ops/runtime/ops-server.ts';
import { createProgress } from '#ops/runtime/progress.ts';
import { createLog } from '#ops/runtime/log.ts';
import { runProcess, type Stoppable } from '#ops/runtime/lifecycle.ts';
import { openBus } from '#ops/runtime/nats.ts';
import { ensureStreams, openBucket } from '#ops/runtime/streams.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore } from '#clickhouse/store.ts';
import { readConfig, type Config } from '#schemas/config.ts';
import type { EpochHistory } from '#schemas/epoch.ts';
import { buckets } from '#schemas/subjects.ts';
import { symbolsPosition } from './ingest/symbols/stage.ts';
import { startIngest } from './ingest/start.ts';
import { isLeaseHeld, whileLeading } from '#ops/runtime/lease.ts';
import { createPipelineMetrics } from './metrics.ts';
import { openEnricher } from './refine/enrich/enricher.ts';
import { followDirectory } from './refine/follow-directory.ts';
import { createRefine } from './refine/run.ts';
import { insist } from './retry.ts';
import { addStoreMetrics } from './store-metrics.ts';
import { pipelineStatus } from './status.ts';
import { runWriter } from './write/writer.ts';

/** Input that waits for longer while nothing moves makes a part not ready. */
const stalledAfterMs = 8_000;

export async function startPipeline(config: Config): Promise<{ readonly ops: string; readonly parts: readonly Stoppable[] }> {
  const name = `pipeline-${config.PIPELINE_PARTS.join('-')}`;
  const log = createLog(name, config);
  const registry = createRegistry(name);
  const stopping = new AbortController();
  const { signal } = stopping;
  const parts = new Set<string>(config.PIPELINE_PARTS);
  const bus = await openBus(config, 'tickerwire-pipeline', log);
  const store = openStore({
    url: config.CLICKHOUSE_URL,
    database: config.CLICKHOUSE_DATABASE,
    user: config.CLICKHOUSE_USER,
    password: config.CLICKHOUSE_PASSWORD,
    requestTimeoutMs: 30_000,
    maxConnections: 8,
  });
  const metrics = createPipelineMetrics(registry, bus);
  const checks: Record<string, string> = Object.fromEntries([...parts].map((part) => [part, 'starting']));
  const [refining, writing] = [createProgress({ stalledAfterMs }), createProgress({ stalledAfterMs })];
  writing.idle();
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    registry,
    readiness: () => ({
      nats: bus.isConnected() ? 'ok' : 'not connected',
      ...checks,
      ...(checks.refine === 'ok' && { refine: refining.state() }),
      ...(checks.write === 'ok' && { write: writing.state() }),
    }),
    views: { '/status': () => pipelineStatus(bus, store) },
  });

  const insisting = { log, signal };
  await insist('set up streams', () => ensureStreams(bus, config), insisting);
  const leases = await insist('open leases', () => openBucket(bus, buckets.leases, config.NATS_REPLICAS), insisting);
  const running: Promise<void>[] = [];
  const now = (): Date => new Date();

  if (parts.has('ingest')) {
    running.push(startIngest({ bus, store, config, registry, log, now, signal }));
    checks.ingest = 'ok';
  }
  if (parts.has('refine') || parts.has('write')) {
    const migrated = insist('migrate the tables', () => migrate(store), insisting);
    const lead = (part: 'refine' | 'write', work: (leading: AbortSignal) => Promise<void>): Promise<void> =>
      whileLeading(leases, part, { ...insisting, onChange: (leading) => metrics.leading(part, leading) }, work);
    if (parts.has('refine')) {
      const [symbols, positions] = await Promise.all(
        [buckets.symbols, buckets.positions].map((bucket) => openBucket(bus, bucket, config.NATS_REPLICAS)),
      );
      const directory = await followDirectory(symbols!, log, async () => (await positions!.get(symbolsPosition)) !== null);
      signal.addEventListener('abort', directory.stop, { once: true });
      const settings = {
        blockedDomains: new Set(config.BLOCKED_DOMAINS),
        relevanceFloor: config.RELEVANCE_FLOOR,
        majorTickers: config.MAJOR_TICKERS,
      };
      const enricher = await insist('open the enricher', () => openEnricher(config, { bus, registry, log, now }), insisting);
      const feedLog = await insist('open the bucket of the feed log', () => openBucket(bus, buckets.feedLog, config.NATS_REPLICAS), insisting);
      const stateDir = config.REFINE_STATE_DIR === '' ? null : config.REFINE_STATE_DIR;
      const refine = createRefine({
        bus,
        store,
        feedLog,
        config,
        settings,
        stateDir,
        directory: directory.current,
        enricher,
        metrics: metrics.refine,
        progress: refining,
        now,
        log,
      });
      checks.refine = 'ok';
      // It does not wait for the tables: it can work while ClickHouse is away.
      const both = Promise.allSettled([lead('refine', refine.lead), refine.standBy(signal)]);
      running.push(both.then(refine.close).finally(() => enricher?.close()));
    }
    // The writer's process speaks for the tables, so that several processes do not report the same rows.
    if (parts.has('write')) addStoreMetrics(registry, store);
    if (parts.has('write')) {
      const feedLog = await insist('open the feed log', () => openBucket(bus, buckets.feedLog, config.NATS_REPLICAS), insisting);
      const history = async (): Promise<EpochHistory> => (await readEpochs(feedLog)).history;
      const isRebuilding = (): Promise<boolean> => isLeaseHeld(leases, 'rebuild');
      const writer = { bus, store, config, history, isRebuilding, metrics: metrics.writer, progress: writing, log };
      running.push(
        migrated.then(() => {
          checks.write = 'ok';
          return lead('write', (leading) => runWriter(writer, leading).finally(writing.idle));
        }),
      );
    }
  }
  const ended = Promise.allSettled(running);
  return {
    ops: ops.url,
    parts: [
      {
        name: 'parts',
        stop: async () => {
          stopping.abort();
          await ended;
        },
      },
      { name: 'store', stop: () => store.close() },
      { name: 'nats', stop: bus.close },
      { name: 'ops', stop: ops.stop },
    ],
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let config: Config;
  try {
    config = readConfig();
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
