/** `run.json` in the data folder has what a program needs to use the running service. The file exists only while the service runs. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { planNames } from '#schemas/vocabulary.ts';
import { writeWhole } from './stored-file.ts';

const RunFile = z.object({
  api: z.string(),
  mcp: z.string(),
  ops: z.string(),
  upstream: z.string().nullable(),
  keys: z.record(z.enum(planNames), z.string()),
});
export type RunFile = z.infer<typeof RunFile>;

const pathOf = (dir: string): string => join(dir, 'run.json');

export function writeRunFile(dir: string, run: RunFile, pids: Readonly<Record<string, number | null>>): void {
  writeWhole(pathOf(dir), JSON.stringify({ ...run, pids }, null, 2));
}

/** Returns the contents, or null when no service runs on the folder. Throws when the file cannot be read or parsed. */
export function readRunFile(dir: string): RunFile | null {
  try {
    return RunFile.parse(JSON.parse(readFileSync(pathOf(dir), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export const removeRunFile = (dir: string): void => rmSync(pathOf(dir), { force: true });
