/** Settings for an operator's command: those of the service on a data folder, else those of the environment. */
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { z } from 'zod';
import { readConfig, type Config } from '#schemas/config.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { openBus, type Bus } from '../nats/nats.ts';
import { onStopSignal } from '../process/stop-signals.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { upstreamAddresses } from '../up/upstream-addresses.ts';
import { closedPipeCode, onClosedPipe } from './closed-pipe.ts';
import { fromCaller } from './from-caller.ts';

/** A failure that is reported in one line: a wrong argument, a missing service. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

const Services = z.object({
  nats: z.string(),
  redis: z.string(),
  clickhouse: z.string(),
  /** Users and passwords of an operator, by setting. */
  logins: z.record(z.string(), z.string()).default({}),
  /** Settings that the service passed to `apply`, by environment variable. */
  settings: z.record(z.string(), z.string()).default({}),
});
const Running = z.object({ upstream: z.string().nullable(), api: z.string().optional() });

const usualFolders = ['.data/live', '.data/demo'].map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)));
const connectTimeoutMs = 5_000;

/**
 * Returns the settings. `dataDir` is the command line's, or undefined: then NATS_URL decides, and without that a service that `npm start`
 * or `npm run demo` runs on its usual folder.
 */
export function serviceConfig(dataDir: string | undefined, environment: NodeJS.ProcessEnv = process.env): Config {
  const isNamed = dataDir !== undefined || (environment['NATS_URL'] ?? '') !== '';
  const folder = dataDir !== undefined ? fromCaller(dataDir) : isNamed ? undefined : usualFolders.find((path) => existsSync(join(path, 'run.json')));
  if (folder === undefined) return readConfig(environment);
  const { settings, urls } = servicesOf(folder);
  const { api } = runningOn(folder) ?? {};
  const origins = [settings, environment, urls].flatMap(({ OUTBOUND_ALLOWED_ORIGINS: allowed }) => allowed || []);
  return readConfig({
    ...(api !== undefined && { API_PUBLIC_URL: api }),
    ...settings,
    ...environment,
    ...urls,
    // Everything that the service may reach, its own upstream included, so that a webhook to which it can deliver may be added.
    OUTBOUND_ALLOWED_ORIGINS: [...new Set(origins)].join(),
  });
}

function servicesOf(folder: string): { readonly settings: Record<string, string>; readonly urls: Record<string, string> } {
  const path = join(folder, 'services.json');
  if (!existsSync(path)) throw new CommandError(`${folder}: no service was started on this folder (it has no services.json)`);
  const { nats, redis, clickhouse, logins, settings } = Services.parse(JSON.parse(readFileSync(path, 'utf8')));
  return { settings, urls: { NATS_URL: nats, REDIS_URL: redis, CLICKHOUSE_URL: clickhouse, ...logins, ...upstreamOf(folder) } };
}

/** Returns the demo's own sources while it runs. */
function upstreamOf(folder: string): Record<string, string> {
  const upstream = runningOn(folder)?.upstream ?? null;
  return upstream === null ? {} : { ...upstreamAddresses(upstream) };
}

/** Returns undefined when nothing runs there. */
function runningOn(folder: string): z.infer<typeof Running> | undefined {
  const path = join(folder, 'run.json');
  return existsSync(path) ? Running.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data : undefined;
}

/** Calls `work` with a connection to NATS, and closes it; a server that does not answer is a CommandError. */
export async function withBus<T>(config: Config, name: string, work: (bus: Bus) => Promise<T>): Promise<T> {
  const opening = openBus(config, name, pino({ level: 'silent' }));
  const bus = await withTimeout(connectTimeoutMs, opening, () => {
    const servers = config.NATS_URL.map((url) => url.replace(/\/\/[^@/]*@/, '//')).join(', ');
    const advice = 'start the service, name its folder with --data-dir, or set NATS_URL';
    return new CommandError(`no NATS server answers at ${servers}: ${advice}`);
  });
  try {
    return await work(bus);
  } finally {
    await bus.close();
  }
}

/**
 * Runs a command and ends the process with its exit code: 0; 1, or a CommandError's code, after one line on stderr; 128 plus the signal's
 * number after a stop signal, or silently after a closed pipe. `graceMs` is the time in which a command that observes `stopping` may end by
 * itself.
 */
export async function runCommand(
  work: (stopping: AbortSignal) => Promise<void>,
  isExpected: (error: unknown) => boolean = () => false,
  graceMs = 0,
): Promise<never> {
  const stopping = new AbortController();
  let stopCode: number | null = null;
  const leave = (text: string, code: number): never => {
    if (text !== '' && code !== closedPipeCode) process.stderr.write(`${text}\n`);
    process.exit(code);
  };
  const stop = (code: number): void => {
    if (stopCode !== null) return;
    stopCode = code;
    // Work that is about to end may still do so in the same turn, and print its own last line.
    setTimeout(() => leave('stopped', code), graceMs);
    // Abandoned work fails when its connections close.
    for (const trouble of ['uncaughtException', 'unhandledRejection']) process.on(trouble, () => undefined);
    stopping.abort(new CommandError('stopped'));
  };
  onStopSignal((signal) => stop(128 + constants.signals[signal]));
  onClosedPipe(() => stop(closedPipeCode));
  try {
    await work(stopping.signal);
    process.exit(0);
  } catch (error) {
    const isPlain = error instanceof CommandError || error instanceof ControlPlaneError || isExpected(error);
    const text = isPlain ? (error as Error).message : ((error as Error).stack ?? String(error));
    return leave(text, stopCode ?? (error instanceof CommandError ? error.exitCode : 1));
  }
}
