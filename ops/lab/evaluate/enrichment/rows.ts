/**
 * Reads a labelled set of JSON lines, plain or gzipped (`.gz`), from a folder; returns null when the file is absent. Throws on a line that
 * is not JSON.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export function readRows<T>(folder: string, file: string): T[] | null {
  for (const name of [file, `${file}.gz`]) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as T);
  }
  return null;
}
