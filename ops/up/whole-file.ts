/** Files of a data folder that are replaced, never half written; for their owner only, since they hold keys and passwords. */
import { renameSync, writeFileSync } from 'node:fs';

/** Written by rename, so that a reader sees a whole file. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, `${text}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
