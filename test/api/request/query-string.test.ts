import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#api/errors.ts';
import { integer } from '#api/request/parameters.ts';
import { parseQueryString } from '#api/request/query-string.ts';
import { createQueryReader } from '#api/request/query.ts';

const allowed = {
  names: new Set(['symbol', 'ticker', 'page_size', 'limit', 'cursor', 'min_relevance', 'category', 'from_date']),
  aliases: { ticker: 'symbol', limit: 'page_size' },
};
const refusal = (queryString: string): ApiError => {
  try {
    parseQueryString(queryString, allowed);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`${queryString} was accepted`);
};

describe('a query string', () => {
  test('is decoded to the encoded values, for any text', () => {
    const pairs = fc.array(
      fc.tuple(
        fc.constantFrom('symbol', 'cursor', 'category'),
        fc.string({ unit: 'grapheme' }).filter((text) => !/[\u0000-\u001f\u007f-\u009f]/.test(text)),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(pairs, (given) => {
        const text = String(new URLSearchParams(given));
        const parsed = parseQueryString(text, allowed).query;
        for (const name of new Set(given.map(([key]) => key))) {
          const values = given.flatMap(([key, value]) => (key === name && !/^[\s,]*$/.test(value) ? [value.toWellFormed()] : []));
          // An empty value counts as absent, a repeated one as given once.
          const different = values.filter((_, index) => index === 0 || new Set(values.slice(0, index + 1)).size > 1);
          expect(parsed[name]).toEqual(different.length <= 1 ? different[0] : different);
        }
      }),
    );
  });

  test('may come as unescaped UTF-8', () => {
    const bytes = Buffer.from('symbol=naïve 💥').toString('latin1');
    expect(parseQueryString(bytes, allowed).query).toEqual({ symbol: 'naïve 💥' });
    expect(refusal(Buffer.from([0x73, 0x79, 0x6d, 0x62, 0x6f, 0x6c, 0x3d, 0xff]).toString('latin1')).code).toBe('invalid_parameter');
  });

  test('is read or refused with 400, for any bytes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        try {
          parseQueryString(text, allowed);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect((error as ApiError).status).toBe(400);
        }
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['per_page=20', 'per_page', 'page_size'],
    ['offset=20', 'offset', 'cursor'],
    ['Symbol=NVDA', 'Symbol', 'symbol'],
    ['min_relevence=4', 'min_relevence', 'min_relevance'],
  ])('%s: the refusal names the intended parameter', (queryString, given, meant) => {
    const { code, extra } = refusal(queryString);
    expect(code).toBe('unknown_parameter');
    expect((extra.fields as Record<string, string[]>)[given]).toEqual([expect.stringContaining(`did you mean ${meant}?`)]);
    expect(extra.allowed_params).toEqual([...allowed.names].sort());
    expect(extra.docs).toMatch(/^\//);
  });

  test.each([
    ['q=nvidia', 'q', 'search'],
    ['per_page=20', 'per_page', 'limit'],
    ['cursor=x', 'cursor', 'offset'],
  ])('%s means `limit` or `offset` in a list without cursor', (queryString, given, meant) => {
    const sliced = { names: new Set(['limit', 'offset', 'search']), aliases: {} };
    expect(() => parseQueryString(queryString, sliced)).toThrow(`${given} is not a parameter of this endpoint; did you mean ${meant}?`);
  });

  test('with unknown parameters is refused with their names, and a suggestion only if a name is near', () => {
    const { extra } = refusal('zzz=1&__proto__=2&symbol=NVDA');
    expect(Object.keys(extra.fields as object)).toEqual(['zzz', '__proto__']);
    expect(JSON.stringify(extra)).not.toContain('did you mean');
  });

  test('with an alias and its name has the parameter twice', () => {
    expect(parseQueryString('symbol=A&ticker=B', allowed)).toEqual({
      query: { symbol: ['A', 'B'] },
      written: new Map([['symbol', ['symbol', 'ticker']]]),
    });
    expect(parseQueryString('ticker=B', allowed)).toEqual({ query: { symbol: 'B' }, written: new Map([['symbol', ['ticker']]]) });
  });

  test.each([
    ['page_size=99', 'page_size', 'page_size must be an integer from 1 to 50, not `99`'],
    ['page_size=2&limit=3', 'page_size', 'page_size is the same parameter as limit: give one of `2` and `3`'],
    ['page_size=2&page_size=3', 'page_size', 'page_size must be given only once, not as `2` and `3`'],
    ['limit=%D9%A5', 'limit', 'limit must be an integer from 1 to 50, not `٥`'],
    ['limit=5%0A', 'limit', 'limit must not contain control characters, as `5\\u{a}` does'],
  ])('%s: the error names the parameter as the caller wrote it', (queryString, name, detail) => {
    const read = createQueryReader(z.object({ page_size: integer(1, 50).optional() }), { limit: 'page_size' }, (query) => query);
    expect(read('page_size=2&limit=2')).toEqual({ page_size: 2 });
    const refused = (): unknown => read(queryString);
    expect(refused).toThrow(expect.objectContaining({ message: detail, extra: { fields: { [name]: [detail.slice(name.length + 1)] } } }));
  });

  test('text that is not UTF-8 is refused', () => {
    expect(refusal('symbol=%ff%fe').code).toBe('invalid_parameter');
    expect(refusal('symbol=%zz').code).toBe('invalid_parameter');
  });
});
