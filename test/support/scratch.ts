import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a folder that is removed after the last test of the file, or after one test where `onTestFinished` is given. */
export function scratchFolder(after: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'tickerwire-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
