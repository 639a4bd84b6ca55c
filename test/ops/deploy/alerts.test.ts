/** Alert rules: their metrics are registered and their runbooks exist; promtool tries them where it is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'ops/deploy/prometheus');
const rules = readFileSync(join(folder, 'alerts.yaml'), 'utf8');
const all = (pattern: RegExp): string[] => [...rules.matchAll(pattern)].map(([, found]) => found!);

test('ask for metrics that the service has', () => {
  const source = globSync('{api,pipeline,ops}/**/*.ts', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  // Some names are built from a prefix and a suffix.
  const isRegistered = (name: string): boolean =>
    source.includes(`'${name}'`) || (name.startsWith('tickerwire_edgar_') && source.includes(`'${name.slice('tickerwire_edgar_'.length)}'`));
  const asked = [...new Set(all(/\b((?:tickerwire|api)_[a-z_]+)\b/g))];
  expect(asked.length).toBeGreaterThan(12);
  expect(asked.filter((name) => !isRegistered(name))).toEqual([]);
});

test('have a name, a severity, a summary and a runbook each', () => {
  const names = all(/- alert: (\w+)/g);
  expect(new Set(names).size).toBe(names.length);
  expect(all(/severity: (page|warn) /g)).toHaveLength(names.length);
  expect(all(/summary: ['"](.+)['"]/g)).toHaveLength(names.length);
  const runbooks = all(/runbook: (\S+)/g);
  expect(runbooks).toHaveLength(names.length);
  expect(runbooks.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  // A runbook without an alert would never be found.
  expect(globSync('ops/runbooks/*.md', { cwd: root }).filter((path) => !runbooks.includes(path))).toEqual([]);
});

// Debian's package prometheus has it.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
test.skipIf(!hasPromtool)('are what Prometheus understands, and fire when they should', () => {
  expect(execFileSync('promtool', ['check', 'rules', 'alerts.yaml'], { cwd: folder, encoding: 'utf8' })).toContain('SUCCESS');
  expect(execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml', 'slow-alerts.test.yaml'], { cwd: folder, encoding: 'utf8' })).toContain(
    'SUCCESS',
  );
});
