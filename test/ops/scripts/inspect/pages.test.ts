/** `npm run inspect` on articles: pages, feeds of a configured source, and both without a list of symbols. */
import { describe, expect, test } from 'vitest';
import { readArticlePage } from '#ops/scripts/inspect/article-page.ts';
import { NestedTooDeepError } from '#pipeline/ingest/parse/parse-html.ts';
import { mainText } from '#pipeline/ingest/publishers/page/main-text.ts';
import type { Article } from '#schemas/item.ts';
import { inspectHere, put, symbolsFile } from './inspect-here.ts';
import { runScript } from '../run-script.ts';

interface Line {
  kind?: string;
  rows: Article[];
  drops: { reason: string }[];
  unlinked?: { title: string; url: string }[];
  note?: string;
  error?: string;
}

const at = ['--at', '2026-03-02T15:00:00.000Z'] as const;
async function inspect(words: readonly string[]): Promise<{ line: Line; errors: string }> {
  const { out, errors } = await inspectHere([...at, ...words]);
  return { line: JSON.parse(out) as Line, errors };
}
/** Runs it as a command of its own, for settings. */
async function inspectWith(environment: NodeJS.ProcessEnv, words: readonly string[]): Promise<Line> {
  const { code, out } = await runScript('ops/scripts/inspect.ts', [...at, ...words], environment);
  expect(code).toBe(0);
  return JSON.parse(out) as Line;
}

const lead = 'Apple Inc. (NASDAQ: AAPL) reported quarterly revenue of $95 billion on Monday and raised its dividend by 4%.';
const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Apple raises dividend | Daily Example</title>
<link rel="canonical" href="https://www.daily.example.com/apple-dividend">
<meta property="og:title" content="Apple reports record quarterly revenue and raises its dividend">
<meta property="og:site_name" content="Daily Example"><meta property="og:type" content="article">
<meta property="article:published_time" content="2026-03-02T14:30:00Z"></head>
<body><nav><ul><li><a href="/">Home</a></li><li><a href="/markets">Microsoft and other shares of the day</a></li></ul></nav>
<div class="cookie-notice"><p>We use cookies to improve your experience on all of our many pages, and so do 743 partners of ours.</p></div>
<main><article><h1>Apple reports record quarterly revenue and raises its dividend</h1><p>${lead}</p>
<p>The company said that it expects revenue to grow by a tenth in the running quarter, more than analysts had thought.</p>
<ul><li><a href="/a">Read more about this</a></li></ul></article></main>
<footer><p>All rights reserved by the Daily Example and its licensors, in all countries of the world, for ever.</p></footer></body></html>`;

const feed = (...entries: readonly [path: string, title: string, minute: number][]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example.com/</link>${entries
    .map(
      ([path, title, minute]) =>
        `<item><title>${title}</title><link>https://news.example.com/${path}</link><pubDate>Mon, 02 Mar 2026 14:${minute}:00 GMT</pubDate><description>${lead}</description></item>`,
    )
    .join('')}</channel></rss>`;

describe('a page that is nested without end', () => {
  const nested = (tag: string): string => `<!doctype html><html><body>${tag.repeat(60_000)}`;

  test.each([
    ['blocks', '<div>'],
    ['marks of a headline', '<h1><b>'],
  ])('of %s is given up', (_, tag) => {
    expect(() => readArticlePage(Buffer.from(nested(tag)), null)).toThrow(NestedTooDeepError);
    expect(() => mainText(nested(tag))).toThrow(NestedTooDeepError);
  });

  test('is refused as malformed', async () => {
    const { line, errors } = await inspect(['--symbols', 'none', put('deep.html', nested('<div>'))]);
    expect(errors).toContain('1 of 1 files were refused');
    expect(line).toMatchObject({ kind: 'page', error: 'malformed', detail: expect.stringContaining('nested deeper') });
  });
});

describe('the page of an article', () => {
  test('gives the row that a feed with its text would give, at the address that the page names', async () => {
    const { line, errors } = await inspect([put('page.html', page), '--symbols', symbolsFile]);
    expect(errors).toBe('');
    expect(line).toMatchObject({ kind: 'page', drops: [] });
    expect(line.rows[0]).toMatchObject({
      original: {
        title: 'Apple reports record quarterly revenue and raises its dividend',
        url: 'https://www.daily.example.com/apple-dividend',
        source: 'Daily Example',
        source_domain: 'example.com',
        time_published: '2026-03-02T14:30:00.000Z',
      },
      enrichment: { tickers: ['AAPL'], category: 'earnings' },
    });
    expect(JSON.stringify(line)).not.toMatch(/cookies|licensors|743 partners/);
  });

  test('is reduced to its main text: no navigation, no notices, no lists of links', () => {
    expect(mainText(page).split('\n')).toEqual([
      lead,
      'The company said that it expects revenue to grow by a tenth in the running quarter, more than analysts had thought.',
    ]);
    expect(mainText('<p>'.repeat(50_000))).toBe('');
  });
});

describe('a feed', () => {
  test('at the address of a configured source has its outlet, domain and language; elsewhere that is guessed, and said', async () => {
    const url = 'https://feeds.wire.example.org/all';
    const source = { id: 'wire', name: 'Wire', url, domain: 'example.com', outlet: 'The Example Wire', kind: 'feed', language: 'en' };
    const settings = { SOURCES_FILE: put('sources.json', JSON.stringify([source])) };
    const file = put('feed.xml', feed(['a', 'Apple reports record quarterly revenue and raises its dividend', 30]));
    const line = await inspectWith(settings, [file, '--symbols', symbolsFile, '--url', url]);
    expect(line.rows[0]!.original.source).toBe('The Example Wire');
    expect(line.note).toBeUndefined();
    const other = await inspect([file, '--symbols', symbolsFile, '--url', 'https://www.other.example.net/rss']);
    expect(other.line.rows[0]!.original.source).toBe('other.example.net');
    expect(other.line.note).toContain('no configured source has this address');
  });

  test('is read oldest first, as the service does: of two alike the later one is the copy', async () => {
    const entries = feed(
      ['later', 'Apple reports record quarterly revenue, and raises its dividend', 50],
      ['first', 'Apple reports record quarterly revenue and raises its dividend', 10],
    );
    const { line } = await inspect([put('two.xml', entries), '--symbols', symbolsFile]);
    expect(line.rows.map(({ original }) => original.url)).toEqual(['https://news.example.com/first']);
    expect(line.drops).toMatchObject([{ reason: 'near_duplicate' }]);
  });

  test('without a list of symbols: that is said once, and an article that needs a ticker is told apart, not dropped', async () => {
    const file = put('feed.xml', feed(['a', 'Apple reports record quarterly revenue and raises its dividend', 30]));
    const { line, errors } = await inspect([file, '--symbols', 'none']);
    expect(line).toMatchObject({ symbols: 'none', rows: [], drops: [], unlinked: [{ url: 'https://news.example.com/a' }] });
    expect(errors).toMatch(/^inspect: there is no symbol list[^\n]+--symbols FILE[^\n]+\n$/);
  });
});
