import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepWriting } from '#ops/up/keep-writing.ts';
import { writeWhole } from '#ops/up/whole-file.ts';
import { mayMount } from '#test/support/may-mount.ts';
import { until } from '#test/support/until.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tickerwire-full-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test.skipIf(!mayMount())('a full disk is reported once and outlasted; what was to be written is there when it has room again', async () => {
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
