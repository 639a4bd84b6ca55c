/** The examples of a client's README, and how they are run against a service. */
import { spawn } from 'node:child_process';

/** Blocks of this language, in order. */
export const examplesIn = (readme: string, language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1]!);

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const timeoutMs = 60_000;

/** `isEndless`: it runs until Ctrl-C, which it gets once it has printed something. */
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
      // Pressed once: an example that waits for it once is ended by a second one, as a process without a handler is.
      if (isEndless && stdout === '') child.kill('SIGINT');
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
