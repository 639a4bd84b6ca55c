/** Starts pollers and stream readers that use the clients, each in its own process, which can be killed and restarted. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endingWithUs } from './children.ts';

/** The folder of the Python client, for PYTHONPATH. */
export const pythonPath = fileURLToPath(new URL('../../api/clients/python', import.meta.url));
const program = (name: string): string => fileURLToPath(new URL(`client-pollers/${name}`, import.meta.url));

export interface Interpreter {
  readonly path: string;
  /** Environment variables for its programs. */
  readonly env: Readonly<Record<string, string>>;
}

/** Returns Python 3.10 or later; null if the machine has none. */
export function findPython(): Interpreter | null {
  try {
    const check = 'import sys; sys.exit(sys.version_info < (3, 10))';
    execFileSync('python3', ['-c', check], { stdio: 'ignore', timeout: 30_000 });
    return { path: 'python3', env: { PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: '1' } };
  } catch {
    return null;
  }
}

export const noPython = 'python3 (3.10 or later) is missing: the tests of the Python client are skipped';

export type ClientKind = 'typescript' | 'python' | 'asyncio' | 'typescript-stream' | 'python-stream' | 'asyncio-stream';

/** Returns the kinds that can run here. */
export const clientKinds = (): ClientKind[] => {
  const polling = findPython() === null ? (['typescript'] as const) : (['typescript', 'python', 'asyncio'] as const);
  return polling.flatMap((kind) => [kind, `${kind}-stream` as const]);
};

export interface ClientPoller {
  /** The uids handled so far, in order. */
  readonly uids: () => string[];
  readonly troubles: () => string;
  /** Sends SIGKILL and starts the poller again. */
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM; returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

export function startClientPoller(kind: ClientKind, { url, key }: { readonly url: string; readonly key: string }): ClientPoller {
  const folder = mkdtempSync(join(tmpdir(), `tickerwire-poller-${kind}-`));
  const python = kind.startsWith('typescript') ? null : findPython();
  const command = python === null ? process.execPath : python.path;
  const words = [program(python === null ? 'poller.ts' : 'poller.py'), url, key, folder, kind];
  let troubles = '';
  let child = start();

  function start(): ChildProcess {
    const started = endingWithUs(spawn(command, words, { env: { ...process.env, ...python?.env }, stdio: ['ignore', 'ignore', 'pipe'] }));
    started.stderr.on('data', (chunk: Buffer) => (troubles = (troubles + chunk.toString()).slice(-10_000)));
    return started;
  }
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    return ((await exited) as [number | null])[0];
  };
  const path = join(folder, 'uids');
  let last: string[] | null = null;
  const uids = (): string[] => last ?? (existsSync(path) ? readFileSync(path, 'latin1').split('\n').slice(0, -1) : []);
  return {
    uids,
    troubles: () => troubles,
    kill: async () => {
      await end('SIGKILL');
      child = start();
    },
    stop: async () => {
      const code = await end('SIGTERM');
      last ??= uids();
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
