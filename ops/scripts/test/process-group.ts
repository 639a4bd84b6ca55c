/**
 * A script of ours and all that it starts, as a process group that can be ended as one: its workers may be killed at any
 * moment without ending what they have started themselves.
 */
import { spawn } from 'node:child_process';

export interface ProcessGroup {
  /** The script's exit code; others of the group may still run. */
  readonly exited: Promise<number>;
  /** To all that are left of it. */
  readonly signal: (name: NodeJS.Signals) => void;
}

/** The script's stdin stays open for as long as this process lives: when it ends, the script ends the group itself. */
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
        // Nobody is left.
      }
    },
  };
}
