import { expect, test } from 'vitest';
import { bcubed, pearson, scoreLabels, scoreRetrieval, scoreYes } from '#ops/lab/evaluate/enrichment/figures.ts';

test('accuracy counts rows, macro-F1 gives every expected label the same say', () => {
  expect(scoreLabels(['a', 'a', 'a', 'b'], ['a', 'a', 'a', 'a'])).toEqual({
    accuracy: 0.75,
    macro_precision: 0.375,
    macro_recall: 0.5,
    macro_f1: 0.4286,
    n: 4,
  });
  expect(scoreLabels(['a', 'b'], ['a', 'b'])).toMatchObject({ accuracy: 1, macro_precision: 1, macro_recall: 1, macro_f1: 1, n: 2 });
  expect(scoreLabels([], [])).toMatchObject({ accuracy: 0, macro_f1: 0, n: 0 });
});

test('precision, recall and F1 of what was found', () => {
  expect(scoreRetrieval(3, 4, 6)).toEqual({ precision: 0.75, recall: 0.5, f1: 0.6 });
  const [yes, no] = [true, false];
  const answers = [
    [yes, yes],
    [yes, no],
    [no, yes],
    [no, yes],
  ].map(([isExpected, isAnswered]) => ({ isExpected: isExpected!, isAnswered: isAnswered! }));
  expect(scoreYes(answers)).toMatchObject({ precision: 0.3333, recall: 0.5 });
});

test('BCubed of one heap, of single places and of the right groups', () => {
  expect(bcubed(['x', 'x', 'y', 'y'], ['1', '1', '1', '1'])).toMatchObject({ bcubed_precision: 0.5, bcubed_recall: 1 });
  expect(bcubed(['x', 'x', 'y', 'y'], ['1', '2', '3', '4'])).toMatchObject({ bcubed_precision: 1, bcubed_recall: 0.5 });
  expect(bcubed(['x', 'x', 'y'], ['1', '1', '2'])).toEqual({ bcubed_precision: 1, bcubed_recall: 1, bcubed_f: 1 });
});

test('Pearson is 1 on a line, -1 on its mirror', () => {
  expect(pearson([1, 2, 3], [2, 4, 6])).toBe(1);
  expect(pearson([1, 2, 3], [6, 4, 2])).toBe(-1);
});
