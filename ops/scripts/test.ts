/**
 * `npm test -- [vitest's arguments]`: runs the suite and ends with one line, `N passed, N failed[, N skipped]`.
 * A file that cannot be loaded and an error outside a test count as failed. `--chaos` runs the long chaos test.
 */
import { parseCLI, startVitest, type Reporter, type TestModule } from 'vitest/node';

const chaosTest = 'test/chaos/long.test.ts';
const words = process.argv.slice(2);
const isChaos = words[0] === '--chaos';
const { filter, options } = parseCLI(['vitest', 'run', ...(isChaos ? words.slice(1) : words)]);

const counts = { passed: 0, failed: 0, skipped: 0 };

function count(module: TestModule): void {
  if (module.errors().length > 0 || (module.state() === 'failed' && module.children.size === 0)) counts.failed += 1;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    counts[state === 'pending' ? 'failed' : state] += 1;
  }
}

const closing: Reporter = {
  onTestRunEnd: (modules, errors) => {
    modules.forEach(count);
    counts.failed += errors.length;
  },
};

const vitest = await startVitest('test', filter, {
  ...options,
  run: true,
  watch: false,
  // The configuration of the suite leaves the long test out, and a list there can only be added to.
  ...(isChaos ? { config: false as const, include: [chaosTest] } : { config: options.config ?? 'test/vitest.config.ts' }),
  // What was asked for, or the default with a line a file, and then ours.
  reporters: [...[options.reporters ?? 'default'].flat(), closing] as NonNullable<typeof options.reporters>,
});
await vitest.close();
const { passed, failed, skipped } = counts;
if (passed + failed + skipped === 0) process.stderr.write('no test was run\n');
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`);
process.exit(failed > 0 || passed + skipped === 0 ? 1 : Number(process.exitCode ?? 0));
