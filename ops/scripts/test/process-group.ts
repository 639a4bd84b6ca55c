/** Runs a script as a process group, so that it can be ended with all processes that it started, also those whose parents have ended. */
import { spawn } from 'node:child_process';

export interface ProcessGroup {
  /** The script's exit code. Other processes of the group may still run. */
  readonly exited: Promise<number>;
  readonly signal: (name: NodeJS.Signals) => void;
}

/** Starts the script. Its stdin is open as long as this process lives; when it closes, the script ends the group itself. */
export function startGroup(script: string, args: readonly string[]): ProcessGroup {
  const child = spawn(process.execPath, [script, ...args], { detached: true, stdio: ['pipe', 'inherit', 'inherit'] });
  const { promise: exited, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject);
  child.once('exit', (code) => resolve(code ?? 1));
  child.stdin?.on('error', () => undefined);
  return {
    exited,
    signal: (name) => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, name);
      } catch {
        // No process is left.
      }
    },
  };
}
