/** Settings for an operator's command: those of the service that runs on a data folder, else those of the environment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { z } from 'zod';
import { readConfig, type Config } from '#schemas/config.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { openBus, type Bus } from '../runtime/nats.ts';
import { fromCaller } from './from-caller.ts';

/** A failure that is told in one line: a wrong argument, a service that is not there. */
export class CommandError extends Error {}

const Services = z.object({
  nats: z.string(),
  redis: z.string(),
  clickhouse: z.string(),
  /** What the service gave to `apply`, by name, as the environment has it. */
  settings: z.record(z.string(), z.string()).default({}),
});
const Running = z.object({ upstream: z.string().nullable() });

const usualFolders = ['.data/live', '.data/demo'].map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)));
const connectTimeoutMs = 5_000;

/**
 * `dataDir` as given on the command line, or undefined: then NATS_URL decides, and where that is not set
 * either, a service that `npm start` or `npm run demo` runs on its usual folder.
 */
export function serviceConfig(dataDir: string | undefined, environment: NodeJS.ProcessEnv = process.env): Config {
  const isNamed = dataDir !== undefined || (environment['NATS_URL'] ?? '') !== '';
  const folder = dataDir !== undefined ? fromCaller(dataDir) : isNamed ? undefined : usualFolders.find((path) => existsSync(join(path, 'run.json')));
  if (folder === undefined) return readConfig(environment);
  const { settings, urls } = servicesOf(folder);
  return readConfig({ ...settings, ...environment, ...urls });
}

function servicesOf(folder: string): { readonly settings: Record<string, string>; readonly urls: Record<string, string> } {
  const path = join(folder, 'services.json');
  if (!existsSync(path)) throw new CommandError(`${folder}: no service was started on this folder (it holds no services.json)`);
  const { nats, redis, clickhouse, settings } = Services.parse(JSON.parse(readFileSync(path, 'utf8')));
  return { settings, urls: { NATS_URL: nats, REDIS_URL: redis, CLICKHOUSE_URL: clickhouse, ...upstreamOf(folder) } };
}

/** The demo's own EDGAR, while it runs. */
function upstreamOf(folder: string): Record<string, string> {
  const path = join(folder, 'run.json');
  const upstream = existsSync(path) ? (Running.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data?.upstream ?? null) : null;
  return upstream === null ? {} : { EDGAR_URL: upstream, EARNINGS_DATES_URL: upstream, OUTBOUND_ALLOWED_ORIGINS: upstream };
}

/** Calls `work` with a connection to NATS, and closes it; a server that does not answer is a CommandError. */
export async function withBus<T>(config: Config, name: string, work: (bus: Bus) => Promise<T>): Promise<T> {
  const opening = openBus(config, name, pino({ level: 'silent' }));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const servers = config.NATS_URL.map((url) => url.replace(/\/\/[^@/]*@/, '//')).join(', ');
    const advice = 'start the service, name its folder with --data-dir, or set NATS_URL';
    timer = setTimeout(() => reject(new CommandError(`no NATS server answers at ${servers}: ${advice}`)), connectTimeoutMs);
  });
  const bus = await Promise.race([opening, late]).finally(() => clearTimeout(timer));
  try {
    return await work(bus);
  } finally {
    await bus.close();
  }
}

/** Ends the process with the exit code of a command: 0, or 1 after one line on stderr. */
export async function runCommand(work: () => Promise<void>, isExpected: (error: unknown) => boolean = () => false): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    const isPlain = error instanceof CommandError || error instanceof ControlPlaneError || isExpected(error);
    process.stderr.write(`${isPlain ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
    process.exit(1);
  }
}
