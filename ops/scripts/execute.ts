/** Runs a program and collects its output. */
import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';

/** Runs the program to its end. `passed` means that it exited with 0; `output` has stdout and stderr in the order of arrival. */
export function execute(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): Promise<{ readonly passed: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, env: { ...process.env, NO_COLOR: '1' } });
    child.stdin.end();
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.once('error', (error) => resolve({ passed: false, output: `${program} cannot be run: ${error.message}` }));
    child.once('close', (code, signal) => resolve({ passed: code === 0, output: signal === null ? output : `${output}\nended by ${signal}` }));
  });
}
