/**
 * Resolves paths given on a command line: npm runs a script in the repository's folder and gives the caller's in
 * INIT_CWD.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Where the command was typed. */
export const callerFolder = (): string => {
  const { npm_lifecycle_event: script, INIT_CWD: called } = process.env;
  return script !== undefined && called !== undefined && process.cwd() === root && existsSync(called) ? called : process.cwd();
};

/** `path` made absolute from there. */
export const fromCaller = (path: string): string => resolve(callerFolder(), path);
