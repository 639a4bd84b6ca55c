/** Removes a folder while others remove parts of it. `rmSync` with `force` returns early when a file has vanished, so it is repeated. */
import { existsSync, rmSync } from 'node:fs';

const attemptsMax = 10;

/** Removes the folder. Throws errors of `rmSync` such as EACCES; a missing folder is no error. */
export function removeFolder(dir: string): void {
  for (let attempt = 0; attempt < attemptsMax && existsSync(dir); attempt += 1)
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
