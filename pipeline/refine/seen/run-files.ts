/**
 * Chooses where sorted files of the seen-set are stored: in a folder that survives restarts, or in unlinked temporary
 * files.
 */
import { randomUUID } from 'node:crypto';
import { openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunFiles {
  /** A new file, open to read and write. */
  readonly create: (name: string) => number;
  /** One that was made before, open to read. */
  readonly open: (name: string) => number;
}

export const filesIn = (folder: string): RunFiles => ({
  create: (name) => openSync(join(folder, name), 'w+', 0o600),
  open: (name) => openSync(join(folder, name), 'r'),
});

/** A file's name goes as soon as the file is open, and the file with the process, however that ends. */
export const filesWithoutName: RunFiles = {
  create: (name) => {
    const path = join(tmpdir(), `tickerwire-${randomUUID()}-${name}`);
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return file;
  },
  open: (name) => {
    throw new Error(`${name}: files without a name cannot be opened again`);
  },
};
