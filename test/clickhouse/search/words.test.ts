import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStopWord, singular, wordsOf } from '#clickhouse/search/words.ts';

const terms = (text: string): string[] => wordsOf(text).map(({ term }) => term);

describe('words', () => {
  test.each([
    ["Nvidia's shares rise 3.5% to $1,234.50", ['nvidia', 'share', 'rise', '3.5', 'to', '1234.50']],
    ['AT&T, S&P 500 and M&A', ['at&t', 's&p', '500', 'and', 'm&a']],
    ['the U.S. economy. A U.K. deal', ['the', 'us', 'economy', 'a', 'uk', 'deal']],
    ['Nestlé und Müller ﬁled', ['nestle', 'und', 'muller', 'filed']],
    ['e-commerce — covid-19', ['e', 'commerce', 'covid', '19']],
    ["O’Reilly doesn't", ['oreilly', 'doesnt']],
    ['end.Next 10-Q 8.01', ['end', 'next', '10', 'q', '8.01']],
    ['💥 …', []],
  ])('%s', (text, expected) => expect(terms(text)).toEqual(expected));

  test.each([['losses', 'loss'], ['taxes', 'tax'], ['companies', 'company'], ['prices', 'price'], ['analysis', 'analysis'], ['status', 'status'], ['gas', 'gas'], ['banks', 'bank'], ['shoes', 'shoes']])(
    '%s counts as %s',
    (word, expected) => expect(singular(word)).toBe(expected),
  ); // prettier-ignore

  test('stand where they are said to, in order, each in lower case and well-formed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(..."aB9.,'’&- é\ud800") })), (text) => {
        let end = 0;
        for (const { term, from, to } of wordsOf(text)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          expect(term).toBe(term.toLowerCase().toWellFormed());
          expect(term).not.toBe('');
          end = to;
        }
      }),
    );
  });

  test('the same text in other case, or with its blanks doubled, has the same words', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abcs '), maxLength: 60 });
    fc.assert(
      fc.property(plain, (text) => {
        expect(terms(text.toUpperCase().replaceAll(' ', '  '))).toEqual(terms(text));
      }),
    );
  });

  test('stop words are known as the index spells them', () => {
    for (const word of ['the', 'was', 'has', 'this', 'its']) expect(terms(word).every(isStopWord), word).toBe(true);
  });
});
