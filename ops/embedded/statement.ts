/**
 * Analyses the text of one statement: its kind, the format it names, and the offset of an INSERT's data. The engine does the parsing. A
 * second statement after a semicolon is refused as on the server, because the in-process interface would run it.
 */
import { engineError } from './errors.ts';
import { lex, type Token } from './lexer.ts';

export interface Statement {
  /** read: returns rows, changes nothing. insert: carries data in a format. other: everything else. */
  readonly kind: 'read' | 'insert' | 'other';
  /** The format of its FORMAT clause, or null. */
  readonly format: string | null;
  /** Set only for kind insert. */
  readonly insert: InsertPlan | null;
}

export interface InsertPlan {
  /** Offset of the data; the text's length when none is inline. */
  readonly dataAt: number;
  /** Returns the same INSERT with its data read from a file. */
  readonly fromFile: (path: string) => string;
}

const readWords = new Set(['SELECT', 'WITH', 'FROM', 'SHOW', 'DESCRIBE', 'DESC', 'EXISTS', 'EXPLAIN', 'CHECK', '(']);

/** Returns the statement's analysis. `charactersMax` is ClickHouse's max_query_size; an INSERT's data does not count. */
export function readStatement(text: string, charactersMax: number): Statement {
  const tokens = bounded(lex(text), charactersMax);
  const first = tokens.next();
  if (first.done) throw engineError('SYNTAX_ERROR', 'Syntax error: failed at position 1 (end of query): Empty query');
  return first.value.word === 'INSERT' ? readInsert(text, tokens) : readPlain(text, first.value, tokens);
}

function* bounded(tokens: Iterable<Token>, charactersMax: number): Generator<Token, void, undefined> {
  for (const token of tokens) {
    if (token.end > charactersMax)
      throw engineError('SYNTAX_ERROR', 'Syntax error: Max query size exceeded (can be increased with the `max_query_size` setting)');
    yield token;
  }
}

function readPlain(text: string, first: Token, rest: Iterable<Token>): Statement {
  let kind: Statement['kind'] = readWords.has(first.word) ? 'read' : 'other';
  let format: string | null = null;
  let previous = first;
  for (const token of rest) {
    refuseSecondStatement(text, previous, token);
    if (token.depth === 0 && token.kind === 'word') {
      if (previous.word === 'FORMAT') format = text.slice(token.at, token.end);
      if (token.word === 'INSERT') kind = 'other';
    }
    previous = token;
  }
  return { kind, format, insert: null };
}

function refuseSecondStatement(text: string, previous: Token, token: Token): void {
  if (previous.word !== ';' || token.word === ';') return;
  const near = text.slice(token.at, token.at + 40);
  throw engineError('SYNTAX_ERROR', `Syntax error (Multi-statements are not allowed): failed at position ${token.at + 1}: ${near}`);
}

function readInsert(text: string, rest: Iterable<Token>): Statement {
  let previous: Token | null = null;
  let settingsAt: number | null = null;
  for (const token of rest) {
    if (previous !== null) refuseSecondStatement(text, previous, token);
    const isKeyword = token.depth === 0 && token.kind === 'word' && previous !== null && !['INTO', 'TABLE', 'FUNCTION', '.'].includes(previous.word);
    if (isKeyword && token.word === 'SETTINGS') settingsAt ??= token.at;
    // INSERT ... SELECT and FROM INFILE have no inline data.
    if (isKeyword && ['SELECT', 'WITH', 'FROM'].includes(token.word)) return { ...readPlain(text, token, rest), kind: 'other' };
    if (isKeyword && previous?.word === 'FORMAT') {
      const fileAt = settingsAt ?? previous.at;
      return insertOf(text.slice(token.at, token.end), endOfFormat(text, token.end), [text.slice(0, fileAt), text.slice(fileAt, token.end)]);
    }
    if (isKeyword && token.word === 'VALUES') {
      const fileAt = settingsAt ?? token.at;
      return insertOf('Values', token.end, [text.slice(0, fileAt), `${text.slice(fileAt, token.at)} FORMAT Values`]);
    }
    previous = token;
  }
  return { kind: 'other', format: null, insert: null };
}

function insertOf(format: string, dataAt: number, [head, tail]: readonly [head: string, tail: string]): Statement {
  const fromFile = (path: string): string => `${head} FROM INFILE '${path.replace(/[\\']/g, '\\$&')}' COMPRESSION 'none' ${tail}`;
  return { kind: 'insert', format, insert: { dataAt, fromFile } };
}

/** Returns where data begins: after the format's name, blanks and one line break (ClickHouse, src/Parsers/ParserInsertQuery.cpp). */
function endOfFormat(text: string, at: number): number {
  const gap = /[ \t\f]*\r?\n?/y;
  gap.lastIndex = at;
  gap.test(text);
  return gap.lastIndex;
}
