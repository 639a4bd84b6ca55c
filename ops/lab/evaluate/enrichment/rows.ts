/**
 * Reads a labelled set, a file of JSON lines that may be gzipped (`.gz`). Returns null when the file is absent, and throws on a line that
 * is not JSON.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRecorded } from '../../upstream/folder/files.ts';

export function readRows<T>(folder: string, file: string): T[] | null {
  for (const name of [file, `${file}.gz`]) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    return readRecorded(path)
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as T);
  }
  return null;
}
