/** Starts a server process with its own port and folder, and ensures that it ends with the test run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort as freePortOn } from '#ops/process/free-port.ts';
import { endingWithUs } from './children.ts';

/** Returns a port that no outgoing connection and no other server will take meanwhile. */
export const freePort = (): Promise<number> => freePortOn('127.0.0.1');

/** Returns the full path of a program on the PATH or in Debian's folders for servers. */
export function programPath(name: string): string {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not installed: run the suite with \`npm test\`, which installs it`);
  return found;
}

export async function waitForPort(port: number, timeoutMs = 120_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('close', () => socket.destroy());
      socket.once('connect', () => socket.end());
    });
    if (isOpen) return;
    if (performance.now() > deadline) throw new Error(`nothing listens on port ${port} after ${timeoutMs} ms`);
    await sleep(20);
  }
}

export interface RunningServer {
  readonly port: number;
  readonly dataDir: string;
  readonly pid: () => number;
  /** Sends SIGKILL and waits for the end. */
  readonly kill: () => Promise<void>;
  /** Restarts the server on the same port and folder, killed or not. */
  readonly restart: () => Promise<void>;
  /** Sends SIGTERM, waits for the end and removes the folder. */
  readonly stop: () => Promise<void>;
}

/** Starts a server and resolves when its port is open; `command` returns program and arguments for a port and a folder. */
export async function startServer(command: (port: number, dataDir: string) => readonly [string, readonly string[]]): Promise<RunningServer> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'tickerwire-test-'));
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const [program, args] = command(port, dataDir);
    const started = endingWithUs(spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] }));
    let errors = '';
    started.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4_000);
    });
    const exited = new Promise<never>((_, reject) => {
      started.once('error', reject);
      started.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${errors}`)));
    });
    exited.catch(() => undefined);
    await Promise.race([waitForPort(port), exited]);
    return started;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  return {
    port,
    dataDir,
    pid: () => child.pid!,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL');
      child = await start();
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
