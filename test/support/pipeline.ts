/** Starts `pipeline/main.ts` in its own process, with its output. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endingWithUs } from './children.ts';
import { until } from './until.ts';

export interface PipelineChild {
  readonly pid: number;
  /** Returns the operations port once the process reports that it has started. */
  readonly ops: () => Promise<string>;
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number | null>;
  readonly errors: () => string;
  /** The lines of its log so far. */
  readonly log: () => readonly Readonly<Record<string, unknown>>[];
  readonly stop: () => Promise<number | null>;
  /** Sends SIGKILL. */
  readonly kill: () => void;
}

const program = fileURLToPath(new URL('../../pipeline/main.ts', import.meta.url));

export function spawnPipeline(env: Readonly<Record<string, string>>): PipelineChild {
  const child = endingWithUs(
    spawn(process.execPath, [program], { env: { ...process.env, OPS_PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = (): Record<string, unknown>[] =>
    output.split('\n').flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Record<string, unknown>] : []));
  return {
    pid: child.pid!,
    ops: () =>
      until('the pipeline to start', () => {
        if (child.exitCode !== null) throw new Error(`the pipeline ended with ${child.exitCode}: ${errors}`);
        return lines().find(({ ready }) => ready === true)?.['ops'] as string | undefined;
      }),
    ended,
    errors: () => errors,
    log: lines,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

export interface Ready {
  readonly status: number;
  readonly checks: Readonly<Record<string, string>>;
  readonly degraded: Readonly<Record<string, string>>;
}

export async function readyOf(ops: string): Promise<Ready> {
  const response = await fetch(`${ops}/ready`, { signal: AbortSignal.timeout(60_000) });
  return { status: response.status, ...((await response.json()) as Omit<Ready, 'status'>) };
}
