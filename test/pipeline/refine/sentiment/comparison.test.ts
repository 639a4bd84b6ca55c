import { expect, test } from 'vitest';
import { comparisonsIn } from '#pipeline/refine/sentiment/comparison.ts';
import { readSentiment } from '#pipeline/refine/sentiment/read.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

const ways = (text: string): number[] => comparisonsIn(wordsOf(text)).map(({ way }) => way);

test.each([
  ['Operating profit rose to EUR 13.1 mn from EUR 8.7 mn', [1]],
  ['Net sales totalled EUR 5.1 mn, compared with EUR 6.2 mn in 2005', [-1]],
  ['Sales increased from EUR5.1m to EUR6.2m', [1]],
  ['Shr 34 cts vs 28 cts', [1]],
  ['Revenue was $1.2 billion versus $900 million', [1]],
])('of what is good when it grows, the figures say which way: %s', (text, expected) => {
  expect(ways(text)).toEqual(expected);
});

test.each([
  ['Pretax loss totalled EUR 117mn compared to a loss of EUR 65mn', [-1]],
  ['Diluted loss per share stood at EUR0.1 versus EUR0.3', [1]],
  ['Expense ratio was 102.6% compared to 92.9%', [-1]],
])('of what is bad when it grows, the other way: %s', (text, expected) => {
  expect(ways(text)).toEqual(expected);
});

test('a profit against a loss is up, a loss against a profit down, whatever their sizes', () => {
  expect(ways('Net profit of EUR20m from a net loss of EUR94m')).toEqual([1]);
  expect(ways('Cash flow was EUR 0.4 mn compared to a negative EUR 15.5 mn')).toEqual([1]);
  expect(ways('Net loss of EUR 2 mn against a profit of EUR 1 mn')).toEqual([-1]);
});

test('a size that is written once holds for both figures', () => {
  expect(ways('Operating profit was EUR 8.3 mn compared to EUR 8.4 a year ago')).toEqual([-1]);
});

test('years, quarters and figures that nothing compares are no comparison', () => {
  expect(ways('In 2008 the company had 340 employees in 12 countries')).toEqual([]);
  expect(ways('Q3 results are due on 24 October 2008')).toEqual([]);
  expect(ways('Boeing wins $12 billion order from Emirates for 65 jets')).toEqual([]);
});

test('the compared figures are the evidence of the reading', () => {
  const { sentiment, expressions } = readSentiment(wordsOf('Operating profit totalled EUR 13.1 mn, compared with EUR 8.7 mn a year ago.'), null, []);
  expect(sentiment).toBe('positive');
  expect(expressions.map(({ text }) => text)).toContain('13.1 mn, compared with EUR 8.7');
});
