import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;
/** Separate commands run these. */
const longTests = ['test/chaos/long.test.ts', 'test/endurance/long.test.ts', 'test/api/clients/published/wrappers.test.ts'];

/** Text in files that start servers or processes, measure their process, or change what exists once per process. */
const needsOwnProcess =
  /node:(?:child_process|worker_threads|http|https|net|cluster|test)|cpuTime|\bprocess\.(?!cwd|env\b)|process\.env\S* =|globalThis|\bvi\.|start(?:Upstream|Refine|Embedded)\b/;

/** Returns true when neither a file nor its relative and #test imports need a process of their own. */
function isShared(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  if (needsOwnProcess.test(text)) return false;
  const imported = [...text.matchAll(/from '(?:#(test\/[^']+)|(\.[^']+))'/g)].map(([, named, beside]) => named ?? join(dirname(file), beside!));
  return imported.filter((path) => path.endsWith('.ts')).every(isShared);
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
    // One more than two cores need: a file that starts servers waits a third of its time.
    maxWorkers: 3,
    projects: [
      { plugins, test: { ...limits, root, name: 'own process', include: files.filter((file) => !isShared(file)), isolate: true } },
      // Loading the tested code takes longer than testing it.
      { plugins, test: { ...limits, root, name: 'shared process', include: files.filter(isShared), isolate: false } },
    ],
  },
});
