/**
 * Stores refine's state in one SQLite file, so that a start reads only newer records of the log. The position in the log changes in the same
 * transaction. A file that is damaged or has another layout is emptied, and the state is rebuilt (ops/decisions/0018-state-file.md).
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { SavedWindow } from '../recent/recent-articles.ts';
import { PAGE_LENGTH, type IntPage } from './int-pages.ts';
import { codeHash } from './code-hash.ts';

/** The last record that a state contains. */
export interface StatePosition {
  readonly generation: number;
  readonly seq: number;
  /** Null when the record has no uid, or there is no record. */
  readonly uid: string | null;
}

/** `check` is the 32 bits of the identity's digest after the uid. */
export type SeenDocument = readonly [uid: string, check: number];

export interface SavedState {
  readonly position: StatePosition;
  readonly lastRefinedAtMs: number | null;
  /** Documents that the file does not have yet. */
  readonly seen: readonly SeenDocument[];
  readonly events: readonly IntPage[];
  readonly window: SavedWindow;
}

export interface RestoredState extends Pick<SavedState, 'position' | 'lastRefinedAtMs' | 'events'> {
  /** Null when other code built the window, so that it must be rebuilt. */
  readonly window: SavedWindow | null;
}

export interface StateFile {
  /** Returns the check of a document; null when the file does not have it. */
  readonly find: (uid: string) => number | null;
  readonly size: () => number;
  /** Returns the position of the state; null when the file has no finished state. */
  readonly position: () => StatePosition | null;
  readonly read: () => RestoredState | null;
  /** Adds documents while a state is built, before it has a position. */
  readonly append: (documents: Iterable<SeenDocument>) => void;
  /** Writes the new parts of the state, and its position, in one transaction. */
  readonly write: (state: SavedState) => void;
  readonly clear: () => void;
  /** Returns how often the file was emptied. A state from before must not be written to it. */
  readonly life: () => number;
  readonly close: () => void;
}

/** Thrown when SQLite cannot read the file; the state must be rebuilt. */
export class DamagedStateError extends Error {}

const layout = 1;
const foldersMax = 16;
const [busy, corrupt, notADatabase] = [5, 11, 26];

const schema = `
  CREATE TABLE documents (uid INTEGER PRIMARY KEY, digest INTEGER NOT NULL);
  CREATE TABLE lists (kind TEXT, page INTEGER, at INTEGER, ints BLOB NOT NULL, PRIMARY KEY (kind, page, at)) WITHOUT ROWID;
  CREATE TABLE state (only INTEGER PRIMARY KEY CHECK (only = 1), documents INTEGER NOT NULL, kept TEXT);
  INSERT INTO state VALUES (1, 0, NULL);
  PRAGMA user_version = ${layout};`;

const natural = z.int().min(0);
const StateHead = z.object({
  code: z.string(),
  position: z.object({ generation: natural, seq: natural, uid: z.string().nullable() }),
  lastRefinedAtMs: z.number().nullable(),
  clock: z.object({ last: z.object({ refinedAtMs: z.number(), windowMs: z.number() }).nullable() }),
});

/**
 * Opens the first folder under `base` that no other process has locked; null when all are locked. SQLite's lock also ends when a process is
 * killed.
 */
export function openStateFile(base: string): StateFile | null {
  for (let place = 0; place < foldersMax; place += 1) {
    const folder = join(base, `place-${place}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'state.db');
    try {
      return fileOf(() => openDatabase(path), path);
    } catch (error) {
      if (codeOf(error) !== busy) throw error;
    }
  }
  return null;
}

export const stateInMemory = (): StateFile => fileOf(() => openDatabase(':memory:'), null);

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // EXCLUSIVE allows one process. With NORMAL a power failure can lose commits, whose records are read from the log again.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768;');
    const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    database.exec('BEGIN IMMEDIATE');
    if (found !== layout) {
      for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
        database.exec(`DROP TABLE "${String(name)}"`);
      database.exec(schema);
    }
    database.exec('COMMIT');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const codeOf = (error: unknown): number => ((error as { readonly errcode?: number }).errcode ?? 0) & 0xff;
const isDamage = (error: unknown): boolean => [corrupt, notADatabase].includes(codeOf(error));
const idOf = (uid: string): bigint => BigInt.asIntN(64, BigInt(`0x${uid}`));

/** Returns the state file of a database; `path` is null in memory. */
function fileOf(open: () => DatabaseSync, path: string | null): StateFile {
  const code = codeHash();
  let database: DatabaseSync;
  let statements: ReturnType<typeof prepared>;
  let position: StatePosition | null = null;
  let documents = 0;
  let life = 0;
  /** Number of integers that the file has of each page, by kind and page number. */
  const written = new Map<string, number>();

  const begin = (opening = open): void => {
    database = opening();
    statements = prepared(database);
    const { documents: counted, kept } = statements.state.get() as { documents: number; kept: string | null };
    documents = counted;
    position = kept === null ? null : StateHead.parse(JSON.parse(kept)).position;
    written.clear();
  };
  const beginEmpty = (): void => {
    if (path !== null) for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    begin();
  };
  try {
    begin();
  } catch (error) {
    if (!isDamage(error) && !(error instanceof z.ZodError)) throw error;
    beginEmpty();
  }

  const checked = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw isDamage(error) ? new DamagedStateError(`${path}: ${(error as Error).message}`) : error;
    }
  };
  const inTransaction = (work: () => void): void =>
    checked(() => {
      database.exec('BEGIN');
      try {
        work();
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });

  const insert = (some: Iterable<SeenDocument>): number => {
    let count = 0;
    for (const [uid, check] of some) count += Number(statements.insert.run(idOf(uid), check).changes);
    return count;
  };

  /** Writes the new part of each page as one more row, and deletes the rows of dropped pages. */
  const writeLists = (kind: string, pages: readonly IntPage[]): void => {
    statements.forget.run(kind, pages[0]?.number ?? Number.MAX_SAFE_INTEGER);
    for (const { number, ints, used } of pages) {
      const from = written.get(`${kind} ${number}`) ?? 0;
      if (used === from) continue;
      statements.list.run(kind, number, from, new Uint8Array(ints.buffer, ints.byteOffset + 4 * from, 4 * (used - from)));
    }
  };
  const markWritten = (kind: string, pages: readonly IntPage[]): void => {
    for (const { number, used } of pages) written.set(`${kind} ${number}`, used);
  };

  const readLists = (kind: string): IntPage[] => {
    const pages: IntPage[] = [];
    const rows = statements.lists.all(kind) as { page: number; ints: Uint8Array }[];
    for (const [number, parts] of Map.groupBy(rows, ({ page }) => page)) {
      const bytes = parts.reduce((sum, { ints }) => sum + ints.byteLength, 0);
      const ints = new Int32Array(Math.max(PAGE_LENGTH, bytes / 4));
      let at = 0;
      for (const part of parts) {
        new Uint8Array(ints.buffer).set(part.ints, at);
        at += part.ints.byteLength;
      }
      pages.push({ number, ints, used: bytes / 4 });
    }
    markWritten(kind, pages);
    return pages;
  };

  return {
    find: (uid) => {
      try {
        return (statements.find.get(idOf(uid)) as { digest: number } | undefined)?.digest ?? null;
      } catch (error) {
        // Every read error is thrown as damage, so that the state is rebuilt and no document becomes a dead letter.
        throw new DamagedStateError(`${path}: ${(error as Error).message}`);
      }
    },
    size: () => documents,
    position: () => position,
    read: () =>
      checked(() => {
        const { kept } = statements.state.get() as { kept: string | null };
        if (kept === null) return null;
        const { code: madeBy, position: at, lastRefinedAtMs, clock } = StateHead.parse(JSON.parse(kept));
        const [events, pages] = [readLists('events'), readLists('window')];
        return { position: at, lastRefinedAtMs, events, window: madeBy === code ? { clock, pages } : null };
      }),
    append: (some) =>
      inTransaction(() => {
        if (position !== null)
          throw new Error(`the state already has position ${position.seq}, so documents must be written together with a new position`);
        const count = documents + insert(some);
        statements.count.run(count);
        documents = count;
      }),
    write: (state) => {
      const { seen, events, window, position: at, lastRefinedAtMs } = state;
      let count = documents;
      inTransaction(() => {
        count += insert(seen);
        statements.count.run(count);
        writeLists('events', events);
        writeLists('window', window.pages);
        statements.keep.run(JSON.stringify({ code, position: at, lastRefinedAtMs, clock: window.clock } satisfies z.infer<typeof StateHead>));
      });
      documents = count;
      position = at;
      markWritten('events', events);
      markWritten('window', window.pages);
    },
    clear: () => {
      life += 1;
      database.close();
      try {
        beginEmpty();
      } catch {
        // Usually a full disk, or another process took the lock: the state then stays in memory and ends with the process.
        begin(() => openDatabase(':memory:'));
      }
    },
    life: () => life,
    close: () => database.close(),
  };
}

function prepared(database: DatabaseSync) {
  // Each write returns the last row's id, a uid of 64 bits that a number cannot represent.
  const write = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };
  return {
    insert: write('INSERT OR IGNORE INTO documents VALUES (?, ?)'),
    count: write('UPDATE state SET documents = ?'),
    keep: write('UPDATE state SET kept = ?'),
    list: write('INSERT INTO lists VALUES (?, ?, ?, ?)'),
    forget: write('DELETE FROM lists WHERE kind = ? AND page < ?'),
    find: database.prepare('SELECT digest FROM documents WHERE uid = ?'),
    state: database.prepare('SELECT documents, kept FROM state'),
    lists: database.prepare('SELECT page, ints FROM lists WHERE kind = ? ORDER BY page, at'),
  };
}
