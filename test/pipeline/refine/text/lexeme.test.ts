import { expect, test } from 'vitest';
import { lexemeOf } from '#pipeline/refine/text/lexeme.ts';

test.each([
  ['eur13.1m', 13_100_000],
  ['rs500', 500],
  ['usd1,200', 1_200],
  ['gbp5bn', 5_000_000_000],
])('a figure with its currency written onto it is money: %s', (word, value) => {
  expect(lexemeOf(word)).toMatchObject({ numberKind: '<money>', number: { value } });
});

test.each(['covid19', 'eurozone', 'rs', 'usda', 'h100', 'b2b'])('a name with figures in it is none: %s', (word) => {
  expect(lexemeOf(word)).toMatchObject({ numberKind: null, number: null });
});

test('numbers of one kind are one word, other words are themselves', () => {
  expect(lexemeOf('12%').wordId).toBe(lexemeOf('47%').wordId);
  expect(lexemeOf('soars').wordId).not.toBe(lexemeOf('soared').wordId);
  expect(lexemeOf('soars').stem).toBe(lexemeOf('soared').stem);
});
