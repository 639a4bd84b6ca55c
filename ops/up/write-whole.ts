/** Writes a file of a data folder, which only its owner can read, because it may contain keys and passwords. */
import { renameSync, writeFileSync } from 'node:fs';

/** Writes by rename, so that readers see a whole file. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, `${text}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
