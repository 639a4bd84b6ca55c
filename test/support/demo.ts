/** Starts the whole service as a user does: `ops/up.ts demo` in its own process and folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endingWithUs } from './children.ts';
import { until } from './until.ts';

export interface RunFile {
  readonly api: string;
  readonly mcp: string;
  readonly ops: string;
  readonly upstream: string;
  readonly keys: { readonly free: string; readonly basic: string; readonly pro: string };
  readonly pids: Readonly<Record<string, number | null>>;
}

export interface Demo {
  readonly dir: string;
  /** Returns the present run file, because process ids change with every restart. */
  readonly run: () => RunFile;
  /** Internal ports, by part. */
  readonly ports: () => Readonly<Record<string, number>>;
  readonly output: () => string;
  /** Sends Ctrl-C; resolves with the exit code. The folder is kept. */
  readonly stop: () => Promise<number | null>;
  /** Starts again on the same folder. */
  readonly restart: () => Promise<void>;
  /** Stops the supervisor with SIGSTOP: a part that ends is not restarted until `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly remove: () => Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface DemoSurroundings {
  /** Called with the folder before the service starts. */
  readonly prepare?: (dir: string) => Promise<void>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs `npm start` instead, with the caller's upstream and settings with its address and those of the stores. */
  readonly live?: { readonly upstream: string; readonly environment: Readonly<Record<string, string>> };
}

export async function startDemo(
  options: readonly string[],
  { prepare = async () => undefined, environment = {}, live }: DemoSurroundings = {},
): Promise<Demo> {
  const dir = await mkdtemp(join(tmpdir(), 'tickerwire-demo-'));
  await prepare(dir);
  const runPath = join(dir, 'run.json');
  const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
  // History would add rows of documents that the tests do not count.
  const isPlain = live === undefined && !options.some((word) => word === '--history-days' || word === '--upstream');
  const words = isPlain ? [...options, '--history-days', '0'] : options;
  let output = '';
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const command = ['ops/up.ts', live === undefined ? 'demo' : 'start', '--data-dir', dir, '--port', '0', ...words];
    const env = { ...process.env, ...environment, ...live?.environment };
    const process_ = endingWithUs(spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }));
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    process_.stdout.on('data', keep);
    process_.stderr.on('data', keep);
    await until('the demo to be ready', () => {
      if (process_.exitCode !== null) throw new Error(`the demo ended with ${process_.exitCode}: ${output}`);
      return existsSync(runPath);
    });
    return process_;
  }

  const stop = async (): Promise<number | null> => {
    if (child.exitCode !== null) return child.exitCode;
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    return gone;
  };
  return {
    dir,
    run: () => ({ ...read<RunFile>(runPath), ...(live !== undefined && { upstream: live.upstream }) }),
    ports: () => read<Record<string, number>>(join(dir, 'ports.json')),
    output: () => output,
    stop,
    restart: async () => {
      await stop();
      child = await start();
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
