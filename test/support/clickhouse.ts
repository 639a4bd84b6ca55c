/**
 * Starts the embedded ClickHouse in a separate process with its own port and folder. A start takes longer than most tests, so a
 * stopped engine without databases serves the next caller in this process.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, startEmbedded } from '#ops/embedded/start.ts';
import { freePort } from './process.ts';

export interface ClickHouseProcess {
  /** The URL with user and password; a restart does not change it. */
  readonly url: string;
  /** The URL without user and password, for plain requests. */
  readonly address: string;
  readonly user: string;
  readonly password: string;
  readonly pid: () => number;
  readonly dataDir: string;
  /** Drops all databases and keeps the engine for the next caller; an engine that was killed or has other settings is stopped. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL and waits for the end; the folder is unchanged. */
  readonly kill: () => Promise<void>;
  /** Starts again on the same folder and port; stops a running process first. */
  readonly restart: () => Promise<void>;
}

const free: ClickHouseProcess[] = [];

// Vitest ends its processes by SIGTERM, which by default ends no child.
process.once('SIGTERM', () => process.exit(143));

export async function startClickHouse(
  options: { readonly sessions?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ClickHouseProcess> {
  const isCommon = Object.keys(options).length === 0;
  return (isCommon ? free.pop() : undefined) ?? startOwn(options, isCommon);
}

type Options = NonNullable<Parameters<typeof startClickHouse>[0]>;

async function startOwn(options: Options, isCommon: boolean): Promise<ClickHouseProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clickhouse-'));
  const start = (port: number) => startEmbedded({ dataDir, port, sessions: options.sessions ?? 2, env: { LOG_LEVEL: 'warn', ...options.env } });
  let { child, url, user, password } = await start(await freePort());
  const address = url;
  const statement = async (text: string): Promise<string> => {
    const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password };
    const response = await fetch(address, { method: 'POST', body: text, headers, signal: AbortSignal.timeout(20_000) });
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  };
  const empty = async (): Promise<void> => {
    const names = async (text: string): Promise<string[]> =>
      (await statement(text))
        .split('\n')
        .filter(Boolean)
        .map((name) => name.replaceAll('`', '\\`'));
    for (const name of await names("SELECT name FROM system.databases WHERE lower(name) NOT IN ('system', 'information_schema', 'default')"))
      await statement(`DROP DATABASE \`${name}\` SYNC`);
    for (const name of await names("SELECT name FROM system.tables WHERE database = 'default'"))
      await statement(`DROP TABLE default.\`${name}\` SYNC`);
  };
  const engine: ClickHouseProcess = {
    url: Object.assign(new URL(address), { username: user, password }).href.replace(/\/$/, ''),
    address,
    user,
    password,
    pid: () => child.pid!,
    dataDir,
    stop: async () => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isCommon && isRunning) {
        await empty();
        free.push(engine);
        return;
      }
      await endProcess(child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
    kill: () => endProcess(child, 'SIGKILL'),
    restart: async () => {
      await endProcess(child, 'SIGTERM');
      ({ child } = await start(Number(new URL(address).port)));
    },
  };
  return engine;
}
