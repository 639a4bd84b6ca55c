import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createContent, encodedBody, etagOf, isNotModified } from '#api/reply/content.ts';

const text = 'the same words again and again, '.repeat(50);

describe('content', () => {
  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('in %s decodes to the same bytes, and is compressed once', async (encoding, decode) => {
    const content = createContent(Buffer.from(text));
    const first = encodedBody(content, encoding);
    const bytes = await first.bytes;
    expect(first.encoding).toBe(encoding);
    expect(decode(bytes).toString()).toBe(text);
    expect(encodedBody(content, encoding).bytes).toBe(bytes);
  });

  test('that is small is not compressed', () => {
    expect(encodedBody(createContent(Buffer.from('{}')), 'gzip').encoding).toBe('identity');
  });
});

describe('If-None-Match', () => {
  const etag = etagOf('something');
  const opaque = etag.slice(2);

  test.each([
    [etag, true],
    [opaque, true],
    [`"other", ${etag}`, true],
    [`W/"a, b",${opaque} , "c"`, true],
    ['*', true],
    ['"other"', false],
    [opaque.slice(1, -1), false],
  ])('%s: not modified is %s', (header, expected) => {
    expect(isNotModified(header, etag)).toBe(expected);
  });
});
