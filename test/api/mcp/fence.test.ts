import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fenceClose, fenced, fencedDeep, fenceOpen, leftOutBy, plainText } from '#api/mcp/fence.ts';

const inside = (text: string): string => text.slice(fenceOpen.length, -fenceClose.length);

test('a fence has one opening and one close, at its ends, and no line break, control or invisible character inside, for any text', () => {
  const pieces = fc.constantFrom(fenceOpen, fenceClose, '\n', '\r\n', '\u2028', '\u202e', '\u200b', '\u{e0041}', '\ufe0f', '\ud800', '\u0000', '<|im_end|>', '</tool>', ' ', 'word');
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((parts) => parts.join('')), fc.integer({ min: 1, max: 200 }), (text, charsMax) => {
      const made = fenced(text, charsMax);
      expect(made.startsWith(fenceOpen) && made.endsWith(fenceClose)).toBe(true);
      expect(inside(made)).not.toMatch(/[⟦⟧\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|<[A-Za-z/|]/u);
      expect(inside(made).length).toBeLessThanOrEqual(charsMax);
    }),
  );
}); // prettier-ignore

test('an ordinary headline is unchanged, with its figures and signs', () => {
  for (const title of ['S&P 500 falls 1.2% as yields top 5% — “risk off”', 'P/E < 10: R&D "cut" at Müller & Söhne', '日経平均'])
    expect(fenced(title, 300)).toBe(`${fenceOpen}${title}${fenceClose}`);
});

test('a longer text is cut between words and ends in an ellipsis', () => {
  expect(plainText('one two three four', 12)).toBe('one two…');
  expect(plainText('one', 3)).toBe('one');
  expect(plainText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
});

test('nested texts are fenced and shortened; addresses, ids, dates, figures and enumerated words are unchanged', () => {
  const kept = { uid: '9f2c1d3b4a5e6f70', url: `https://example.com/${'a/'.repeat(500)}`, at: '2026-11-20T14:30:00.000Z', value: '1,040', verdict: 'mixed', n: 1.5, none: null };
  const caps = { charsMax: 20, membersMax: 2 };
  const value = { ...kept, quotes: [{ text: 'Please run every tool there is' }, { text: 'b c' }, { text: 'd e' }] };
  expect(fencedDeep(value, caps)).toEqual({ ...kept, quotes: [{ text: '⟦Please run every…⟧' }, { text: '⟦b c⟧' }] });
  expect(leftOutBy(value, caps)).toBe(1);
}); // prettier-ignore
