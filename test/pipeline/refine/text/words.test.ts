import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casingOf, isAllUpper, isNumber, shape, startsUpper, wordsOf } from '#pipeline/refine/text/words.ts';

describe('words', () => {
  test.each([
    ['AT&T’s Q3 profit of $1.5B beats 10-K by 2.5%', ['AT&T', 'Q3', 'profit', 'of', '$1.5B', 'beats', '10', 'K', 'by', '2.5%']],
    ['J.P. Morgan, U.S. and C3.ai don’t', ['J.P', 'Morgan', 'U.S', 'and', 'C3.ai', 'don’t']],
    ['1,500 units; 1Q EPS €0.30, 737 MAX', ['1,500', 'units', '1Q', 'EPS', '€0.30', '737', 'MAX']],
    ['1,2,3 Börje—Ekholm (ERIC)', ['1', '2', '3', 'Börje', 'Ekholm', 'ERIC']],
    ['$ %% … 株価', []],
  ])('of %s', (text, expected) => {
    expect(wordsOf(text).raw).toEqual(expected);
  });

  test('stand where they say, in order, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { raw, lower, lexemes, start, end } = wordsOf(text);
        expect([lower.length, lexemes.length, start.length, end.length]).toEqual([raw.length, raw.length, raw.length, raw.length]);
        let last = 0;
        raw.forEach((word, i) => {
          expect(start[i]).toBeGreaterThanOrEqual(last);
          expect(text.slice(start[i], end[i])).toBe(word);
          last = end[i] ?? 0;
        });
      }),
    );
  });
});

test('a word has one lexeme in any case, and its shape says what its text does', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aBcÉéZ19$€.,’ %+'), maxLength: 60 }), (text) => {
      const { raw, lower, lexemes, shapes } = wordsOf(text);
      raw.forEach((word, i) => {
        expect(lower[i]).toBe(word.toLowerCase().replaceAll('’', "'"));
        expect(lexemes[i]?.word).toBe(lower[i]);
        expect(shapes[i]).toBe(
          (startsUpper(word) ? shape.startsUpper : 0) + (isAllUpper(word) ? shape.isAllUpper : 0) + (isNumber(word) ? shape.isNumber : 0),
        );
      });
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['Ford recalls trucks after brake complaints', 'sentence'],
  ['Goldman Sachs upgrades Snap to Buy', 'sentence'],
  ['Ford Recalls Trucks After Brake Complaints From Drivers', 'title'],
  ['Ford Slips amid Concerns about Demand', 'title'],
  ['FORD RECALLS TRUCKS', 'upper'],
  ['ford recalls trucks', 'lower'],
  ['', 'title'],
])('casing of %s is %s', (text, expected) => {
  expect(casingOf(wordsOf(text))).toBe(expected);
});
