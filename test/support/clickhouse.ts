/** Starts the embedded ClickHouse as a process of its own, on a free port and a folder of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, startEmbedded } from '#ops/embedded/start.ts';

export interface ClickHouseProcess {
  /** The URL with user and password, as a store or client takes it; it stays the same over `restart`. */
  readonly url: string;
  /** The URL without user and password, for plain requests. */
  readonly address: string;
  readonly user: string;
  readonly password: string;
  readonly pid: () => number;
  readonly dataDir: string;
  /** Sends SIGTERM, waits for the end and removes the folder. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL and waits for the end; the folder stays as it is. */
  readonly kill: () => Promise<void>;
  /** Starts again on the same folder and port; stops a running process first. */
  readonly restart: () => Promise<void>;
}

export async function startClickHouse(
  options: { readonly sessions?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ClickHouseProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clickhouse-'));
  const start = (port: number) => startEmbedded({ dataDir, port, sessions: options.sessions ?? 2, env: { LOG_LEVEL: 'warn', ...options.env } });
  let { child, url, user, password } = await start(0);
  const address = url;
  return {
    url: Object.assign(new URL(address), { username: user, password }).href.replace(/\/$/, ''),
    address,
    user,
    password,
    pid: () => child.pid!,
    dataDir,
    stop: async () => {
      await endProcess(child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
    kill: () => endProcess(child, 'SIGKILL'),
    restart: async () => {
      await endProcess(child, 'SIGTERM');
      ({ child } = await start(Number(new URL(address).port)));
    },
  };
}
