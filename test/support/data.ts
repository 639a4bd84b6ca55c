/** The folder of real documents that may stand beside the repository; tests that need it skip where it is absent. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Path of `../shared/data/<name>`, or null where there is no such folder. */
export function dataDir(name: string): string | null {
  const path = `${root}${name}`;
  return existsSync(path) ? path : null;
}
