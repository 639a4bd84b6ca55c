import { existsSync, rmSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test, beforeEach } from 'vitest';
import { makeFolder, keepWriting } from '#ops/up/data-folder.ts';
import { writeWhole } from '#ops/up/stored-file.ts';
import { mayMount } from '#test/support/may-mount.ts';
import { until } from '#test/support/until.ts';
import { scratchFolder } from '#test/support/scratch.ts';

function scratch(): string {
  const folder = scratchFolder(onTestFinished);
  return folder;
}

test('parent folders are made too, for the owner only; an existing folder stays', () => {
  const folder = join(scratch(), 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.runIf(existsSync('/proc/self'))('a folder that cannot be made is named at once', () => {
  expect(() => makeFolder('/proc/tickerwire/data/log')).toThrow(
    /--data-dir: the folder \/proc\/tickerwire\/data\/log cannot be created \(ENOENT.*\): choose another one/,
  );
  const file = join(scratch(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'log'))).toThrow(/cannot be created \(ENOTDIR/);
});

let dir: string;
beforeEach(() => {
  dir = scratchFolder(onTestFinished);
});

test.skipIf(!mayMount())('a full disk is reported once, and the newest text is written when there is room', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir]);
  try {
    const filling = join(dir, 'filling');
    expect(() => writeFileSync(filling, Buffer.alloc(100_000))).toThrow('ENOSPC');
    const reports: string[] = [];
    let attempts = 0;
    let text = 'first';
    const save = keepWriting(
      () => {
        attempts += 1;
        writeWhole(join(dir, 'processes.json'), text);
      },
      (report) => reports.push(report),
      20,
    );
    save();
    text = 'second';
    save();
    await until('several attempts', () => attempts >= 4);
    expect(reports).toEqual([expect.stringContaining('ENOSPC')]);
    rmSync(filling);
    await until('the recovery', () => reports.length === 2);
    expect(readFileSync(join(dir, 'processes.json'), 'utf8')).toBe('second\n');
  } finally {
    execFileSync('umount', [dir]);
  }
});
