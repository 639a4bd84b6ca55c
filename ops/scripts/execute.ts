/** Runs a program to its end and keeps what it prints. */
import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

export interface Executed {
  readonly passed: boolean;
  /** The text of stdout and stderr, as it came. */
  readonly output: string;
}

/** Never rejects: `passed` is false when the program cannot be run, is ended by a signal or exits with another code than 0. */
export function execute(program: string, args: readonly string[], options: SpawnOptionsWithoutStdio = {}): Promise<Executed> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, env: { ...process.env, NO_COLOR: '1', ...options.env } });
    child.stdin.end();
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => resolve({ passed: false, output: `${program} cannot be run: ${error.message}` }));
    child.once('close', (code, signal) => resolve({ passed: code === 0, output: signal === null ? output : `${output}\nended by ${signal}` }));
  });
}

/** Timeout of one command, with its download at the first call. */
const timeoutMs = 600_000;

/** Runs a command of npm packages that the project does not depend on: npm fetches exact versions at the first call and caches them. */
export function npmExec(packages: readonly string[], command: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Executed> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const args = ['exec', '--yes', ...packages.map((name) => `--package=${name}`), '--', ...command];
  return execute('npm', args, { cwd, timeout: timeoutMs, env: { PATH: path, ...env } });
}
