/**
 * Entry point of the API. Starts an API process and its operations port. When the API accepts requests, it prints the line
 * `{"ready":true,"url":…,"ops":…,"mcp":…}` on stdout.
 */
import { pathToFileURL } from 'node:url';
import { runProcess } from '#ops/process/lifecycle.ts';
import { createLog, type Logger } from '#ops/process/log.ts';
import { createRegistry, startOpsServer } from '#ops/process/ops-server.ts';
import { readConfig, type Config } from '#schemas/config.ts';
import { createAccessLog, type AccessLog } from './observe/access-log.ts';
import { openDesk } from './radar/desk/desk.ts';
import { startingHealth } from './start/health.ts';
import { startApiProcess, type ApiProcess } from './start/start.ts';

export interface Api extends ApiProcess {
  readonly ops: string;
  readonly stop: () => Promise<void>;
}

/** Resolves when the API listens. Waits for NATS if it is unavailable, which the operations port reports. */
export async function startApi(
  config: Config,
  options: { readonly log?: Logger; readonly accessLog?: AccessLog; readonly nowMs?: () => number; readonly steadyMs?: () => number } = {},
): Promise<Api> {
  const log = options.log ?? createLog('api', config);
  const health = startingHealth();
  const registry = createRegistry('api');
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
  const accessLog = options.accessLog === undefined ? createAccessLog(config) : options.accessLog;
  const own = await startApiProcess({ ...options, config, log, accessLog, registry, health });
  const parts = [...own.parts, { name: 'ops', stop: ops.stop }, { name: 'desk', stop: desk.stop }];
  const stop = async (): Promise<void> => {
    for (const part of parts) await part.stop();
  };
  return { ...own, ops: ops.url, parts, stop };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
  await runProcess(createLog('api', config), async () => {
    const { url, ops, mcp, parts } = await startApi(config);
    process.stdout.write(`${JSON.stringify({ ready: true, url, ops, mcp })}\n`);
    return parts;
  });
}
