/**
 * Removes a folder while somebody else may be removing a part of it: of a file that is gone once its turn comes, `rmSync` with
 * `force` thinks that the whole folder is gone, and returns with the rest left.
 */
import { existsSync, rmSync } from 'node:fs';

const attemptsMax = 10;

/** Throws what `rmSync` throws, such as EACCES; a missing folder is not an error. */
export function removeFolder(dir: string): void {
  for (let attempt = 0; attempt < attemptsMax && existsSync(dir); attempt += 1)
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
