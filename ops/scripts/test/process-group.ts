/** Runs a script as a process group, so that it can be ended with all processes that it started, also those whose parents have ended. */
import { spawn } from 'node:child_process';
import { signalQuietly } from '../../process/signal-quietly.ts';

/**
 * Starts the script. `exited` is its exit code; other processes of the group may still run, and `signal` reaches all of them. The script's
 * stdin is open as long as this process lives; when it closes, the script ends the group itself.
 */
export function startGroup(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { detached: true, stdio: ['pipe', 'inherit', 'inherit'] });
  const { promise: exited, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject);
  child.once('exit', (code) => resolve(code ?? 1));
  child.stdin?.on('error', () => undefined);
  return {
    exited,
    signal: (name: NodeJS.Signals): void => {
      if (child.pid !== undefined) signalQuietly(-child.pid, name);
    },
  };
}
