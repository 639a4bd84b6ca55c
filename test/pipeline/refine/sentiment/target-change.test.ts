import { describe, expect, test } from 'vitest';
import { targetChangeIn } from '#pipeline/refine/sentiment/target-change.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

describe('a target that moves beside a rating that is kept', () => {
  test.each([
    ['Halden Maintains Neutral on Zephyr, Lowers Price Target to $31', { way: -1, isBacked: false }],
    ['Halden Maintains Zephyr at Hold, Raises PT from $8 to $9', { way: 1, isBacked: false }],
    ['Halden Maintains Overweight on Zephyr, Raises Price Target to $77', { way: 1, isBacked: true }],
    ['Halden reiterates Sell on Zephyr, cuts price target to $4', { way: -1, isBacked: true }],
    ['Halden Maintains Outperform on Zephyr, Lowers PT to $12', { way: 0, isBacked: false }],
    ['Halden keeps Underweight on Zephyr, lifts target to $12', { way: 0, isBacked: false }],
    ['Zephyr rated Hold: rating maintained, price target raised', { way: 1, isBacked: false }],
  ] as const)('%s', (title, expected) => {
    expect(targetChangeIn(wordsOf(title))).toEqual(expected);
  });

  test.each([
    'Halden maintains Neutral on Zephyr',
    'Halden Downgrades Zephyr to Hold, Raises PT to $179',
    'Zephyr maintains dividend, raises output',
    'Halden raises price target on Zephyr',
    '',
  ])('is none: %s', (title) => {
    expect(targetChangeIn(wordsOf(title))).toBeNull();
  });
});
