/** Finds the examples in a client's README and runs them against a service. */
import { spawn } from 'node:child_process';

/** Returns the code blocks of a language, in order. */
export const examplesIn = (readme: string, language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1]!);

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const timeoutMs = 60_000;

/** Runs a command to its end. An endless command gets Ctrl-C after its first output. */
export function run(
  command: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>>; readonly isEndless?: boolean },
): Promise<Ran> {
  const [program, ...words] = command;
  const { cwd, env = {}, isEndless = false } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      // It is sent once, because a second SIGINT would kill an example that handles only the first.
      if (isEndless && stdout === '') child.kill('SIGINT');
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
