/** Serves recorded batches of GDELT from `gdelt/`, under the timestamp at the beginning of their file names. */
import { join } from 'node:path';
import type { GdeltShelf } from '../gdelt/files.ts';
import { readRecorded, recordedFiles } from './files.ts';

export function folderGdelt(root: string): GdeltShelf {
  const files = new Map<string, string>();
  for (const { name, path } of recordedFiles(join(root, 'gdelt'))) {
    const batch = /^(\d{14})\.gkg\b.*\.csv$/.exec(name)?.[1];
    if (batch !== undefined) files.set(batch, path);
  }
  const newest = [...files.keys()].sort().at(-1) ?? null;
  return {
    newest: () => newest,
    rows: (batch) => {
      const path = files.get(batch);
      return path === undefined ? null : readRecorded(path);
    },
  };
}
