/** Resolves paths of a command line. npm runs scripts in the repository's folder and passes the caller's folder in INIT_CWD. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export const callerFolder = (): string => {
  const { npm_lifecycle_event: script, INIT_CWD: called } = process.env;
  return script !== undefined && called !== undefined && process.cwd() === root && existsSync(called) ? called : process.cwd();
};

export const fromCaller = (path: string): string => resolve(callerFolder(), path);
