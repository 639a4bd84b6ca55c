/** Reads the migrations from their files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wantedTables } from './wanted.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  /** Number of the newest migration that the oldest compatible release has: the file's `-- Compatible from: NNNN`, else its own number. */
  readonly compatibleFrom: number;
  readonly statements: readonly string[];
  /** Beginnings of the statements that delete data; null if there are none. */
  readonly loss: string | null;
}

export const releasedMigrations = fileURLToPath(new URL('../migrations/', import.meta.url));

/** Creates the tables of tables/. Its name and checksum in ledgers stay the same when tables/ changes, because later migrations change old tables. */
const firstMigration = (): Migration => ({
  number: 1,
  name: '0001_tables.sql',
  checksum: 'fb774776065986c9c0b41caffaead506d06718a288258153bdb65523c7fbf3bf',
  compatibleFrom: 1,
  statements: wantedTables().map(({ statement }) => statement),
  loss: null,
});

/**
 * Returns the first migration and the released files, or only the files of another folder. Throws if the number or the compatibility of a
 * file is wrong.
 */
export function readMigrations(folder: string = releasedMigrations): Migration[] {
  const first = folder === releasedMigrations ? [firstMigration()] : [];
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const files = names.map((name, at): Migration => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    const expected = first.length + at + 1;
    if (number !== expected) throw new Error(`migration ${name} breaks the sequence: it should be number ${expected}`);
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    const compatibleFrom = Number(/^-- Compatible from: (\d{4})\b/m.exec(text)?.[1] ?? number);
    if (compatibleFrom > number) throw new Error(`migration ${name} is marked compatible from ${compatibleFrom}, which is later than itself`);
    const statements = splitStatements(text);
    return { number, name, checksum: createHash('sha256').update(text).digest('hex'), compatibleFrom, statements, loss: lossOf(statements) };
  });
  return [...first, ...files];
}

/** Matches the end of a statement, but not that of a comment line. */
const statementEnd = /;[ \t]*$(?<!^[ \t]*--.*)/m;

/** Splits a text into statements. A comment belongs to the statement below it. */
function splitStatements(text: string): string[] {
  return text
    .split(statementEnd)
    .map((statement) => statement.trim())
    .filter((statement) => bare(statement) !== '');
}

/** Returns a statement without comments and the contents of literals. */
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
