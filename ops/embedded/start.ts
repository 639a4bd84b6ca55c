/** Starts the embedded ClickHouse as a separate process and waits until it is ready. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { keepSecretFile, makePassword } from '../process/secret.ts';

export interface EmbeddedProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly sessions?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const program = fileURLToPath(new URL('clickhouse.ts', import.meta.url));
const readyWithinMs = 30_000;

/** Starts the process, which also ends when this process does. Throws when it ends or is not ready in time. */
export async function startEmbedded({ dataDir, port, sessions = 4, env = {} }: EmbeddedOptions): Promise<EmbeddedProcess> {
  mkdirSync(dataDir, { recursive: true });
  const credentials = { CLICKHOUSE_USER: 'default', CLICKHOUSE_PASSWORD: keepSecretFile(join(dataDir, 'password'), makePassword), ...env };
  const args = [program, '--data-dir', dataDir, '--port', String(port), '--sessions', String(sessions)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...credentials } });
  const killChild = (): void => void child.kill('SIGKILL');
  process.once('exit', killChild);
  child.once('exit', () => process.removeListener('exit', killChild));
  return { child, url: await readyUrl(child), user: credentials.CLICKHOUSE_USER, password: credentials.CLICKHOUSE_PASSWORD };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((ready, failed) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`the embedded ClickHouse was not ready within ${readyWithinMs / 1_000} s`));
    }, readyWithinMs);
    child.once('error', failed);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      failed(new Error(`the embedded ClickHouse ended before it was ready (${code ?? signal})`));
    });
    if (child.stdout === null) return;
    createInterface(child.stdout).once('line', (line) => {
      clearTimeout(timer);
      ready((JSON.parse(line) as { url: string }).url);
    });
  });
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await exited;
}
