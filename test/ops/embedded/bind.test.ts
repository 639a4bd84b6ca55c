/** A value written into a statement is one literal of its type, whatever it contains. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindText, findSlots, literalOf } from '#ops/embedded/bind.ts';
import { lex } from '#ops/embedded/lexer.ts';

const bind = (text: string, params: Record<string, string>): string | null => {
  const slots = findSlots(text);
  return slots === null ? null : bindText(text, slots, new Map(Object.entries(params)));
};

describe('slots are told from what only looks like one', () => {
  test.each([
    ['SELECT {n:UInt8}', "SELECT _CAST(7, 'UInt8')"],
    ['SELECT { n : UInt8 } -- {x:UInt8}', "SELECT _CAST(7, 'UInt8') -- {x:UInt8}"],
    ['SELECT \'{n:UInt8}\', `{n:UInt8}`, "{n:UInt8}"', 'SELECT \'{n:UInt8}\', `{n:UInt8}`, "{n:UInt8}"'],
    ['SELECT {s:String}, {n:UInt8}', "SELECT '{n:UInt8}', _CAST(7, 'UInt8')"],
  ])('%s', (text, bound) => {
    expect(bind(text, { n: '7', s: '{n:UInt8}' })).toBe(bound);
  });

  test.each(['SELECT {n:UInt8} /* x */', 'SELECT {n:UInt8} # x', 'SELECT $a${n:UInt8}$a$', 'SELECT ‘{n:UInt8}’', 'SELECT {n}', 'SELECT {n:UInt8'])(
    'left to the engine: %s',
    (text) => {
      expect(bind(text, { n: '7' })).toBeNull();
    },
  );

  test('a parameter that is not given is left to the engine, which names it', () => {
    expect(bind('SELECT {n:UInt8}', { m: '7' })).toBeNull();
  });
});

describe('only plain values of a type are written', () => {
  const plain: readonly (readonly [type: string, value: string])[] = [
    ['UInt8', '255'],
    ['UInt64', '18446744073709551615'],
    ['Int64', '-9223372036854775807'],
    ['Float64', '-3'],
    ['Array(UInt64)', '[]'],
    ['Array(Int64)', '[-1,2]'],
    ['Array(UInt8)', '[0,255]'],
  ];
  test.each(plain)('%s %s', (type, value) => {
    expect(literalOf(type, value)).toBe(`_CAST(${value}, '${type}')`);
  });

  test('Bool, Date32, String, Array(String)', () => {
    expect(literalOf('Bool', '1')).toBe("_CAST(true, 'Bool')");
    expect(literalOf('Date32', '2026-02-28')).toBe("_CAST('2026-02-28', 'Date32')");
    expect(literalOf('String', "\\'; DROP TABLE x; --\\n")).toBe("'\\'; DROP TABLE x; --\n'");
    expect(literalOf('Array(String)', "['a','\\'b','']")).toBe("_CAST(['a','\\'b',''], 'Array(String)')");
  });

  const refused: readonly (readonly [type: string, values: readonly string[]])[] = [
    ['UInt8', ['256', '-1', '', ' 1', '1 ', '01', '+1', '0x1', '1e1', '1.0', '1)', "1, 'UInt8')--", '١', '\\N', '1\n']],
    ['UInt64', ['18446744073709551616', '-0', '1 OR 1=1']],
    ['Int64', ['-9223372036854775808', '9223372036854775808', '--1', '-']],
    ['Float64', ['0.1', 'nan', 'inf', '-inf', '1e400', '1)--', '']],
    ['Bool', ['2', 'TRUE', 'yes', 'constructor', '__proto__', 'true)--', '']],
    ['Date32', ['2026-02-30', '2026-2-3', "2026-02-03' --", '0000-00-00', '']],
    ['String', ['a\tb', 'a\nb', '\\N', '\\x27', '\\', 'a\\', '\\\\\\']],
    ['Array(String)', ["['a'", "['a',]", "['a''b']", "['a' ]", '[a]', "['a'],['b']", "['a\\']", "['\\x27']", "['a'--]", 'x', '']],
    ['Array(UInt64)', ['[1,]', '[,1]', '[ 1]', '[1)]', '[-1]', '1', "['1']", '[1][1]']],
    ['Identifier', ['x', 'x`']],
    ["UInt8') OR ('1", ['1']],
    ['Nullable(String)', ['x', '\\N']],
  ];
  test.each(refused.flatMap(([type, values]) => values.map((value) => [type, value] as const)))('left to the engine: %s %j', (type, value) => {
    expect(literalOf(type, value)).toBeNull();
  });

  test('a long value', () => {
    expect(literalOf('String', 'x'.repeat(10_001))).toBeNull();
  });
});

test('no value changes how the rest of the statement is read', () => {
  const types = ['UInt8', 'UInt32', 'UInt64', 'Int64', 'Float64', 'Bool', 'Date32', 'String', 'Array(String)', 'Array(UInt64)', 'Array(Int64)'];
  const hostile = fc.oneof(
    fc.constantFrom("'", '"', '`', '\\', "\\'", '--', '/*', '*/', ';', ',', ')', ']', '[', '{', '}', '\0', '1', '-', '$$', '’'),
    fc.string(),
  );
  const value = fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.oneof(
        value,
        value.map((inside) => `['${inside}']`),
        value.map((inside) => `[${inside}]`),
      ),
      (type, given) => {
        const literal = literalOf(type, given);
        if (literal === null) return;
        const words = [...lex(`SELECT ${literal} AS after`)]
          .filter(({ depth }) => depth === 0)
          .map(({ kind, word }) => (kind === 'quoted' ? kind : word));
        expect(words).toEqual(type === 'String' ? ['SELECT', 'quoted', 'AS', 'AFTER'] : ['SELECT', '_CAST', '(', ')', 'AS', 'AFTER']);
        const inside = [...lex(literal)].filter(({ depth }) => depth === 1).map(({ kind, word }) => (kind === 'mark' ? word : kind));
        if (type !== 'String') expect(inside.slice(-2)).toEqual([',', 'quoted']);
      },
    ),
    { numRuns: 2_000 },
  );
});
