import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { childrenOf, readXml, textAt } from '#pipeline/ingest/sec/form4/strict-xml.ts';

const rootOf = (text: string) => {
  const result = readXml(text);
  if (!result.ok) throw new Error(result.detail);
  return result.root;
};

describe('xml', () => {
  test('reads elements, attributes, text, CDATA and references', () => {
    const root = rootOf(`<?xml version="1.0"?><!-- a -- b --><a x="1" y='&lt;2'>
      <b>one &amp; two</b><b><![CDATA[<raw> & ]]>tail</b><c/><d z = "3" /></a>`);
    expect(root.attributes).toEqual({ x: '1', y: '<2' });
    expect(childrenOf(root, 'b').map((b) => b.text)).toEqual(['one & two', '<raw> & tail']);
    expect(textAt(root, 'b')).toBe('one & two');
    expect(textAt(root, 'c')).toBe('');
    expect(textAt(root, 'nothing', 'here')).toBe('');
    expect(rootOf('<a>&#8220;&#x41;&quot;</a>').text).toBe('“A"');
  });

  test.each([
    ['an unclosed element', '<a><b></a>'],
    ['a stray end tag', '<a></b></a>'],
    ['an end tag too many', '<a></a></a>'],
    ['a cut document', '<a><b>te'],
    ['a cut tag', '<a><b'],
    ['two roots', '<a/><b/>'],
    ['text behind the root', '<a/>text'],
    ['an attribute without quotes', '<a x=1/>'],
    ['an attribute twice', '<a x="1" x="2"/>'],
    ['a comment without end', '<a><!-- </a>'],
    ['a control character', '<a>\u0001</a>'],
    ['nothing', ''],
    ['no markup', 'text'],
  ])('refuses %s', (_, text) => {
    expect(readXml(text)).toMatchObject({ ok: false, reason: 'malformed' });
  });

  test.each(['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '<a><!ENTITY x "y"></a>'])(
    'refuses document types and entities of their own: %s',
    (text) => {
      expect(readXml(text)).toMatchObject({ ok: false, reason: 'entity_expansion' });
    },
  );

  test('refuses nesting without bound', () => {
    expect(readXml('<a>'.repeat(10_000) + '</a>'.repeat(10_000)).ok).toBe(false);
  });

  test('accepts no text that a validating reader refuses', () => {
    // prettier-ignore
    const piece = fc.constantFrom(
      '<a>', '</a>', '<b x="1">', '</b>', '<c/>', 'text', '&amp;', '&', '<', '>', '<!-- c -->', '<![CDATA[x]]>', ' ', '"', '=', '<?p i?>', '</', '/>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `<r>${pieces.join('')}</r>`;
        if (readXml(text).ok) expect(XMLValidator.validate(text)).toBe(true);
      }),
      { numRuns: 600 },
    );
  });
});
