/** `run.json` in the data folder: what a program needs to use a running service. It exists only while the service runs. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanName } from '#schemas/vocabulary.ts';
import { partNames, type PartName } from './parts.ts';
import { writeWhole } from './whole-file.ts';

export interface RunFile {
  readonly api: string;
  /** The tool server for agents. */
  readonly mcp: string;
  readonly ops: string;
  readonly upstream: string | null;
  readonly keys: Readonly<Record<PlanName, string>>;
}

/** Writes the file by rename, so that readers see a whole file; only its owner can read it, because it contains keys. */
export function writeRunFile(dir: string, run: RunFile, pidOf: (name: PartName) => number | null): void {
  const pids = Object.fromEntries(partNames.map((name) => [name, pidOf(name)]));
  writeWhole(join(dir, 'run.json'), JSON.stringify({ ...run, pids }, null, 2));
}

export const removeRunFile = (dir: string): void => rmSync(join(dir, 'run.json'), { force: true });
