/** A command in a terminal of its own, as a person runs it: keys reach the whole foreground group, npm and its children. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ctrlC = '\u0003';

/** script(1) of util-linux, which runs a command in a pseudo-terminal; null where there is none. Other systems' script differs. */
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
  /** Closes the window: the terminal is gone at once. */
  readonly close: () => void;
  /** Resolves with the command's exit code once it has ended. */
  readonly exited: Promise<number | null>;
}

const open = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of open) child.kill('SIGKILL');
});

/** Runs one shell command in the repository's folder. It replaces the shell: a waiting dash would die of Ctrl-C itself, with 130. */
export function openTerminal(command: string, environment: NodeJS.ProcessEnv = {}): Terminal {
  if (scriptPath === null) throw new Error('there is no script(1)');
  const child = spawn(scriptPath, ['--quiet', '--flush', '--return', '--command', `exec ${command}`, '/dev/null'], {
    cwd: root,
    // Without INIT_CWD and other variables of an npm that runs this test.
    env: { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/.test(name))), ...environment, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  open.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.on('error', () => undefined);
  return {
    output: () => output,
    pressCtrlC: () => void child.stdin.write(ctrlC),
    close: () => void child.kill('SIGKILL'),
    exited: new Promise((resolve) =>
      child.once('close', (code) => {
        open.delete(child);
        resolve(code);
      }),
    ),
  };
}
