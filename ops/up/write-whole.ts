/** Writes a file of a data folder so that only its owner can read it, because it may contain keys and passwords. */
import { renameSync, writeFileSync } from 'node:fs';

/** Writes a temporary file and renames it, so that readers never see part of the text. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, `${text}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
