/** Passwords of a data folder: made from the system's random numbers, kept in files that only their owner reads, compared in constant time. */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** 256 bits, in characters that need no escape in an address, a configuration file or an environment. */
export const makePassword = (): string => randomBytes(32).toString('hex');

/** Takes the same time whatever is given, also for another length. */
export function isSamePassword(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/**
 * The text that `path` keeps, or, where there is no such file, what `make` returns, written with mode 0600. Of two
 * processes that make it at once both get the same. A file that others could read is closed to them first.
 */
export function keepSecretFile(path: string, make: () => string): string {
  const kept = readSecret(path);
  if (kept !== null) return kept;
  const unfinished = `${path}.${process.pid}.${randomUUID()}.new`;
  writeFileSync(unfinished, make(), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function readSecret(path: string): string | null {
  try {
    chmodSync(path, 0o600);
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
