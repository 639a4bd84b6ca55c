/** Runs a command of the project to its end, as npm does, and returns its output. */
import { fileURLToPath } from 'node:url';
import { runProgram, type Ended } from '#test/support/run-program.ts';

const cwd = fileURLToPath(new URL('../../..', import.meta.url));

export const runScript = (script: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}, input = ''): Promise<Ended> =>
  runProgram(process.execPath, [script, ...args], { cwd, env: { ...process.env, NATS_URL: '', ...environment }, input });
