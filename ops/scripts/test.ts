/**
 * `npm test -- [vitest's arguments]`: runs the suite and ends with one line, `N passed, N failed[, N skipped]`.
 * A file that cannot be loaded and an error outside a test count as failed. `--chaos` runs the long chaos test.
 */
import { parseCLI, startVitest, type Reporter, type TestModule } from 'vitest/node';
import { stopSignals, type StopSignal } from '../runtime/stop-signals.ts';
import { invocationOf } from './command-line.ts';
import { summaryOf } from './commands.ts';
import { rejectWhenStopped, scratchEndMs, useScratch } from './scratch.ts';
import { runCommand } from './service-config.ts';

const chaosTest = 'test/chaos/long.test.ts';

const usage = (isChaos: boolean): string =>
  isChaos
    ? `${invocationOf('test:chaos')}\n\n${summaryOf('test:chaos')}\n\n  CHAOS_KILLS=N         how many kills (default 60; 0: none)\n  CHAOS_POWER_LOSSES=N  how many times NATS is killed and its store put back (default 12)\n  CHAOS_FULL_DISKS=N    how many times a store's disk is full (default 6; needs the right to mount)\n  CHAOS_SEED=N          which parts, and when (default: as the clock has it)\n`
    : `${invocationOf('test')} -- [FILTER...] [options]\n\n${summaryOf('test')}\n\n` +
      "  FILTER  test files whose path holds one of these words (default: all)\n  vitest's own options are taken too, such as -t PATTERN, --bail N, --reporter NAME\n";

const counts = { passed: 0, failed: 0, skipped: 0 };

function count(module: TestModule): void {
  if (module.errors().length > 0 || (module.state() === 'failed' && module.children.size === 0)) counts.failed += 1;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    counts[state === 'pending' ? 'failed' : state] += 1;
  }
}

/** vitest leaves a millisecond after such a signal; ours waits for the services that tests have started. */
function keepOnly(own: ReadonlyMap<StopSignal, readonly unknown[]>): void {
  for (const [name, listeners] of own) for (const listener of process.listeners(name)) if (!listeners.includes(listener)) process.off(name, listener);
}

const ownListeners = new Map<StopSignal, readonly unknown[]>();

const closing: Reporter = {
  onInit: () => keepOnly(ownListeners),
  onTestRunEnd: (modules, errors) => {
    modules.forEach(count);
    counts.failed += errors.length;
  },
};

const run = async (stopping: AbortSignal): Promise<void> => {
  const words = process.argv.slice(2);
  const isChaos = words[0] === '--chaos';
  const own = isChaos ? words.slice(1) : words;
  if (own.includes('--help') || own.includes('-h')) return void process.stdout.write(usage(isChaos));
  const { filter, options } = parseCLI(['vitest', 'run', ...own]);
  for (const name of stopSignals) ownListeners.set(name, process.listeners(name));
  const scratch = useScratch();
  const stopped = rejectWhenStopped(stopping);
  try {
    const vitest = await Promise.race([startVitest('test', filter, optionsOf(options, isChaos)), stopped]);
    await Promise.race([vitest.close(), stopped]);
  } finally {
    await scratch.end();
  }
  const { passed, failed, skipped } = counts;
  if (passed + failed + skipped === 0) process.stderr.write('no test was run\n');
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`);
  process.exit(failed > 0 || passed + skipped === 0 ? 1 : Number(process.exitCode ?? 0));
};

type VitestOptions = ReturnType<typeof parseCLI>['options'];

const optionsOf = (
  { reporter, ...options }: VitestOptions & { readonly reporter?: string | readonly string[] },
  isChaos: boolean,
): VitestOptions => ({
  ...options,
  run: true,
  watch: false,
  // The configuration of the suite leaves the long test out, and a list there can only be added to.
  ...(isChaos ? { config: false as const, include: [chaosTest] } : { config: options.config ?? 'test/vitest.config.ts' }),
  // What was asked for, or the default with a line a file, and then ours.
  reporters: [...[options.reporters ?? reporter ?? 'default'].flat(), closing] as NonNullable<VitestOptions['reporters']>,
});

await runCommand(run, undefined, scratchEndMs);
