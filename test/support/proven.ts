/**
 * Proofs that take minutes. `proven.json` has the digest of all that each depends on: the code, the proof itself and dependencies. While
 * that matches the proof is skipped; otherwise it runs again. A proof of many items has a mark for each, so that a new item is tried alone.
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

/** Returns the digest of the files under these paths, by name and content, and of `text`. */
function digestOf(paths: readonly string[], text: string): string {
  const files = [...paths, ...always].flatMap((path) => globSync(`${path}/**/*`, { cwd: root }).concat(path));
  const hash = createHash('sha256').update(text);
  for (const file of [...new Set(files)].toSorted()) {
    if (!statSync(root + file).isFile()) continue;
    hash.update(`\n${file}\n`).update(readFileSync(root + file));
  }
  return hash.digest('hex');
}

/** Returns whether the tests of this file passed with exactly these files and this text, and may be skipped. Called once, at the top of the file. */
export function isProven(name: string, paths: readonly string[], text = ''): boolean {
  const digest = digestOf(paths, text);
  if (process.env['RECORD_PROVEN'] === undefined) return recorded()[name] === digest;
  recordAfterwards(name, digest);
  return false;
}

/** Returns the items that have not passed with exactly these files; passed items have a mark in the record. Called once, at the top of the file. */
export function unprovenOf(name: string, paths: readonly string[], items: readonly string[]): ReadonlySet<string> {
  const files = digestOf(paths, '');
  const markOf = (item: string): string => createHash('sha256').update(`${files}\n${item}`).digest('base64url').slice(0, 6);
  if (process.env['RECORD_PROVEN'] === undefined) {
    const marks = new Set(recorded()[name]?.split(' '));
    return new Set(items.filter((item) => !marks.has(markOf(item))));
  }
  recordAfterwards(name, [...new Set(items.map(markOf))].toSorted().join(' '));
  return new Set(items);
}

/** Records the value when every test of the file has passed. */
function recordAfterwards(name: string, value: string): void {
  // vitest requires the pattern.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(({}, { tasks }) => {
    const passed = tasks.every((task) => task.result?.state === 'pass');
    if (passed) writeFileSync(recordPath, `${JSON.stringify({ ...recorded(), [name]: value }, null, 2)}\n`);
  });
}
