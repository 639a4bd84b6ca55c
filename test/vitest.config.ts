import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = new URL('..', import.meta.url).pathname;
/** Separate commands run these. */
const longTests = ['test/chaos/long.test.ts', 'test/endurance/long.test.ts', 'test/api/clients/published/wrappers.test.ts'];

/** Text in files that measure their process or change what exists once per process. */
const needsOwnProcess = /cpuTime|memoryUsage|process\.(?:on|once|emit|exit|argv|std\w+)\b|process\.env\S* =|globalThis|\bvi\./;

/** Loading the tested code takes longer than most tests: the other files of a folder share processes, one after another. */
const isShared = (file: string): boolean => !needsOwnProcess.test(readFileSync(join(root, file), 'utf8'));

/** The longest wait that a file's tests allow themselves: `timeout: 600_000`. */
const longestWaitMs = (file: string): number =>
  Math.max(0, ...[...readFileSync(file, 'utf8').matchAll(/\b\d{3}_000\b/g)].map(([text]) => Number(text.replace('_', ''))));
const longMs = 120_000;

/** Spreads the files that start whole services over the others, the longest first, so that few run at once and none is left alone at the end. */
function spreadLong(sorted: readonly TestSpecification[]): TestSpecification[] {
  const waits = new Map(sorted.map((spec) => [spec, longestWaitMs(spec.moduleId)]));
  const long = sorted.filter((spec) => waits.get(spec)! >= longMs).toSorted((left, right) => waits.get(right)! - waits.get(left)!);
  const others = sorted.filter((spec) => waits.get(spec)! < longMs);
  const everyOthers = Math.ceil((0.85 * others.length) / Math.max(1, long.length));
  const spread: TestSpecification[] = [];
  for (const [at, spec] of others.entries()) {
    if (at % everyOthers === 0) spread.push(...long.splice(0, 1));
    spread.push(spec);
  }
  return [...spread, ...long];
}

/** Runs one project after the other: a process ends as soon as the next file is another project's. */
class ByProject extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specs);
    return Object.values(Object.groupBy(sorted, ({ project }) => project.name)).flatMap((ofProject) => spreadLong(ofProject!));
  }
}

const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) => !longTests.includes(file));

/** Limits against hanging tests. They say nothing about speed, since a machine may be busy. */
const limits = { testTimeout: 90_000, hookTimeout: 120_000, retry: 0 };

const property = join(root, 'test/support/property.ts');

/** Gives tests that import fast-check the one whose seed is set; other tests do not load it. */
const seededProperties: Plugin = {
  name: 'seeded properties',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'fast-check' && importer !== property ? property : undefined),
};
const plugins = [seededProperties];

export default defineConfig({
  test: {
    root,
    // Twice what two cores need: a file that starts servers waits half of its time.
    maxWorkers: 4,
    sequence: { sequencer: ByProject },
    projects: [
      { plugins, test: { ...limits, root, name: 'own process', include: files.filter((file) => !isShared(file)), isolate: true } },
      ...Object.entries(Object.groupBy(files.filter(isShared), (file) => file.split('/')[1]!)).map(([name, include]) => ({
        plugins,
        test: { ...limits, root, name, include, isolate: false },
      })),
    ],
  },
});
