/**
 * Proofs that take minutes, and what they were proven of: `proven.json` has of each the digest of all that it depends on. While that
 * stands the proof is skipped; a change of the code, of the proof itself or of a dependency makes it run again.
 * `RECORD_PROVEN=1 npm test -- time-budget` runs all of them and records those that passed.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recordPath = fileURLToPath(new URL('proven.json', import.meta.url));
const always = ['package-lock.json', 'test/support/time-budget.ts', 'test/support/cpu-time.ts'];

type Record = Readonly<{ [name: string]: string }>;
const recorded = (): Record => JSON.parse(readFileSync(recordPath, 'utf8')) as Record;

/** Of the files under these paths, by name and content, and of `text`. */
function digestOf(paths: readonly string[], text: string): string {
  const files = [...paths, ...always].flatMap((path) => globSync(`${path}/**/*`, { cwd: root }).concat(path));
  const hash = createHash('sha256').update(text);
  for (const file of [...new Set(files)].toSorted()) {
    if (!statSync(root + file).isFile()) continue;
    hash.update(`\n${file}\n`).update(readFileSync(root + file));
  }
  return hash.digest('hex');
}

/** Whether the tests of this file may be skipped: they passed over exactly these files and this text. Called once, at the top of the file. */
export function isProven(name: string, paths: readonly string[], text = ''): boolean {
  const digest = digestOf(paths, text);
  if (process.env['RECORD_PROVEN'] === undefined) return recorded()[name] === digest;
  // vitest wants the pattern.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(({}, { tasks }) => {
    const passed = tasks.every((task) => task.result?.state === 'pass');
    if (passed) writeFileSync(recordPath, `${JSON.stringify({ ...recorded(), [name]: digest }, null, 2)}\n`);
  });
  return false;
}
