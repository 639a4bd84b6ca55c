/** Runs a command in its own terminal, like a person: keys reach the whole foreground group, npm and its children. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endingWithUs } from './children.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ctrlC = '\u0003';

/** script(1) of util-linux, which runs a command in a pseudo-terminal; null if there is none. The script of other systems differs. */
export const scriptPath: string | null =
  process.platform === 'linux'
    ? ((process.env.PATH ?? '')
        .split(':')
        .map((folder) => join(folder, 'script'))
        .find((path) => existsSync(path)) ?? null)
    : null;

export interface Terminal {
  /** The output so far. */
  readonly output: () => string;
  readonly pressCtrlC: () => void;
  /** Closes the window, so that the terminal disappears at once. */
  readonly close: () => void;
  /** Resolves with the exit code when the command has ended. */
  readonly exited: Promise<number | null>;
}

/** Runs one shell command in the repository's folder. It replaces the shell, because a waiting dash would itself end with 130 at Ctrl-C. */
export function openTerminal(command: string, environment: NodeJS.ProcessEnv = {}): Terminal {
  if (scriptPath === null) throw new Error('there is no script(1)');
  // The environment has no INIT_CWD and other variables of an npm that runs this test.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/.test(name)));
  const env = { ...own, ...environment, TERM: 'xterm' };
  const words = ['--quiet', '--flush', '--return', '--command', `exec ${command}`, '/dev/null'];
  const child = endingWithUs(spawn(scriptPath, words, { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] }));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.on('error', () => undefined);
  return {
    output: () => output,
    pressCtrlC: () => void child.stdin.write(ctrlC),
    close: () => void child.kill('SIGKILL'),
    exited: new Promise((resolve) => child.once('close', resolve)),
  };
}
