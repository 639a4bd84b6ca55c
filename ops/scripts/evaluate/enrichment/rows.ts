/** The rows of a labelled set: JSON lines, plain or `.gz`, of a folder in; parsed rows out, null where the file is absent. */
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
