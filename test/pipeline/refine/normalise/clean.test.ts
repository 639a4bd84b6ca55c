import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { cleanText, holdsMarkup } from '#pipeline/refine/normalise/clean.ts';

/** Returns the kinds of nodes other than text that a reader of HTML finds. */
const markupIn = (text: string): string[] =>
  parseDocument(text)
    .children.map(({ type }): string => type)
    .filter((type) => type !== 'text');
const escaped = (text: string, times: number): string =>
  times === 0 ? text : escaped(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), times - 1);

describe('markup is gone, however it is dressed', () => {
  const svg = '<svg onload=alert(1)>';
  test.each([
    ...[0, 1, 2, 400].map((times): [string, string] => [`before ${escaped(svg, times)} after`, 'before after']),
    ['before &#60svg/onload=alert(1)&#62 after', 'before after'],
    ['before <\u200bsvg onload=alert(1)> after', 'before after'],
    ['Apple \u{e0001}\u{e0042}\u{e0055}\u{e0059}\u{e007f}beats estimates', 'Apple beats estimates'],
    ['before &lt;&#8203;svg onload=alert(1)&gt; after', 'before after'],
    ['before <img src="x>y" onerror=\'<b>\'> after', 'before after'],
    ['before <img src="x onerror=alert(1)> after', 'before after'],
    ['before <Origin Href="QuoteRef">VIA.N</Origin> after', 'before VIA.N after'],
    ['before <custom-element></custom-element> after', 'before < custom-element> after'],
    ['before <script>alert("</b>")</script > after', 'before after'],
    ['before <!-- <b> --> after <!-- the end', 'before after'],
    ['before <![CDATA[in <b>bold</b>]]> after', 'before in bold after'],
    ['before <!DOCTYPE html> <?xml version="1.0"?> <?php echo 1 ?> after', 'before after'],
    ['before <p>one<p>two<br/>three</p> after', 'before one two three after'],
    ['İstanbul <b>İş</b> Bankası', 'İstanbul İş Bankası'],
  ])('%s', (text, expected) => expect(cleanText(text)).toBe(expected));
});

describe('what is not a markup stays', () => {
  test.each([
    'M&A, S&P 500, H&GTV, R&D',
    'P/E<10 & falling',
    '1<2>3',
    'profit > cost, -> up, <- down, <= 5, <$5, <<',
    'x &notanentity; y &; &#; &#x;',
    '100% & more',
  ])('%s', (text) => expect(cleanText(text)).toBe(text));

  test.each([
    ['AT&amp;amp;amp;T', 'AT&T'],
    ['Johnson &amp Johnson &nbsp;&quot;x&quot;', 'Johnson & Johnson "x"'],
    ['5 &lt; 6 &amp;gt; 4', '5 < 6 > 4'],
    ['Pittway <PRY> and Prysmian <PRY.MI> rise', 'Pittway (PRY) and Prysmian (PRY.MI) rise'],
  ])('%s is %s', (text, expected) => expect(cleanText(text)).toBe(expected));

  // A space keeps the sign from opening a tag.
  test.each([
    ['x<y>z', 'x< y>z'],
    ['if a<b and c>d', 'if a< b and c>d'],
    ['<insert company name> wins', '< insert company name> wins'],
    ['&l<b></b>t;svg onload=x>', '& lt;svg onload=x>'],
    ['<<b></b>svg onload=x>', '< svg onload=x>'],
  ])('%s is %s', (text, expected) => expect(cleanText(text)).toBe(expected));
});

// prettier-ignore
const pieces = fc.constantFrom(
  '<', '>', '/', '!', '?', '&', ';', '#', '"', "'", '=', ' ', '\n', '-', '--', ']]>', 'a', 'b', 'svg', 'script', 'onload=', 'x', 'p', 'A', 'Z',
  '&lt;', '&gt;', '&amp;', '&#60;', '&#x3c;', '&#38', '&LT;', '&lt', 'amp;', 'lt;', '&lt\u037e', '&#8203;', '\u200b', '\u00ad', '\u0338', 'İ', '\ud800',
  '<b>', '</b>', '<!--', '-->', '<![CDATA[', '<?', '</', '<script>', '</script>', '<svg onload=alert(1)>', '<a href="', "<a href='", '<PRY>', '&nbsp;', '<title>',
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

test('whatever goes in, no reader of HTML finds anything but text in what comes out, once and decoded again', () => {
  fc.assert(
    fc.property(texts, fc.nat(5), (text, times) => {
      const clean = cleanText(escaped(text, times));
      expect(markupIn(clean)).toEqual([]);
      expect(clean).not.toMatch(/<[A-Za-z/!?]/);
      expect(holdsMarkup(clean)).toBe(false);
      const decoded = parseDocument(clean, { decodeEntities: true })
        .children.map((node) => ('data' in node ? node.data : ''))
        .join('');
      expect(markupIn(decoded)).toEqual([]);
      expect(clean).not.toMatch(/\p{Cc}|^\s|\s$|\s\s/u);
      expect(cleanText(clean)).toBe(clean);
    }),
    { numRuns: 1_000 },
  );
});

test('letters and figures of a text without a tag all come through', () => {
  const words = fc.array(fc.stringMatching(/^(?:[A-Za-z0-9$%.,]{1,8}|<|>|&|< \w|<\d)$/), { maxLength: 30 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(words, (text) => {
      expect(cleanText(text)).toBe(text.replace(/\s+/g, ' ').trim());
    }),
  );
});
