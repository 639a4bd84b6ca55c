/** Makes a folder and its missing parents. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../scripts/command-line.ts';

/**
 * Makes the folders one by one: in a file system that answers ENOENT, as /proc does, Node's recursive mkdir never ends. Throws a UsageError
 * that names the folder.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let above = path; !existsSync(above); above = dirname(above)) missing.unshift(above);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new UsageError(`--data-dir: the folder ${folder} cannot be created (${(error as Error).message.split(',')[0]}): choose another one`);
    }
  }
}
