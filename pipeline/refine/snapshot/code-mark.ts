/**
 * Names the code that an article's words, fingerprint and keys come from: a window that other code has made is not what
 * this code would make of the same log. All of refine counts: which file an article's words depend on is nobody's to keep in mind.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

export function codeMark(): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:ts|json|txt)$/.test(name));
  for (const name of names.toSorted()) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
