/** Starts supervisors over a folder of stand-ins, as processes that a test can kill. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '#test/support/until.ts';

export interface Run {
  readonly api: string;
  readonly mcp: string;
  readonly ops: string;
  readonly upstream: string | null;
  readonly keys: Record<string, string>;
  /** Process ids by part; null: not run here. */
  readonly pids: Record<string, number>;
}
export interface Supervised {
  readonly child: ChildProcess;
  readonly output: () => string;
}

const program = fileURLToPath(new URL('supervise.ts', import.meta.url));

export function supervise(
  root: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  nodeOptions: readonly string[] = [],
): Supervised {
  let output = '';
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [...nodeOptions, program, root, ...words], { stdio: ['ignore', 'pipe', 'pipe'], env });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

export function readRun(dir: string): Run | null {
  const path = join(dir, 'run.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Run) : null;
}

/** Waits for the supervisor's run.json; one left by a killed supervisor does not count. */
export async function running({ child, output }: Supervised, dir: string, before: Run | null = null): Promise<Run> {
  return until(`run.json in ${dir}`, () => {
    if (child.exitCode !== null) throw new Error(`the supervisor ended with ${child.exitCode}: ${output()}`);
    const run = readRun(dir);
    return run?.pids['nats'] === before?.pids['nats'] ? null : run;
  });
}
