import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = new URL('..', import.meta.url).pathname;
/** Separate commands run these. */
const longTests = ['test/chaos/long.test.ts', 'test/endurance/long.test.ts', 'test/api/clients/published/wrappers.test.ts'];

/** Text in files that measure their process or change what exists once per process. */
const needsOwnProcess = /cpuTime|memoryUsage|process\.env\S* =|\bvi\./;

/** Loading the tested code takes longer than most tests: the other files of a folder share processes, one after another. */
const isShared = (file: string): boolean => !needsOwnProcess.test(readFileSync(join(root, file), 'utf8'));

/** Folders whose tests load much that the others do not need. */
const largeFolders = ['api', 'ops'];
const projectOf = (file: string): string => largeFolders.find((folder) => file.startsWith(`test/${folder}/`)) ?? 'others';

/** Files that take a minute or more, the longest first: most start whole services. */
const longFiles = [
  'chaos/short',
  'flow/radar',
  'flow/demo',
  'ops/up/start',
  'api/clients/pollers',
  'api/feed/poller-generations',
  'api/account/browser',
  'ops/up/ctrl-c',
  'flow/calendar',
  'flow/traces',
  'api/feed/add-revisions',
  'api/hostile',
  'api/radar/paging',
  'clickhouse/feed-pages',
  'clickhouse/revision',
  'ops/scripts/backfill',
  'ops/scripts/help',
  'ops/up/watch-nats',
  'pipeline/radar/two-producers',
].map((name) => join(root, `test/${name}.test.ts`));

/** Spreads the long files over the others, the longest first, so that few run at once and none is left alone at the end. */
function spreadLong(sorted: readonly TestSpecification[]): TestSpecification[] {
  const [long = [], others = []] = [true, false].map((isLong) => sorted.filter(({ moduleId }) => longFiles.includes(moduleId) === isLong));
  long.sort((left, right) => longFiles.indexOf(left.moduleId) - longFiles.indexOf(right.moduleId));
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
const limits = { testTimeout: 300_000, hookTimeout: 300_000, retry: 0 };

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
      ...Object.entries(Object.groupBy(files.filter(isShared), projectOf)).map(([name, include]) => ({
        plugins,
        test: { ...limits, root, name, include, isolate: false },
      })),
    ],
  },
});
