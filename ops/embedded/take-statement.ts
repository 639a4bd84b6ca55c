/**
 * Takes the statement of a request, ready to run: the `query` parameter, a line break and the body, as on the server. An
 * INSERT's data goes to a file, whatever its format; it never passes through memory when the statement itself came in the URL.
 */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { readBody, saveBody } from './body.ts';
import type { Call } from './call.ts';
import { engineError } from './errors.ts';
import { readStatement, type Statement } from './statement.ts';

export interface Spool {
  /** Folder for the data of inserts until the engine has read it. */
  readonly spoolDir: string;
  readonly limits: { readonly statementBytesMax: number; readonly insertBytesMax: number };
}

export interface ReceivedStatement {
  readonly statement: Statement;
  readonly text: string;
  /** The file with an INSERT's data, or null; the caller removes it. */
  readonly dataPath: string | null;
}

/** Throws an EngineError for a body that is too large, or an INSERT whose data cannot be found. */
export async function takeStatement(deps: Spool, call: Call, request: IncomingMessage): Promise<ReceivedStatement> {
  const { charactersMax } = call;
  const head = Buffer.from(call.query);
  if (call.query !== '') {
    const split = splitInsert(head, charactersMax);
    if (split !== null) {
      const lead = split.data.length === 0 ? split.data : Buffer.concat([split.data, Buffer.from('\n')]);
      const dataPath = newDataPath(deps);
      await saveBody(request, dataPath, lead, deps.limits.insertBytesMax).catch(async (error: unknown) => {
        await rm(dataPath, { force: true });
        throw error;
      });
      return { statement: split.statement, text: split.fromFile(dataPath), dataPath };
    }
  }
  const body = await readBody(request, deps.limits.statementBytesMax);
  const whole = call.query === '' ? body : body.length === 0 ? head : Buffer.concat([head, Buffer.from('\n'), body]);
  const text = whole.toString('utf8');
  const split = splitInsert(whole, charactersMax);
  if (split === null) return { statement: withoutData(text, charactersMax), text, dataPath: null };
  const dataPath = newDataPath(deps);
  await writeFile(dataPath, split.data, { mode: 0o600, flag: 'wx' });
  return { statement: split.statement, text: split.fromFile(dataPath), dataPath };
}

const newDataPath = (deps: Spool): string => join(deps.spoolDir, randomUUID());

/** Reads a statement that has no data of its own. */
function withoutData(text: string, charactersMax: number): Statement {
  const statement = readStatement(text, charactersMax);
  if (statement.insert !== null) throw engineError('SYNTAX_ERROR', 'Syntax error: it is not clear where the data of this INSERT begins');
  return statement;
}

interface Split {
  readonly statement: Statement;
  readonly fromFile: (path: string) => string;
  readonly data: Buffer;
}

/** Splits an INSERT from its data, which may be binary: offsets are found in latin1. */
function splitInsert(bytes: Buffer, charactersMax: number): Split | null {
  const scanned = readStatement(bytes.toString('latin1'), charactersMax).insert;
  if (scanned === null) return null;
  const statement = readStatement(bytes.subarray(0, scanned.dataAt).toString('utf8'), charactersMax);
  if (statement.insert === null) throw engineError('SYNTAX_ERROR', 'Syntax error: it is not clear where the data of this INSERT begins');
  return { statement, fromFile: statement.insert.fromFile, data: bytes.subarray(scanned.dataAt) };
}
