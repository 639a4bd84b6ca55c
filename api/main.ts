/**
 * Entry point of the API. Starts one process or, with API_WORKERS above 1, several on one port, and the operations port in addition. When
 * it accepts requests it prints `{"ready":true,"url":…,"ops":…,"mcp":…}` as one line on stdout.
 */
import { pathToFileURL } from 'node:url';
import { runProcess, type Stoppable } from '#ops/process/lifecycle.ts';
import { createLog, type Logger } from '#ops/process/log.ts';
import { createRegistry, startOpsServer } from '#ops/process/ops-server.ts';
import { readConfig, type Config } from '#schemas/config.ts';
import { createAccessLog, type AccessLog } from './observe/access-log.ts';
import { openDesk } from './radar/desk/open-desk.ts';
import { startingHealth } from './start/health.ts';
import { startApiProcess } from './start/start.ts';
import { verifyBeforeStart } from './verify.ts';
import { isWorker, reportHealth, startWorkers, type Addresses } from './workers.ts';

export interface Api {
  readonly url: string;
  readonly ops: string;
  /** Address of the tool server. */
  readonly mcp: string;
  readonly parts: readonly Stoppable[];
  readonly stop: () => Promise<void>;
}

const stopAll = async (parts: readonly Stoppable[]): Promise<void> => {
  for (const part of parts) await part.stop();
};

/** Resolves when the API listens. It waits for an unavailable NATS, which the operations port reports meanwhile. */
export async function startApi(
  config: Config,
  options: { readonly log?: Logger; readonly accessLog?: AccessLog; readonly nowMs?: () => number; readonly steadyMs?: () => number } = {},
): Promise<Api> {
  const log = options.log ?? createLog('api', config);
  if (config.API_WORKERS > 1) await verifyBeforeStart(config, log);
  const workers = config.API_WORKERS > 1 ? await startWorkers(config, log) : null;
  const health = workers?.health ?? startingHealth();
  const registry = workers?.registry ?? createRegistry('api');
  const desk = openDesk(config, options);
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    names: config.OPS_NAMES,
    registry,
    readiness: () => health.checks(),
    degraded: () => health.degraded(),
    views: { '/status': async () => ({ checks: health.checks(), degraded: health.degraded(), details: health.details() }) },
    pages: desk.pages,
  });
  const own =
    workers === null
      ? await startApiProcess({
          ...options,
          config,
          log,
          accessLog: options.accessLog === undefined ? createAccessLog(config) : options.accessLog,
          registry,
          health,
        })
      : { ...(await workers.listening), parts: workers.parts };
  const parts = [...own.parts, { name: 'ops', stop: ops.stop }, { name: 'desk', stop: desk.stop }];
  return { url: own.url, ops: ops.url, mcp: own.mcp, parts, stop: () => stopAll(parts) };
}

/** Starts one of several processes; only the first has the operations port. */
async function startWorker(config: Config, log: Logger): Promise<readonly Stoppable[]> {
  const health = startingHealth();
  const registry = createRegistry('api');
  let addresses: Addresses | null = null;
  reportHealth(health, registry, () => addresses);
  const own = await startApiProcess({ config, log, accessLog: createAccessLog(config), registry, health });
  addresses = { url: own.url, mcp: own.mcp };
  return own.parts;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
  const log = createLog('api', config);
  await runProcess(log, async () => {
    if (isWorker) return startWorker(config, log);
    const { url, ops, mcp, parts } = await startApi(config);
    process.stdout.write(`${JSON.stringify({ ready: true, url, ops, mcp })}\n`);
    return parts;
  });
}
