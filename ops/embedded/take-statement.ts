/**
 * Takes the statement of a request as @clickhouse/client sends it: an INSERT in the `query` parameter, whose data is the body and goes to a
 * file without passing through memory; any other statement as the body or as that parameter. The engine does the parsing, and would run a
 * second statement behind a semicolon: the service sends none.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { readBody, saveBody } from './body.ts';
import type { Call } from './call.ts';
import { engineError } from './errors.ts';

export interface Spool {
  /** Folder for the data of inserts until the engine has read it. */
  readonly spoolDir: string;
  readonly limits: { readonly statementBytesMax: number; readonly insertBytesMax: number };
}

export interface ReceivedStatement {
  /** read: returns rows, changes nothing. insert: its data is in a file. other: everything else. */
  readonly kind: 'read' | 'insert' | 'other';
  /** The format at the end of its text, or null. */
  readonly format: string | null;
  readonly text: string;
  /** The file with an INSERT's data, or null; the caller removes it. */
  readonly dataPath: string | null;
}

const insertWithData = /^(\s*INSERT\s.*?\s)(FORMAT\s+\w+)\s*$/is;
/** The first word behind comments. */
const firstWord = /^(?:\s|--.*\n)*(\w+|\()/;
const readWords = new Set(['SELECT', 'WITH', 'FROM', 'SHOW', 'DESCRIBE', 'DESC', 'EXISTS', 'EXPLAIN', 'CHECK', '(']);
const formatAtEnd = /\sFORMAT\s+(\w+)\s*$/i;

/** Throws an EngineError for a body that is too large. */
export async function takeStatement(deps: Spool, call: Call, request: IncomingMessage): Promise<ReceivedStatement> {
  const [, head, format] = insertWithData.exec(call.query) ?? [];
  if (head !== undefined) {
    const dataPath = join(deps.spoolDir, randomUUID());
    await saveBody(request, dataPath, deps.limits.insertBytesMax).catch(async (error: unknown) => {
      await rm(dataPath, { force: true });
      throw error;
    });
    const text = `${head}FROM INFILE '${dataPath.replace(/[\\']/g, '\\$&')}' COMPRESSION 'none' ${format}`;
    return { kind: 'insert', format: null, text, dataPath };
  }
  const text = call.query || (await readBody(request, deps.limits.statementBytesMax)).toString('utf8');
  const word = firstWord.exec(text)?.[1]?.toUpperCase();
  if (word === undefined) throw engineError('SYNTAX_ERROR', 'Syntax error: failed at position 1 (end of query): Empty query');
  return { kind: readWords.has(word) ? 'read' : 'other', format: formatAtEnd.exec(text)?.[1] ?? null, text, dataPath: null };
}
