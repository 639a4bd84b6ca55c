import { describe, expect, test } from 'vitest';
import { surpriseIn } from '#pipeline/refine/sentiment/surprise.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

describe('a print against what was expected', () => {
  test.each([
    ['EPS of $1.41 beats by $0.06, revenue of $1.96B beats by $110M', 1],
    ['EPS of $0.76 misses by $0.11, revenue of $2.01B misses by $70M', -1],
    ['EPS of $0.31 misses by $0.04, revenue of $61.63M beats by $0.13M', 0],
    ['EPS of $2.14 beats by $0.07, revenue of $2.16B misses by $18M', 0],
    ['Zephyr beats by $0.12, beats on revs', 1],
    ['Zephyr beats by $0.02, misses on revs', 0],
    ['FFO of $0.64 in-line, revenue of $365M misses by $34M', -1],
    ['GAAP EPS of $1.38 beats by $0.03, revenue of $331M in-line', 1],
    ['EPS of $1.07 misses by $0.04, raises FY22 earnings guidance', 0],
    ['Zephyr beats by $0.08 but cuts full-year guidance', -1],
    ['Zephyr beats on profit, disappoints with outlook', -1],
    ['Zephyr misses on earnings and lowers outlook', -1],
    ['EPS of $0.50, ahead of the $0.48 estimate', 1],
    ['EPS of $0.23, below the $0.31 consensus', -1],
    ['Profit of $12 million, beating forecasts', 1],
    ['Revenue of $3 billion, short of expectations', -1],
    ['Sales exceed last year; EPS above the average estimate of $2', 1],
  ] as const)('%s: %i', (title, way) => {
    expect(surpriseIn(wordsOf(title))).toBe(way);
  });

  test.each([
    'Zephyr beats its drum for open standards',
    'Zephyr misses deadline',
    'Rovers beat Hawks',
    'Zephyr raises guidance',
    'Zephyr profit below last year',
    'Zephyr earnings call is short, analysts expect',
    '',
  ])('is none: %s', (title) => {
    expect(surpriseIn(wordsOf(title))).toBeNull();
  });
});
