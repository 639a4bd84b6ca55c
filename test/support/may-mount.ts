/** Checks whether this user may mount a small file system, which a test of a full disk needs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function mayMount(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'tickerwire-mount-'));
  try {
    mountSmall(probe, '64k');
    execFileSync('umount', [probe]);
    return true;
  } catch {
    process.stderr.write('skipped: this user may not mount a small file system\n');
    return false;
  } finally {
    rmdirSync(probe);
  }
}

export const mountSmall = (folder: string, size: string): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
