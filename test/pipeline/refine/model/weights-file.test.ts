import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadModel, modelFiles, MODELS_VERSION, weightsFolder } from '#pipeline/refine/model/weights.ts';
import { readWeights, writeWeights } from '#pipeline/refine/model/weights-file.ts';

const model = {
  name: 'test',
  version: '3',
  labels: ['no', 'yes'],
  bits: 4,
  unit: 0.25,
  temperature: 1.1,
  weights: Int8Array.from({ length: 32 }, (_, i) => (i % 5) - 2),
};

test('what is written is read back', () => {
  expect(readWeights(writeWeights(model, { rows: 7 }))).toEqual(model);
});

test('a file that is cut short is refused', () => {
  expect(() => readWeights(writeWeights({ ...model, weights: model.weights.slice(0, 8) }))).toThrow('cut short');
});

test('the shipped models are there, of the version that rows say, and a few megabytes together', () => {
  for (const name of Object.keys(modelFiles) as (keyof typeof modelFiles)[]) expect(loadModel(name)).toMatchObject({ name, version: MODELS_VERSION });
  const files = readdirSync(weightsFolder);
  expect(files.toSorted()).toEqual(Object.values(modelFiles).toSorted());
  expect(files.reduce((sum, file) => sum + statSync(new URL(file, weightsFolder)).size, 0)).toBeLessThan(5_000_000);
  expect(readFileSync(new URL(modelFiles.category, weightsFolder)).subarray(0, 1).toString()).toBe('{');
});
