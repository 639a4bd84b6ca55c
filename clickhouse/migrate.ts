/**
 * Brings a database to the state in tables/: applies what migrations/ has and it has not, in order, once,
 * and records each with its checksum. Refuses a released file that was changed, and a database that is ahead.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Store } from './store.ts';

export interface MigrateOptions {
  /** Default: migrations/ of this folder. */
  readonly folder?: string;
  /**
   * On a cluster whose database has ENGINE = Replicated: the tables' engines get the prefix, too. The writer then
   * needs insert_quorum, readers select_sequential_consistency, in their profiles: a replica must not show a row
   * of feed before the keys that were written ahead of it.
   */
  readonly replicated?: boolean;
}

const Applied = z.object({ number: z.int(), name: z.string(), checksum: z.string() });

/** Returns the names of the migrations it applied, in order. Each statement can be run again, so a kill in between is repaired by the next run. */
export async function migrate(store: Store, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.folder ?? fileURLToPath(new URL('migrations/', import.meta.url)));
  await store.commandOutside({ name: 'create database', text: 'CREATE DATABASE IF NOT EXISTS {database:Identifier}' }, { database: store.database });
  await store.command({ name: 'create schema_migrations', text: withEngine(ledger, options) });
  const applied = await store.query(
    { name: 'read schema_migrations', text: 'SELECT DISTINCT number, name, checksum FROM schema_migrations ORDER BY number' },
    {},
    Applied,
  );
  for (const known of applied) {
    const file = migrations.find(({ number }) => number === known.number);
    if (file === undefined) throw new Error(`database ${store.database} has migration ${known.name}, which this release does not know`);
    if (file.checksum !== known.checksum) throw new Error(`migration ${file.name} was changed after it was applied to ${store.database}`);
  }
  const missing = migrations.filter(({ number }) => !applied.some((known) => known.number === number));
  for (const { number, name, checksum, statements } of missing) {
    for (const text of statements) await store.command({ name, text: withEngine(text, options) });
    await store.insert('schema_migrations', [{ number, name, checksum }]);
  }
  return missing.map(({ name }) => name);
}

const ledger = `CREATE TABLE IF NOT EXISTS schema_migrations
(number UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
ENGINE = MergeTree ORDER BY number`;

const withEngine = (text: string, { replicated = false }: MigrateOptions): string =>
  replicated ? text.replace(/ENGINE = (\w*MergeTree)/g, 'ENGINE = Replicated$1') : text;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly string[];
}

/** Files are `0001_name.sql`, numbered without holes; a statement ends with a semicolon at the end of its line. */
function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((name, at) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (number !== at + 1) throw new Error(`migration ${name} should be number ${at + 1}`);
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    return { number, name, checksum: createHash('sha256').update(text).digest('hex'), statements: splitStatements(text) };
  });
}

/** Comments stay with the statement below them; what is only comment is none. */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^[ \t]*--.*$/gm, '').trim() !== '');
}
