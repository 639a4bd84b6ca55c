/** In: the name of a file under queries/. Out: its text, read once. A line `-- include: name` stands for that file's text. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Query {
  /** Names the query in the server's log, and in errors. */
  readonly name: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL('queries/', import.meta.url));

export function loadQuery(name: string): Query {
  const text = readFileSync(`${folder}${name}.sql`, 'utf8');
  return { name, text: text.replace(/^ *-- include: (\S+)$/gm, (_, included: string) => loadQuery(included).text.trimEnd()) };
}
