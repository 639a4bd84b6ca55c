/** Runs a command of the project to its end, as npm does, and returns its output. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

export function runScript(script: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}, input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, NATS_URL: '', ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A command that does not read may have ended before the write.
    child.stdin.on('error', () => undefined).end(input);
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('close', (code) => resolve({ code, out, errors }));
  });
}
