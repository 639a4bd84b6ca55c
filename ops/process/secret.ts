/** Passwords of a data folder: random, stored in files that only their owner can read, compared in constant time. */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Returns 256 bits, in characters that need no escape in a URL, a configuration file or an environment. */
export const makePassword = (): string => randomBytes(32).toString('hex');

/** Compares in the same time for any input, also of another length. */
export function isSamePassword(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/**
 * Returns the text in `path`; without such a file, writes what `make` returns with mode 0600. Two processes that do so at once both get the
 * same text. A file that others could read is made private first.
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
