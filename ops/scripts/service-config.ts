/** Finds the service for an operator's command, connects to its servers, and ends the process with the right exit code. */
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { ClickHouseError } from '@clickhouse/client';
import { z } from 'zod';
import { openStore, shownAddress, storeAddress, type Store } from '#clickhouse/store.ts';
import { ConfigError, readConfig, type Config } from '#schemas/config.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { AccountError } from '../accounts/account-entries.ts';
import { openBus, shownServers, type Bus } from '../nats/nats.ts';
import { onStopSignal } from '../process/stop-signals.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { readRunFile } from '../up/run-file.ts';
import { upstreamAddresses } from '../up/upstream-addresses.ts';
import { closedPipeCode, onClosedPipe } from './closed-pipe.ts';
import { fromCaller } from './from-caller.ts';

/** A failure that is reported as one line, such as a wrong argument or a missing service. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

const Services = z.object({
  nats: z.string(),
  redis: z.string(),
  clickhouse: z.string(),
  /** An operator's users and passwords, by setting. */
  logins: z.record(z.string(), z.string()).default({}),
  /** The settings that the service was started with and commands must share, by environment variable. */
  settings: z.record(z.string(), z.string()).default({}),
});

const usualFolders = ['.data/live', '.data/demo'].map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)));
const connectTimeoutMs = 5_000;
const advice = 'start the service, name its folder with --data-dir, or set';

/**
 * Returns the settings of the service on `dataDir`. Without a folder they are those of a service that runs on a usual folder, or of the
 * environment when it has NATS_URL or no service runs. Throws a CommandError when no service was started on the folder.
 */
export function serviceConfig(dataDir: string | undefined, environment: NodeJS.ProcessEnv = process.env): Config {
  const running = environment['NATS_URL'] ? undefined : usualFolders.find((path) => existsSync(join(path, 'run.json')));
  const folder = dataDir === undefined ? running : fromCaller(dataDir);
  if (folder === undefined) return readConfig(environment);
  const { nats, redis, clickhouse, logins, settings } = servicesOf(folder);
  const run = readRunFile(folder);
  // While a demo runs, commands use its local upstream.
  const sources = run?.upstream ? { ...upstreamAddresses(run.upstream), SOURCES_FILE: join(folder, 'sources.json') } : {};
  const urls: Record<string, string> = { NATS_URL: nats, REDIS_URL: redis, CLICKHOUSE_URL: clickhouse, ...logins, ...sources };
  const origins = [settings, environment, urls].flatMap(({ OUTBOUND_ALLOWED_ORIGINS: allowed }) => allowed || []);
  return readConfig({
    ...(run !== null && { API_PUBLIC_URL: run.api }),
    ...settings,
    ...environment,
    ...urls,
    // Commands may fetch from every origin that the service may, the demo's upstream included.
    OUTBOUND_ALLOWED_ORIGINS: [...new Set(origins)].join(),
  });
}

function servicesOf(folder: string): z.infer<typeof Services> {
  try {
    return Services.parse(JSON.parse(readFileSync(join(folder, 'services.json'), 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`${folder}: no service was started on this folder (it has no services.json)`);
    throw new CommandError(
      code === undefined
        ? `${folder}: services.json is damaged: restart the service, which writes it again`
        : `${folder}: services.json cannot be read (${code}): run this as the user who started the service`,
    );
  }
}

/** Calls `work` with a connection to NATS, and closes it. Throws a CommandError when the server does not answer. */
export async function withBus<T>(config: Config, name: string, work: (bus: Bus) => Promise<T>): Promise<T> {
  const opening = openBus(config, name, pino({ level: 'silent' }));
  const silent = (): Error => new CommandError(`no NATS server answers at ${shownServers(config)}: ${advice} NATS_URL`);
  const bus = await withTimeout(connectTimeoutMs, opening, silent);
  try {
    return await work(bus);
  } finally {
    await bus.close();
  }
}

/** Calls `work` with a connection to ClickHouse, and closes it. Throws a CommandError when the server does not answer or refuses a query. */
export async function withStore<T>(
  config: Config,
  limits: { readonly requestTimeoutMs: number; readonly maxConnections: number },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = openStore({ ...storeAddress(config), ...limits });
  try {
    if (!(await withTimeout(connectTimeoutMs, store.ping()).catch(() => false)))
      throw new CommandError(`no ClickHouse answers at ${shownAddress(config.CLICKHOUSE_URL)}: ${advice} CLICKHOUSE_URL`);
    return await work(store);
  } catch (error) {
    if (!(error instanceof ClickHouseError)) throw error;
    throw new CommandError(`ClickHouse at ${shownAddress(config.CLICKHOUSE_URL)} refuses: ${error.message.split('\n', 1)[0]}`);
  } finally {
    await store.close();
  }
}

/** Errors whose message tells an operator what to do. All others are printed with their stack. */
export const plainErrors = [CommandError, ConfigError, ControlPlaneError, AccountError] as const;

/**
 * Runs a command and ends the process: with 0; with 1 or the error's own code after one line on stderr; with 128 plus the signal's number
 * after a stop signal; silently after a closed pipe. A command that observes `stopping` has `graceMs` to end.
 */
export async function runCommand(work: (stopping: AbortSignal) => Promise<void>, graceMs = 0): Promise<never> {
  const stopping = new AbortController();
  let stopCode: number | null = null;
  const leave = (text: string, code: number): never => {
    if (text !== '' && code !== closedPipeCode) process.stderr.write(`${text}\n`);
    process.exit(code);
  };
  const stop = (code: number): void => {
    if (stopCode !== null) return;
    stopCode = code;
    // With no grace the process still ends in a later turn, so that work which ends in this turn can print its own last line.
    setTimeout(() => leave('stopped', code), graceMs);
    // The work is abandoned, and fails when its connections close.
    for (const trouble of ['uncaughtException', 'unhandledRejection']) process.on(trouble, () => undefined);
    stopping.abort(new CommandError('stopped'));
  };
  onStopSignal((signal) => stop(128 + constants.signals[signal]));
  onClosedPipe(() => stop(closedPipeCode));
  try {
    await work(stopping.signal);
    process.exit(0);
  } catch (error) {
    const isPlain = plainErrors.some((kind) => error instanceof kind);
    const text = isPlain ? (error as Error).message : ((error as Error).stack ?? String(error));
    return leave(text, stopCode ?? (error instanceof CommandError ? error.exitCode : 1));
  }
}
