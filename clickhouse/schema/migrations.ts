/** The released migrations as they stand in files: number, text, what they destroy, and which older releases can live with them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  /**
   * A release that knows the migrations up to this one can run on a database that has this migration, too. Its own
   * number, unless the file says `-- Compatible from: NNNN`: then no older release can.
   */
  readonly compatibleFrom: number;
  readonly statements: readonly string[];
  /** The statements that delete something, as far as their first words go; null: none does. */
  readonly loss: string | null;
}

export const releasedMigrations = fileURLToPath(new URL('../migrations/', import.meta.url));

/** Files are `0001_name.sql`, numbered without holes; a statement ends with a semicolon at the end of its line. */
export function readMigrations(folder: string = releasedMigrations): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((name, at) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (number !== at + 1) throw new Error(`migration ${name} should be number ${at + 1}`);
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    const compatibleFrom = Number(/^-- Compatible from: (\d{4})\b/m.exec(text)?.[1] ?? number);
    if (compatibleFrom > number) throw new Error(`migration ${name} says that it is compatible from ${compatibleFrom}, which comes after it`);
    const statements = splitStatements(text);
    return { number, name, checksum: createHash('sha256').update(text).digest('hex'), compatibleFrom, statements, loss: lossOf(statements) };
  });
}

/** Comments stay with the statement below them; a text of comments alone is not a statement. */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => bare(statement) !== '');
}

/** Without comments and the text of literals. */
const bare = (statement: string): string =>
  statement
    .replace(/^[ \t]*--.*$/gm, '')
    .replace(/'(?:[^'\\]|\\.)*(?:'|$)/g, "''")
    .trim();

const deletes = /\b(?:DROP|TRUNCATE|DELETE|DETACH|CLEAR)\b(?: \w+){0,4}/;

function lossOf(statements: readonly string[]): string | null {
  const found = statements.flatMap((statement) => deletes.exec(bare(statement))?.[0] ?? []);
  return found.length === 0 ? null : `deletes: ${found.join(', ')}`;
}
