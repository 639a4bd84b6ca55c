/** Reads the wanted tables, with their engines and columns, from the files in tables/. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface WantedTable {
  readonly name: string;
  /** Engine on a single server. */
  readonly engine: string;
  /** Name -> type as ClickHouse reports it. */
  readonly columns: ReadonlyMap<string, string>;
  readonly statement: string;
}

const folder = fileURLToPath(new URL('../tables/', import.meta.url));

export function wantedTables(): WantedTable[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((file) => readTable(readFileSync(`${folder}${file}`, 'utf8').trim().replace(/;$/, '')));
}

/** Parses a CREATE TABLE statement in which each column has its own line, indented by four blanks. Throws for any other statement. */
function readTable(statement: string): WantedTable {
  const [, name = '', body = '', engine = ''] = /^CREATE TABLE IF NOT EXISTS (\w+)\n\(\n([\s\S]*?)\n\)\nENGINE = (\w+)/m.exec(statement) ?? [];
  if (name === '') throw new Error(`not a CREATE TABLE statement: ${statement.slice(0, 80)}`);
  const columns = body.split('\n').flatMap((line): (readonly [string, string])[] => {
    const [, column, rest = ''] = /^ {4}([a-z]\w*) (.+)$/.exec(line) ?? [];
    return column === undefined ? [] : [[column, typeAt(rest)]];
  });
  return { name, engine, columns: new Map(columns), statement };
}

/** Returns the type at the beginning of a column's definition: a word with its arguments in parentheses. */
function typeAt(definition: string): string {
  let depth = 0;
  for (let at = 0; at < definition.length; at += 1) {
    const character = definition[at];
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (depth === 0 && (character === ' ' || character === ',')) return definition.slice(0, at);
  }
  return definition;
}
