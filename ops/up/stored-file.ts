/** Files of a data folder. Only their owner can read them, because they may contain keys and passwords. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';

/** Writes a temporary file and renames it, so that readers never see part of the text. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, `${text}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** Returns the JSON in a file, or null when the file cannot be read or `schema` refuses its contents. */
export function readStored<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
