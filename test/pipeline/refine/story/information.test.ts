import { expect, test } from 'vitest';
import { INFORMATION_MAX, informationOf } from '#pipeline/refine/story/information.ts';
import { lexemeOf } from '#pipeline/refine/text/lexeme.ts';

const of = (word: string): number => informationOf(lexemeOf(word));

test('a word says more the fewer texts hold it, names that are always in the news among them', () => {
  expect(of('the')).toBeLessThan(of('stock'));
  expect(of('stock')).toBeLessThan(of('tesla'));
  expect(of('tesla')).toBeLessThan(of('prometheus'));
});

test('what no table knows says the most, and the same again', () => {
  expect(of('zorbexian')).toBe(INFORMATION_MAX);
  expect(of('zorbexian')).toBe(INFORMATION_MAX);
});
