/** Starts a process that keeps the worker's output open, writes its id to PIDS_FILE, and passes without ending it. */
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('passes', () => {
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  const path = process.env['PIDS_FILE']!;
  // The rename makes the file appear whole.
  writeFileSync(`${path}.new`, JSON.stringify({ left: left.pid }));
  renameSync(`${path}.new`, path);
  expect(left.pid).toBeDefined();
});
