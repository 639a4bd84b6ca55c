import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lex } from '#ops/embedded/lexer.ts';
import { readStatement } from '#ops/embedded/statement.ts';

const read = (text: string) => readStatement(text, 262_144);

describe('one statement is told from two', () => {
  const single = [
    'SELECT 1',
    'SELECT 1;',
    'SELECT 1 ; ; -- done;\n',
    "SELECT ';'",
    "SELECT 'it''s; fine', 'back\\'; slash'",
    'SELECT `a;b`, "c;d"',
    'SELECT 1 /* ; /* nested ; */ ; */',
    'SELECT 1 -- ;\n + 1',
    'SELECT 1 # ;\n + 1',
    'SELECT 1 // ;\n + 1',
    'SELECT $tag$ ; $$ ; $tag$',
    'SELECT $$;$$',
    'SELECT 1 $ 2',
    "SELECT 'never closed ; ",
    'SELECT {x:String}',
  ];
  test.each(single)('one: %s', (text) => {
    expect(() => read(text)).not.toThrow();
  });

  test.each([
    'SELECT 1; SELECT 2',
    'SELECT 1;DROP TABLE x',
    "SELECT 'a' ; 'b'",
    'SELECT 1 -- x\n; SELECT 2',
    'INSERT INTO t SELECT 1; DROP TABLE t',
    'SET a = 1; SELECT 1',
    'SELECT $a$ $b$; SELECT 2',
  ])('two: %s', (text) => {
    expect(() => read(text)).toThrow('Multi-statements are not allowed');
  });

  test.each(['', '  ', '-- only a comment', '/* only a comment */'])('none: %j', (text) => {
    expect(() => read(text)).toThrow('Empty query');
  });
});

describe('what a statement does', () => {
  test.each([
    ['select 1', 'read'],
    ['  /* c */ WITH 1 AS x SELECT x', 'read'],
    ['(SELECT 1)', 'read'],
    ['SHOW TABLES', 'read'],
    ['EXPLAIN SELECT 1', 'read'],
    ['WITH 1 AS x INSERT INTO t SELECT x', 'other'],
    ['CREATE TABLE t (a UInt8) ENGINE = Memory', 'other'],
    ['SET max_threads = 1', 'other'],
    ['INSERT INTO t SELECT 1', 'other'],
    ["INSERT INTO t FROM INFILE 'x' FORMAT CSV", 'other'],
    ['INSERT INTO t (a)', 'other'],
    ['INSERT INTO t FORMAT JSONEachRow', 'insert'],
    ['insert into t values', 'insert'],
  ])('%s: %s', (text, kind) => {
    expect(read(text).kind).toBe(kind);
  });

  test('its format is the last clause, not a word in a string or a bracket', () => {
    expect(read('SELECT 1 FORMAT JSON').format).toBe('JSON');
    expect(read("SELECT 'FORMAT CSV' AS format").format).toBeNull();
    expect(read('SELECT x FROM (SELECT 1 AS x FORMAT CSV) FORMAT TSV;').format).toBe('TSV');
  });

  test('its text is bounded, the data behind an INSERT is not', () => {
    expect(() => readStatement(`SELECT '${'x'.repeat(200)}'`, 100)).toThrow('Max query size exceeded');
    expect(readStatement(`INSERT INTO t VALUES ${"('x'),".repeat(200)}`, 100).kind).toBe('insert');
  });
});

describe('the data of an INSERT', () => {
  test.each([
    ['INSERT INTO t FORMAT JSONEachRow\n{"a":1}', '{"a":1}'],
    ['INSERT INTO t FORMAT JSONEachRow \r\n{"a":";"}; DROP TABLE t', '{"a":";"}; DROP TABLE t'],
    ['INSERT INTO t (a, b) SETTINGS async_insert = 1 FORMAT CSV 1,2', '1,2'],
    ['INSERT INTO TABLE `values`.format (a) VALUES (1)', ' (1)'],
    ['INSERT INTO db.values FORMAT CSV\n\n1', '\n1'],
    ['INSERT INTO FUNCTION file("x", "CSV") FORMAT CSV\n1', '1'],
    ['INSERT INTO t FORMAT RowBinary', ''],
  ])('%j', (text, data) => {
    expect(text.slice(read(text).insert?.dataAt)).toBe(data);
  });

  test('comes from a file when the statement is rewritten so', () => {
    const rewritten = (text: string): string | undefined => read(text).insert?.fromFile("/it's/a\\b").replace(/\s+/g, ' ');
    const file = "FROM INFILE '/it\\'s/a\\\\b' COMPRESSION 'none'";
    expect(rewritten('INSERT INTO t (a) SETTINGS x = 1 FORMAT CSV\n1')).toBe(`INSERT INTO t (a) ${file} SETTINGS x = 1 FORMAT CSV`);
    expect(rewritten('INSERT INTO t VALUES (1)')).toBe(`INSERT INTO t ${file} FORMAT Values`);
  });
});

test('tokens cover the text in order, without overlap, whatever it is', () => {
  const piece = fc.constantFrom("'", '"', '`', '\\', '$', '$x$', '--', '/*', '*/', '\n', ';', '(', ')', '#', '# ', 'word', ' ', 'é', '😀');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      let end = 0;
      for (const token of lex(text)) {
        expect(token.at).toBeGreaterThanOrEqual(end);
        expect(token.end).toBeGreaterThan(token.at);
        end = token.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 2_000 },
  );
});
