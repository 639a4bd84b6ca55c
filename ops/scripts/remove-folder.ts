/**
 * Removes a folder while another process may be removing parts of it. When a file is gone at its turn, `rmSync` with `force` assumes that
 * the whole folder is gone, and returns with the rest left.
 */
import { existsSync, rmSync } from 'node:fs';

const attemptsMax = 10;

/** Throws what `rmSync` throws, such as EACCES; a missing folder is not an error. */
export function removeFolder(dir: string): void {
  for (let attempt = 0; attempt < attemptsMax && existsSync(dir); attempt += 1)
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
