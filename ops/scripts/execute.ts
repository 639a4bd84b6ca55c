/** Runs a program to its end and keeps what it prints. */
import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';

export interface Executed {
  readonly passed: boolean;
  /** The text of stdout and stderr, as it came. */
  readonly output: string;
}

/** Never rejects: `passed` is false when the program cannot be run, is ended by a signal or exits with another code than 0. */
export function execute(program: string, args: readonly string[], options: SpawnOptionsWithoutStdio = {}): Promise<Executed> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, env: { ...process.env, NO_COLOR: '1' } });
    child.stdin.end();
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => resolve({ passed: false, output: `${program} cannot be run: ${error.message}` }));
    child.once('close', (code, signal) => resolve({ passed: code === 0, output: signal === null ? output : `${output}\nended by ${signal}` }));
  });
}
