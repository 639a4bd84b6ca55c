/**
 * Identifies the code that computes articles' words, fingerprints and keys: a window built by other code is not what this
 * code would build from the same log. The mark is a hash of all of refine, so no list of the files that matter is needed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Returns the hash of the code that makes the state; a file with another hash is not used. */
export function codeMark(): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:ts|json|txt)$/.test(name));
  for (const name of names.toSorted()) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
