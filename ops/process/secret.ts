/** Passwords in files that only their owner can read. */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Returns 256 random bits in hex, which needs no escaping in a URL, a configuration file or an environment. */
export const makePassword = (): string => randomBytes(32).toString('hex');

/** Compares in constant time, whatever the lengths. */
export function isSamePassword(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/**
 * Returns the text in the file `path`. Without the file, creates it with mode 0600 and the text that `make` returns. Two processes that do
 * so at once get the same text. An existing file is made private first.
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
