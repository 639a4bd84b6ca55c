/** Reads the released migrations: number, text, deleted data, and which older releases are compatible. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wantedTables } from './wanted.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  /** Oldest migration that a release must know to run with this one: its own number, or the file's `-- Compatible from: NNNN`. */
  readonly compatibleFrom: number;
  readonly statements: readonly string[];
  /** The statements that delete something, judged by their first words; null: none does. */
  readonly loss: string | null;
}

export const releasedMigrations = fileURLToPath(new URL('../migrations/', import.meta.url));

/** Makes the tables in tables/. Ledgers have this name and checksum, whatever the tables are by now: later migrations change older ones. */
const firstMigration = (): Migration => ({
  number: 1,
  name: '0001_tables.sql',
  checksum: 'fb774776065986c9c0b41caffaead506d06718a288258153bdb65523c7fbf3bf',
  compatibleFrom: 1,
  statements: wantedTables().map(({ statement }) => statement),
  loss: null,
});

/** Returns the migrations: the one of tables/ and the released files, or the files of another folder. */
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

/** Splits a text into statements. Comments stay with the statement below them; comments alone do not make a statement. */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => bare(statement) !== '');
}

/** Returns a statement without comments and without the text of literals. */
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
