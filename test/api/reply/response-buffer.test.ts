import { expect, test } from 'vitest';
import { renderPage, type PageRow } from '#api/feed/page.ts';
import { keepContent } from '#api/reply/content.ts';
import { createResponseBuffer } from '#api/reply/response-buffer.ts';

const row = (seq: number, title: string): PageRow => {
  const doc = JSON.stringify({ seq, title });
  return {
    seq,
    version: 0,
    uid: String(seq).padStart(16, '0'),
    storyId: 'x',
    isRoot: true,
    publishedAtMs: 0,
    createdAtMs: 0,
    doc,
    docBytes: Buffer.byteLength(doc),
  };
};
const page = (titles: readonly string[]) => ({
  rows: titles.map((title, at) => row(at + 1, title)),
  nextCursor: null,
  symbolNote: null,
  horizonMs: null,
});

test('pages have the same bytes with and without a response buffer, for any characters', () => {
  const responseBuffer = createResponseBuffer();
  for (const titles of [
    [],
    ['plain'],
    ['plain', 'Żółć — “quoted”', '株式 🚀'],
    Array.from({ length: 300 }, (_, at) => `${'long '.repeat(100)}${at} é`),
  ]) {
    const [lent, own] = [renderPage(page(titles), null, responseBuffer), renderPage(page(titles))];
    expect(lent.identity.equals(own.identity)).toBe(true);
    expect(lent.etag).toBe(own.etag);
    expect((JSON.parse(lent.identity.toString()) as { results: { title: string }[] }).results.map(({ title }) => title)).toEqual(titles);
  }
});

// The second page is longer than the first buffer, and fills a new buffer to its last byte.
test.each([1, 100_000])('a cached page, and a page that a socket still reads, is not overwritten by the next page, of %i characters', (length) => {
  const responseBuffer = createResponseBuffer();
  const kept = renderPage(page(['kept'.repeat(length)]), null, responseBuffer);
  const keptText = keepContent(kept).toString();
  const read = renderPage(page(['read']), null, responseBuffer);
  responseBuffer.giveUp();
  const readText = read.identity.toString();
  renderPage(page(['the next one, longer than both of them', 'x'.repeat(length)]), null, responseBuffer);
  expect(kept.identity.toString()).toBe(keptText);
  expect(read.identity.toString()).toBe(readText);
  expect(keptText).toContain('kept');
});
