/** `npm run check`: types, lint, format, unused code and import rules. Prints which checks fail and exits with 1 when one does. */
import { fileURLToPath } from 'node:url';
import { runPlain } from './command-line.ts';
import { execute } from './execute.ts';
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
