import { expect, test } from 'vitest';
import { bcubed, pearson, scoreLabels, scoreRetrieval, scoreYes, reliabilityOf } from '#ops/lab/evaluate/enrichment/figures.ts';

test('accuracy counts rows, macro-F1 gives every expected label the same say', () => {
  const rowsOf = (expected: string, answered: string) => [...expected].map((label, at) => ({ expected: label, answered: answered[at]! }));
  expect(scoreLabels(rowsOf('aaab', 'aaaa'))).toEqual({ accuracy: 0.75, macro_precision: 0.375, macro_recall: 0.5, macro_f1: 0.4286, n: 4 });
  expect(scoreLabels(rowsOf('ab', 'ab'))).toMatchObject({ accuracy: 1, macro_precision: 1, macro_recall: 1, macro_f1: 1, n: 2 });
  expect(scoreLabels([])).toMatchObject({ accuracy: 0, macro_f1: 0, n: 0 });
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

test('claims fall into ten steps; each says what it claims and what came true, and a step without claims is left out', () => {
  const claims = [0.91, 0.97, 1, 0.1].map((chance) => ({ chance, isTrue: chance !== 0.97 }));
  expect(reliabilityOf(claims)).toEqual([
    { from: 0.1, to: 0.2, predicted: 0.1, observed: 1, rows: 1 },
    { from: 0.9, to: 1, predicted: 0.96, observed: 0.6667, rows: 3 },
  ]);
  expect(reliabilityOf([])).toEqual([]);
});
