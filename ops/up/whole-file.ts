/** Files of a data folder that are replaced, never half written; for their owner only, since they hold keys and passwords. */
import { renameSync, writeFileSync } from 'node:fs';

/** Whoever reads it sees the whole text of one moment. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, `${text}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
