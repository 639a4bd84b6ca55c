/**
 * Runs the suite in its own process: `run-suite.ts [--chaos|--endurance|--wrappers] [vitest's arguments]`. Its last line is `N passed, N
 * failed[, N skipped]`; files that cannot be loaded and errors outside tests count as failed. The process leads a process group, which it
 * ends when its stdin closes.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCLI, startVitest, type Reporter, type TestModule } from 'vitest/node';
import { closedPipeCode, onClosedPipe } from '../closed-pipe.ts';

const longTests: ReadonlyMap<string, string> = new Map([
  ['--chaos', 'test/chaos/long.test.ts'],
  ['--endurance', 'test/endurance/long.test.ts'],
  ['--wrappers', 'test/api/clients/published/wrappers.test.ts'],
]);

const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

function fail(what: string): void {
  counts.failed += 1;
  failures.push(what);
}

function count(module: TestModule): void {
  if (module.errors().length > 0 || (module.state() === 'failed' && module.children.size === 0)) fail(module.relativeModuleId);
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed' || state === 'skipped') counts[state] += 1;
    else fail(`${module.relativeModuleId} > ${test.fullName}`);
  }
}

const { promise: allTested, resolve: endTests } = Promise.withResolvers<void>();

const counting: Reporter = {
  onTestRunEnd: (modules, errors) => {
    modules.forEach(count);
    for (const { message } of errors) fail(`outside a test: ${message.split('\n')[0]}`);
    if (failures.length > 0) process.stdout.write(`\n${failures.map((what) => `failed: ${what}\n`).join('')}`);
    endTests();
  },
};

/** vitest waits for all processes that share a worker's output streams, and failed tests may leave some. Tests of this file set less. */
const workersEndMs = Number(process.env['WORKERS_END_MS'] ?? 30_000);
async function workersLeft(): Promise<void> {
  await allTested;
  await sleep(workersEndMs);
  counts.failed += 1;
  process.stdout.write(`failed: processes that tests started still ran ${workersEndMs / 1_000} s after the last test\n`);
}

type VitestOptions = ReturnType<typeof parseCLI>['options'];

const optionsOf = (
  { reporter, ...options }: VitestOptions & { readonly reporter?: string | readonly string[] },
  longTest: string | undefined,
): VitestOptions => ({
  ...options,
  run: true,
  watch: false,
  // The suite's configuration excludes the long tests, and options could only add to its list.
  ...(longTest !== undefined ? { config: false as const, include: [longTest] } : { config: options.config ?? 'test/vitest.config.ts' }),
  // The own reporter comes first, so that failures are listed before their details.
  reporters: [counting, ...[options.reporters ?? reporter ?? 'default'].flat()] as NonNullable<VitestOptions['reporters']>,
});

onClosedPipe(() => process.exit(closedPipeCode));
// SIGTERM lets services that tests started stop their own parts, which are in other groups.
process.stdin.once('end', () => process.kill(0, 'SIGTERM')).resume();

// Tests start hundreds of processes. Without the cache, half of each start is spent on stripping types and compiling.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'compile-cache');

const words = process.argv.slice(2);
const longTest = longTests.get(words[0] ?? '');
const { filter, options } = parseCLI(['vitest', 'run', ...(longTest === undefined ? words : words.slice(1))]);
const run = startVitest('test', filter, optionsOf(options, longTest)).then((vitest) => vitest.close());
await Promise.race([run, workersLeft()]);
const { passed, failed, skipped } = counts;
if (passed + failed + skipped === 0) process.stderr.write('no test was run\n');
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`);
process.exit(failed > 0 || passed + skipped === 0 ? 1 : Number(process.exitCode ?? 0));
