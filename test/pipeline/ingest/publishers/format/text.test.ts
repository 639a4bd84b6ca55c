import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLinkList, lineOf, linesOf } from '#pipeline/ingest/publishers/format/text.ts';

const html = (value: string): string => lineOf({ kind: 'html', value }, 10_000);
const plain = (value: string): string => lineOf({ kind: 'text', value }, 10_000);

test('a list of links is told from a list of points', () => {
  const list = (items: string): boolean => isLinkList({ kind: 'html', value: `<ol>${items}</ol>` });
  expect(list('<li><a href="/1">Ford recalls trucks</a>&nbsp;<font>The Desk</font></li>\n<li> <a href="/2">Tesla cuts</a></li>')).toBe(true);
  expect(list('<li><a href="/1">Output</a> reaches 250,000 barrels</li><li>Chevron holds 30%</li>')).toBe(false);
  expect(list('<li><a href="/1">Ford recalls trucks</a></li>')).toBe(false);
  expect(list('<li><a href="/1">Ford</a> recalled 80,000 trucks</li><li><a href="/2">GM</a> cut shifts</li>')).toBe(false);
  const related = '<ul><li><a href="/1">Related 1</a></li><li><a href="/2">Related 2</a></li></ul>';
  expect(isLinkList({ kind: 'html', value: `<p>Norvik raised its outlook to $9.</p>${related}` })).toBe(false);
});

test.each([
  ['One<br>Two<br/>Three', 'One Two Three'],
  ['<td>1</td><td>2</td>', '1 2'],
  ['safe<SCRIPT type="a">if (1<2) x()</SCRIPT > text', 'safe text'],
  ['a<style>p{color:red}</style>b<iframe src="x">no frames</iframe>c', 'abc'],
  ['a<iframe src="x"/>b<script src="y"/>c', 'abc'],
  ['a<svg><title>hidden</title><circle/></svg>b', 'ab'],
  ['a<!-- <b>not</b> shown -->b<![CDATA[ wrapped twice ]]>c', 'ab wrapped twice c'],
  ['<a href="x>y" title=\'<b>\'>link</a>', 'link'],
  ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
  ['unclosed <b>bold', 'unclosed bold'],
  ['cut off <a href="http', 'cut off'],
  ['Shares of <PRY> and <AAPL.O> rise', 'Shares of <PRY> and <AAPL.O> rise'],
  ['<B>Loud</B> <P>html', 'Loud html'],
])('HTML is read as a browser shows it: %s', (markup, expected) => expect(html(markup)).toBe(expected));

describe('entities are decoded', () => {
  test.each([
    ['AT&amp;amp;T', 'AT&T'],
    ['&lt;b&gt;Bold&lt;/b&gt; words', 'Bold words'],
    ['caf&eacute; &prime; &Otilde; &#8217; &#x2019; &#146;', 'café ′ Õ ’ ’ ’'],
    ['no semicolon: &#8220 &nbsp and &notanentity;', 'no semicolon: “ and &notanentity;'],
    ['&#xD800; &#0; &#x110000; &#99999999999;', '� � � �'],
  ])('%s', (markup, expected) => expect(html(markup)).toBe(expected));

  test('of plain text only where they were escaped twice, and its tags are text', () => {
    expect(plain('History of the <blink> tag &amp; more')).toBe('History of the <blink> tag & more');
  });
});

test.each([
  ['a\u0000b\u0007c\u007fd', 'abcd'],
  ['a\ud800b\udc00c😀d', 'abc😀d'],
  ['in\u00advis\u200bi\ufeffble \u202eright to left\u202c', 'invisible right to left'],
  ['it\u0092s \u0093quoted\u0094 \u0081x', 'it’s “quoted” x'],
  ['\ufffe\uffff\ufdd0x', 'x'],
])('what cannot be read is removed: %j', (text, expected) => {
  expect(plain(text)).toBe(expected);
  expect(html(text)).toBe(expected);
});

test('main text keeps a line a block', () => {
  expect(linesOf({ kind: 'html', value: '<h1>Head</h1>\n\n<p>One\n two </p><ul><li>a<li>b</ul><p> </p>End' }, 1_000)).toBe(
    'Head\nOne\ntwo\na\nb\nEnd',
  );
});

test('any markup gives well-formed text on one line, with no control character, within the limit', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<', '>', '&', '</', '<script>', '<!--', '-->', '<![CDATA[', '&amp;', '&#', '&lt;p&gt;', '<svg>', '<AB.C>', '\ud800', '\u0085'),
    ),
  );
  fc.assert(
    fc.property(pieces, fc.constantFrom('html' as const, 'text' as const), (parts, kind) => {
      const line = lineOf({ kind, value: parts.join('') }, 50);
      expect(line.length).toBeLessThanOrEqual(50);
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toMatch(/\p{Cc}|^\s|\s$|\s\s/u);
    }),
  );
});
