import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluateEnrichment, printEnrichment } from '#ops/lab/evaluate/enrichment.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const folder = scratchFolder();

const write = (file: string, rows: readonly unknown[]): void => {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
};

write('sentiment/sentfin.jsonl', [
  { id: 1, title: 'Umbra Motors plunges 9% while Zephyr Foods surges', entities: { 'Umbra Motors': 'negative', 'Zephyr Foods': 'positive' } },
  { id: 2, title: 'Umbra Motors plunges 9% after profit warning', entities: { 'Umbra Motors': 'positive' } },
]);
write('sentiment/phrasebank.jsonl', [
  { sentence: 'Operating profit of Umbra rose to EUR 9.1 mn from EUR 4.2 mn .', label: 'positive', agree: 'all' },
]);
write('stories/mrpc_news_sentence_pairs.jsonl', [
  { label: 0, id1: '1', id2: '2', s1: 'A ship left port at noon today.', s2: 'The judge will rule on bail next week.' },
]);

test('measures the sets that are there by their names, and leaves out the others', () => {
  const { report } = evaluateEnrichment(folder);
  expect(Object.keys(report)).toEqual(['sentfin', 'phrasebank_50agree', 'mrpc']);
  expect(report['sentfin']).toMatchObject({ accuracy: 0.6667, conflict_accuracy: 1, n: 3, conflict_n: 2, without_near_copies: { n: 3 } });
  expect(report['sentfin']).toHaveProperty('macro_f1');
  expect(report['sentfin']).toHaveProperty('high_confidence_accuracy');
  expect(report['mrpc']).toEqual({ accuracy: 1, precision: 0, recall: 0, n: 1 });
});

test('prints every figure beside its goal, and whether it is reached', () => {
  const table = printEnrichment(evaluateEnrichment(folder).report);
  expect(table).toMatch(/^sentfin +conflict_accuracy +1\.0000 +0\.84 {2}reached$/m);
  expect(table).toMatch(/^sentfin +accuracy +0\.6667 +0\.88 {2}not reached$/m);
});

test('compares what every sentiment set claims with what is right', () => {
  const { reliability } = evaluateEnrichment(folder);
  expect(Object.keys(reliability)).toEqual(['sentfin', 'phrasebank_50agree', 'mrpc']);
  expect(reliability['sentfin']!.directions!.reduce((rows, step) => rows + step.rows, 0)).toBe(3);
});
