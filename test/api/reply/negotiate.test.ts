import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negotiateEncoding, preferredType } from '#api/reply/negotiate.ts';

describe('Accept-Encoding', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZip;Q=1', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['identity;q=0.9, gzip;q=0.5', 'identity'],
    ['identity, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'none'],
    ['identity;q=0, *;q=0.5', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['gzip;q=abc', 'gzip'],
    ['gzip;q=', 'gzip'],
  ])('%s is answered with %s', (header, encoding) => {
    expect(negotiateEncoding(header)).toBe(encoding);
  });

  test('any header gets an answer', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(['identity', 'gzip', 'br', 'zstd', 'none']).toContain(negotiateEncoding(header));
      }),
    );
  });
});

describe('Accept', () => {
  test.each([
    [undefined, true],
    ['application/json', true],
    ['text/html, application/json;q=0.1', true],
    ['text/html', false],
    ['application/json;q=0, */*', false],
    ['application/problem+json', false],
  ])('%s: JSON may be sent is %s', (header, may) => {
    expect(preferredType(header, ['application/json']) !== null).toBe(may);
  });

  test.each([
    [undefined, 'application/json'],
    ['text/csv', 'text/csv'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/csv;q=0.9, application/json;q=0.5', 'text/csv'],
    ['image/png', null],
  ])('%s of JSON and CSV is answered with %s', (header, type) => {
    expect(preferredType(header, ['application/json', 'text/csv'])).toBe(type);
  });
});
