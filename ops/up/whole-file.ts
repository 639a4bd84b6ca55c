/** Replaces files of a data folder atomically; only their owner can read them, because they contain keys and passwords. */
import { renameSync, writeFileSync } from 'node:fs';

/** Writes by rename, so that readers see a whole file. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, `${text}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
