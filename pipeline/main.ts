/** Runs the configured parts and the operations port. Several processes share the work (ops/docs/operating/deploy.md). */
import { pathToFileURL } from 'node:url';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { keepRunning } from '#ops/process/keep-running.ts';
import { runProcess, type Stoppable } from '#ops/process/lifecycle.ts';
import { createLog } from '#ops/process/log.ts';
import { openTracing } from '#ops/process/open-tracing.ts';
import { createRegistry, startOpsServer } from '#ops/process/ops-server.ts';
import { createProgressBoard } from '#ops/process/progress-board.ts';
import { readConfig, type Config } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import { chosen, loadStepOf, type Entry } from './flow.ts';
import { pageCounts } from './ingest/publishers/publisher-metrics.ts';
import { createSourceHealth } from './ingest/source-health.ts';
import { ingestTroubles } from './ingest/trouble.ts';
import { createPipelineMetrics } from './metrics.ts';
import type { PartContext, PipelinePart } from './part.ts';
import { openStores } from './start/open-stores.ts';
import { pipelineStatus } from './status.ts';
import { addBackupMetric, addStoreMetrics } from './store-metrics.ts';
import { watchSymbolList } from './symbols-loaded.ts';

type Checks = Readonly<Record<string, string>>;

/** Starts the process. Throws a ControlPlaneError when streams, buckets or tables do not match this release and these settings. */
export async function startPipeline(config: Config): Promise<{ readonly ops: string; readonly stoppables: readonly Stoppable[] }> {
  const runs = chosen(config);
  const names = runs.parts.map((part) => part.name);
  const [ingests, refines, writes] = [names.includes('ingest'), names.includes('refine'), names.includes('write')];
  const name = `pipeline-${names.join('-')}`;
  const [log, registry, stopping] = [createLog(name, config), createRegistry(name), new AbortController()];
  const { signal } = stopping;
  const stepOf = refines ? await loadStepOf() : () => '';
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: 30_000, maxConnections: 8 });
  const health: { checks: () => Checks; degraded: () => Checks; roles: () => Checks; status: () => Promise<unknown> } = {
    checks: () => ({ nats: 'not connected' }),
    degraded: () => ({}),
    roles: () => ({}),
    status: () => Promise.resolve({}),
  };
  // Started before NATS is connected, so that the port reports what the process waits for.
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
  const stores = await openStores(store, ingests, config, log, signal).catch(async (error: unknown) => {
    await ops.stop();
    throw error;
  });
  const { bus, states } = stores;
  const stages = ingests ? await Promise.all(runs.stages.map(({ load }) => load())) : [];
  const metrics = createPipelineMetrics(registry, bus, stepOf);
  const now = (): Date => new Date();
  const sources = createSourceHealth({ now, signal, registry });
  // Ingest fetches the symbol list and refine needs it; other processes do not check for it.
  const hasSymbols = ingests || refines ? watchSymbolList(() => openBucket(bus, buckets.positions), signal) : () => true;
  const troubles = (): Record<string, string> => ingestTroubles({ config, states: sources.states(), hasSymbols: hasSymbols(), stages });
  const running = await runParts(runs.parts, { ...stores, config, registry, metrics, stages, health: sources, tracing, log, now, signal });
  // Only the process of the writer reports on the tables, so that the same rows are not reported by several processes.
  if (writes) addStoreMetrics(registry, store, stores.whileHeard);
  if (writes) addBackupMetric(registry, bus);

  // Without ClickHouse only the writer is not ready; other parts wait for the tables when they need them.
  health.checks = () => ({ nats: states.nats(), ...(writes && { clickhouse: states.clickhouse() }), ...running.states() });
  health.degraded = () => {
    const { nats: _, clickhouse, ...others } = states;
    const looked = Object.entries({ ...(!writes && { clickhouse }), ...others }).map(([what, state]) => [what, state()] as const);
    return { ...Object.fromEntries(looked.filter(([, state]) => state !== 'ok')), ...troubles() };
  };
  health.status = async () =>
    pipelineStatus(bus, store, { sources: sources.states(), troubles: troubles(), pages: await pageCounts(registry), roles: metrics.roles() });
  health.roles = metrics.roles;
  const stopParts = async (): Promise<void> => {
    stopping.abort();
    await running.ended;
  };
  return {
    ops: ops.url,
    stoppables: [
      { name: 'parts', stop: stopParts },
      { name: 'traces', stop: async () => tracing?.stop() },
      { name: 'stores', stop: stores.stop },
      { name: 'ops', stop: ops.stop },
    ],
  };
}

/** Starts the parts. `ended` resolves when every part has ended, after `signal` has aborted. */
async function runParts(parts: readonly Entry<PipelinePart>[], context: Omit<PartContext, 'board'>) {
  const { log, signal } = context;
  const loaded = await Promise.all(parts.map(async ({ name, load }) => ({ name, start: (await load()).start, board: createProgressBoard() })));
  const running = loaded.map(({ name, start, board }) => keepRunning(name, start({ ...context, board }), { progress: board.add(), log, signal }));
  return {
    states: (): Checks => Object.fromEntries(loaded.map(({ name, board }) => [name, board.state()])),
    ended: Promise.allSettled(running),
  };
}

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
    const { ops, stoppables } = await startPipeline(config);
    process.stdout.write(`${JSON.stringify({ ready: true, ops })}\n`);
    return stoppables;
  });
}
