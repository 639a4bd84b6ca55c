/** Runs a command of npm packages that the project does not depend on: npm fetches exact versions at the first call and caches them. */
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

export interface Executed {
  readonly passed: boolean;
  readonly output: string;
}

/** Timeout of one command, with its download at the first call. */
const timeoutMs = 600_000;

export function npmExec(
  packages: readonly string[],
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Executed> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['exec', '--yes', ...packages.map((name) => `--package=${name}`), '--', ...command], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`, NO_COLOR: '1', ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => resolve({ passed: false, output: `npm cannot be run: ${error.message}` }));
    child.once('close', (code, signal) => {
      const end = signal === null ? '' : `\nended by ${signal}; it has ${timeoutMs / 60_000} minutes`;
      resolve({ passed: code === 0, output: `${output}${end}` });
    });
  });
}
