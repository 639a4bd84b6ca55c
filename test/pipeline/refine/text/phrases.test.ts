import { describe, expect, test } from 'vitest';
import { compilePhrases, findOverlapping, findPhrases } from '#pipeline/refine/text/phrases.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

const phrases = compilePhrases([
  ['{raises,cuts} ... {guidance,price target}', 'change'],
  ['cuts', 'cuts'],
  ['eps <money>', 'eps'],
  ['up <pct>', 'up'],
  ['<quarter> results', 'results'],
  ['in <year>', 'year'],
  ['<num> stocks', 'list'],
] as const);
const values = (text: string): string[] => findPhrases(phrases, wordsOf(text)).map(({ value }) => value);

describe('a phrase', () => {
  test.each([
    ['cuts costs', ['cuts']],
    ['Cuts its full year guidance', ['change']],
    ['cuts one two three four five guidance', ['change']],
    ['cuts one two three four five six guidance', ['cuts']],
    ['raises Ford price target', ['change']],
    ['EPS $1.20 up 5%', ['eps', 'up']],
    ['EPS 1.20 up 5', []],
    ['Q3 results in 2026', ['results', 'year']],
    ['3Q results', ['results']],
    ['7 stocks, 2026 stocks, 5% stocks', ['list', 'list', 'list']],
    ['', []],
  ])('in %j', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test('names the words that it covers', () => {
    expect(findPhrases(phrases, wordsOf('Ford cuts its guidance now'))).toEqual([{ value: 'change', from: 1, to: 4 }]);
  });

  test('may overlap another where that is asked for', () => {
    const nested = compilePhrases([
      ['a b', 'ab'],
      ['b c', 'bc'],
    ] as const);
    expect(findOverlapping(nested, wordsOf('a b c')).map(({ value }) => value)).toEqual(['ab', 'bc']);
    expect(findPhrases(nested, wordsOf('a b c')).map(({ value }) => value)).toEqual(['ab']);
  });
});
