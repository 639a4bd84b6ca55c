/** Runs programs as processes of a test. */
import { spawn, type ChildProcess } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs a program to its end and returns its output. */
export function runProgram(
  command: string,
  args: readonly string[],
  { input = '', ...where }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...where, stdio: ['pipe', 'pipe', 'pipe'] });
    // A program that does not read may have ended before the write.
    child.stdin.on('error', () => undefined).end(input);
    let [out, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.once('close', (code) => resolve({ code, out, errors }));
  });
}

/** Sends a signal to a child that still runs, and returns its exit code once it has ended. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return gone;
}
