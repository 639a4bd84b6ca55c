import { expect, test } from 'vitest';
import { qualityOf } from '#ops/lab/evaluate/enrichment/quality.ts';
import { scoreVersion } from '#pipeline/refine/article/row-record.ts';
import { Quality } from '#schemas/quality.ts';

const labelled = { accuracy: 0.87654, macro_precision: 0.8, macro_recall: 0.7, macro_f1: 0.75, high_confidence_accuracy: 0.9, n: 12 };
const step = { from: 0.9, to: 1, predicted: 0.95555, observed: 0.9, rows: 10 };

test('each set of the report is an entry by task, with its rows, three decimals, its reliability and a note', () => {
  const report = { mrpc: { accuracy: 0.7, precision: 0.6, recall: 0.5, n: 3 }, twitter_sentiment: labelled };
  const found = Quality.parse(qualityOf(report, { twitter_sentiment: { directions: [step] } }, '2026-11-28T13:00:00.000Z'));
  expect(found).toMatchObject({ version: scoreVersion(), measured_at: '2026-11-28T13:00:00.000Z' });
  expect(found.tasks.map(({ task, set, rows }) => [task, set, rows])).toEqual([
    ['directions', 'Twitter Financial News, sentiment', 12],
    ['stories', 'MRPC', 3],
  ]);
  expect(found.tasks[0]).toMatchObject({ figures: { accuracy: 0.877, macro_f1: 0.75 }, reliability: [{ ...step, predicted: 0.956 }] });
  expect(found.tasks.every(({ note }) => note !== '')).toBe(true);
});

test('a report that lacks a figure is refused, with its name', () => {
  expect(() => qualityOf({ mrpc: { accuracy: 0.7, n: 3 } }, {}, '2026-11-28T13:00:00.000Z')).toThrow('no figure precision');
});
