/** Runs `npm run inspect` in the process of the test. Its exit code and terminal output are tested in a process of its own. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from '#ops/scripts/inspect.ts';
import { CommandError } from '#ops/scripts/service-config.ts';
import type { Ended } from '#test/support/run-program.ts';

/** Removed with the temporary folder of the run; files of one worker share this module. */
export const dir = mkdtempSync(join(tmpdir(), 'tickerwire-test-'));

export function put(name: string, content: string | Buffer): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

const apple = [320193, 'Apple Inc.', 'AAPL', 'Nasdaq'];
/** A list that has Apple alone. */
export const symbolsFile = put('symbols.json', JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data: [apple] }));

export async function inspectHere(args: readonly string[]): Promise<Ended> {
  let [out, errors] = ['', ''];
  let code = 0;
  await inspect(args, { write: async (text) => void (out += text), tell: (text) => (errors += text) }).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    errors += error.message;
    code = error.exitCode;
  });
  return { code, out, errors };
}
