import { describe, expect, test } from 'vitest';
import { articleSimilarity, sentenceSimilarity } from '#ops/lab/evaluate/enrichment/similarity.ts';

const snow =
  'Two hurt as snowmobile hits tree in Pittsburg. A snowmobile crashed into a tree in Pittsburg on Saturday, hurting the driver and a passenger, New Hampshire officials said.';
const sameSnow =
  'Snowmobile crash in New Hampshire injures two. Officials in New Hampshire said two people were hurt when their snowmobile struck a tree in Pittsburg.';
const oil = 'Oil steadies after OPEC meeting. Brent crude was little changed as OPEC ministers left output targets where they were.';

describe('likeness', () => {
  test('of two reports of one event is greater than of two events', () => {
    expect(articleSimilarity(snow, sameSnow)).toBeGreaterThan(articleSimilarity(snow, oil) + 0.3);
  });

  test('is not made by what pages say of themselves', () => {
    const page = ' Sign up for our newsletter to read more. Registered users can read up to 3 reports. Enter your details below for free access.';
    expect(articleSimilarity(snow + page, oil + page)).toBeLessThan(0.4);
  });

  test.each([
    ['of a text with itself is 1', snow, snow, 1],
    ['of texts without a word in common is 0', 'Nvidia soars', 'Frost damages wheat', 0],
    ['of nothing is 0', '', '', 0],
  ] as const)('%s', (_, first, second, expected) => {
    expect(sentenceSimilarity(first, second)).toBeCloseTo(expected, 6);
  });
});
