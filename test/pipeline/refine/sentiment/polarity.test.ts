import { describe, expect, test } from 'vitest';
import { polarities } from '#pipeline/refine/sentiment/lexicon.ts';
import { polarityOf, type Span } from '#pipeline/refine/sentiment/polarity.ts';
import { expand } from '#pipeline/refine/text/phrases.ts';
import { wordsOf, type Words } from '#pipeline/refine/text/words.ts';

const spanOf = (words: Words, name: string): Span => {
  const from = words.lower.indexOf(name);
  return { from, to: from + 1 };
};

function scoreOf(title: string, name: string, other: string | null = null): number {
  const words = wordsOf(title);
  return polarityOf(words, [spanOf(words, name)], other === null ? [] : [spanOf(words, other)]).score;
}

describe('what encloses a name speaks of it, and of no neighbour', () => {
  test.each([
    ['Jefferies initiates Norvik at buy', 'norvik', 1],
    ["Moody's cuts Norvik debt rating", 'norvik', -1],
    ['Barclays starts Norvik at underweight', 'norvik', -1],
  ] as const)('%s', (title, name, way) => {
    expect(way * scoreOf(title, name)).toBeGreaterThan(1.5);
  });

  test('of two names the one that is enclosed', () => {
    expect(scoreOf('Halden initiates Norvik at buy', 'norvik', 'halden')).toBeGreaterThan(1.5);
    expect(Math.abs(scoreOf('Halden initiates Norvik at buy', 'halden', 'norvik'))).toBeLessThan(0.5);
  });
});

test('a phrase stands in the lexicon once: of two the later would count, unseen', () => {
  const phrases = polarities.flatMap(([phrase]) => expand(phrase)).map((words) => words.join(' '));
  expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
});

test('rates of interest are nobody’s interest, and their rise is no rise of a price', () => {
  const words = wordsOf('Norvik borrows before interest rates rise');
  expect(polarityOf(words, [spanOf(words, 'norvik')], []).expressions.map(({ text }) => text)).toEqual([]);
});
