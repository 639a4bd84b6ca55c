import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#ops/up/make-folder.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tickerwire-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('folders above are made too, for the owner alone; one that is there stays', () => {
  const folder = join(scratch(), 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.runIf(existsSync('/proc/self'))('where none can be made the folder is named, at once', () => {
  expect(() => makeFolder('/proc/tickerwire/data/log')).toThrow(
    /--data-dir: the folder \/proc\/tickerwire cannot be created \(ENOENT.*\): choose another one/,
  );
  const file = join(scratch(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'log'))).toThrow(/cannot be created \(ENOTDIR/);
});
