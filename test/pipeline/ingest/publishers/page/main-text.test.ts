/** The main text of pages: made-up ones, recorded ones whose text is known, and hostile ones. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mainText } from '#pipeline/ingest/publishers/page/main-text.ts';
import { readPage } from '#pipeline/ingest/publishers/page/read-page.ts';
import { dataDir } from '#test/support/data.ts';
import { pageOf, sentence } from './page-world.ts';

describe('the main text', () => {
  test('is the article without navigation, captions, labels before its first sentence, scripts and asides', () => {
    const page = `<html><head><title>Example Corp raises dividend</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/markets">Markets and other things of the day that you may like to read</a></li></ul></nav>
<article><h1>Example Corp raises dividend</h1><p>Updated Nov. 19, 2019 8:21 am ET</p><p>Text size</p>
<figure><img src="a.jpg"><figcaption>A picture of the headquarters of the company, taken in the spring of the year.</figcaption></figure>
<p>${sentence}</p><script>var hidden = "secret";</script><p>${sentence}</p><p>${sentence}</p></article>
<footer><p>All rights reserved by the publisher and its licensors, in all countries.</p></footer></body></html>`;
    expect(mainText(page).split('\n')).toEqual([sentence, sentence, sentence]);
  });

  test('is plain: entities are read, once', () => {
    const odd = 'AT&amp;T, 5 &lt; 6, said “yes” &#8212; twice, and its shares rose by a tenth on Monday in New York trading.';
    expect(mainText(pageOf(`<p>${odd}</p>`.repeat(4))).split('\n')[0]).toBe(
      'AT&T, 5 < 6, said “yes” — twice, and its shares rose by a tenth on Monday in New York trading.',
    );
  });

  test.each([
    ['nothing', ''],
    ['elements without end', '<p>'.repeat(50_000)],
    ['deep elements', `${'<div>'.repeat(900)}${sentence}`],
    ['many elements', `<p>${sentence}</p><i>x</i>`.repeat(20_000)],
    ['attributes of every kind', `<p a="<" 1="2" @x='"' class="&quot;><script>" "x">${sentence}</p>`],
    ['controls and lone surrogates', `<p>\u0000\u0001\ud800${sentence}</p>`],
  ])('is read without a fault from %s', (_, html) => {
    expect(typeof mainText(html)).toBe('string');
  });

  test('is of bounded length', () => {
    expect(mainText(pageOf(`<p>${sentence}</p>`.repeat(5_000))).length).toBeLessThanOrEqual(20_000);
  });
});

describe('a page', () => {
  const title = 'Example Corp raises dividend';
  const read = (body: Buffer, contentType: string | null = 'text/html') => readPage({ body, contentType, title });

  test('that is nested too deeply has no text', () => {
    expect(read(Buffer.from(pageOf(`${'<div>'.repeat(20_000)}${sentence}`)))).toEqual({ ok: false, reason: 'no_text' });
  });

  test('is read in the encoding that its server, else the page, names', () => {
    const text = `<p>Zürich: ${sentence}</p>`.repeat(4);
    const latin = Buffer.from(pageOf(text), 'latin1');
    expect(read(latin, 'text/html; charset=iso-8859-1')).toMatchObject({ ok: true, text: expect.stringContaining('Zürich') });
    const declared = Buffer.from(pageOf(text).replace('<head>', '<head><meta charset="windows-1252">'), 'latin1');
    expect(read(declared)).toMatchObject({ ok: true, text: expect.stringContaining('Zürich') });
  });

  test('that shows nothing without scripts gives the text that it declares', () => {
    const linked = JSON.stringify({ '@graph': [{ '@type': 'NewsArticle', articleBody: `${sentence} ${sentence}` }] });
    const page = `<html><head><script type="application/ld+json">${linked}</script></head><body><div id="root"></div></body></html>`;
    expect(read(Buffer.from(page))).toEqual({ ok: true, text: `${sentence} ${sentence}` });
  });

  test('without a type is one where it looks like one', () => {
    expect(read(Buffer.from(pageOf()), null)).toMatchObject({ ok: true });
    expect(read(Buffer.from('{"a": 1}'), null)).toEqual({ ok: false, reason: 'not_html' });
    expect(read(Buffer.from('{"a": 1}'), 'application/json')).toEqual({ ok: false, reason: 'not_html' });
  });
});

/** Pages of scrapinghub's article-extraction-benchmark. Those whose id hashes to an even digit served to choose the reader. */
const folder = join(dataDir('articles') ?? 'none', 'benchmark');
const isOfChoice = (id: string): boolean => Number.parseInt(createHash('sha256').update(id).digest('hex').charAt(0), 16) % 2 === 0;

describe.skipIf(!existsSync(folder))('the benchmark', () => {
  const truth = existsSync(folder)
    ? (JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')) as Record<string, { articleBody: string }>)
    : {};
  test.each([
    ['that the reader was chosen on', true],
    ['that it was not', false],
  ])('pages %s: the words of main texts, F1 at least 0.9', (_, chosen) => {
    const scores = Object.entries(truth)
      .filter(([id]) => isOfChoice(id) === chosen)
      .map(([id, { articleBody }]) =>
        wordsF1(mainText(gunzipSync(readFileSync(join(folder, `${id}.html.gz`))).toString('utf8')), articleBody.slice(0, 20_000)),
      );
    expect(scores.length).toBeGreaterThan(5);
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThan(0.9);
  });
});

function wordsF1(got: string, wanted: string): number {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [ours, theirs] = [wordsOf(got), wordsOf(wanted)];
  const left = new Map<string, number>();
  for (const word of theirs) left.set(word, (left.get(word) ?? 0) + 1);
  const shared = ours.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
  return ours.length + theirs.length === 0 ? 1 : (2 * shared) / (ours.length + theirs.length);
}
