/** `npm run check`: types, lint, format, unused code and import rules. Prints which checks fail and exits with 1 when one does. */
import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runPlain } from './command-line.ts';
import { CommandError } from './service-config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const checks: readonly (readonly [name: string, ...command: readonly string[]])[] = [
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
  // Modules for browsers have the types of the DOM instead of Node's.
  ['dashboard', 'node_modules/typescript/bin/tsc', '-p', 'pipeline/dashboard/page'],
  ['desk', 'node_modules/typescript/bin/tsc', '-p', 'api/radar/desk/page'],
  ['lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--format', 'unix'],
  ['format', 'node_modules/oxfmt/bin/oxfmt', '--check'],
  ['unused', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['architecture', 'ops/scripts/test.ts', 'test/architecture.test.ts'],
];

/** Runs the program to its end. `passed` means that it exited with 0; `output` has stdout and stderr in the order of arrival. */
function execute(
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

await runPlain('check', async (stopping) => {
  const failed: string[] = [];
  for (const [name, ...command] of checks) {
    const startedAtMs = performance.now();
    const { passed, output } = await execute(process.execPath, command, { cwd: root, signal: stopping });
    process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(14)}${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s\n`);
    if (passed) continue;
    failed.push(name);
    process.stdout.write(`${output.trimEnd()}\n`);
  }
  if (failed.length > 0)
    throw new CommandError(`check failed: ${failed.join(', ')}${failed.includes('format') ? ' (npm run format fixes the format)' : ''}`);
});
