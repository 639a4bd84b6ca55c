/**
 * Reads the statement of a request of @clickhouse/client: an INSERT in the parameter `query`, whose data in the body is written to a file, or
 * any other in the body or parameter. The engine would run a second statement after a semicolon; the service never sends one.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { readBody, saveBody } from './body.ts';
import type { Call } from './call.ts';
import { engineError } from './errors.ts';

export interface Spool {
  /** Folder that has the data of an INSERT until the engine has read it. */
  readonly spoolDir: string;
  readonly limits: { readonly statementBytesMax: number; readonly insertBytesMax: number };
}

export interface ReceivedStatement {
  /** `read` returns rows and changes nothing, `insert` has its data in a file, `other` is everything else. */
  readonly kind: 'read' | 'insert' | 'other';
  readonly format: string | null;
  readonly text: string;
  /** The file with the data of an INSERT, or null. The caller removes it. */
  readonly dataPath: string | null;
}

const COMMENTS = String.raw`(?:\s|--[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*`;
const insertWithData = new RegExp(String.raw`^(${COMMENTS}INSERT\s.*?\s)(FORMAT\s+\w+)\s*$`, 'is');
const firstWord = new RegExp(String.raw`^${COMMENTS}(\w+|\()`);
const readWords = new Set(['SELECT', 'WITH', 'FROM', 'SHOW', 'DESCRIBE', 'DESC', 'EXISTS', 'EXPLAIN', 'CHECK', '(']);
const formatAtEnd = /\sFORMAT\s+(\w+)\s*$/i;

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
