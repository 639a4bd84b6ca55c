import { expect, test } from 'vitest';
import { createFeatureSet } from '#pipeline/refine/model/feature-set.ts';
import { evidenceFor, greatest, scoresOf, toProbabilities, type LinearModel } from '#pipeline/refine/model/linear.ts';

const bits = 10;

/** A model in which one feature speaks for the second label. */
function modelFor(hash: number): { model: LinearModel; bucket: number } {
  const set = createFeatureSet(bits);
  set.clear();
  set.add(hash, 0, 1);
  const bucket = set.buckets[0] ?? 0;
  const weights = new Int8Array(3 << bits);
  weights.set([-20, 60, -40], bucket * 3);
  return { model: { name: 'test', version: '1', labels: ['a', 'b', 'c'], bits, unit: 0.1, temperature: 1, weights }, bucket };
}

test('the label that the features speak for is the likeliest, and chances add up to one', () => {
  const { model } = modelFor(77);
  const set = createFeatureSet(bits);
  set.clear();
  set.add(77, 4, 5);
  const chances = toProbabilities(scoresOf(model, set, new Float64Array(3)), 1);
  expect(greatest(chances)).toBe(1);
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10);
});

test('the word that a feature begins at is named as its evidence', () => {
  const { model } = modelFor(77);
  const set = createFeatureSet(bits);
  set.clear();
  set.add(77, 4, 5);
  expect(evidenceFor(model, set, 1, 3).map(({ word }) => word)).toEqual([4]);
  expect(evidenceFor(model, set, 2, 3)).toEqual([]);
});

test('a text without features gets the same chance for every label', () => {
  const { model } = modelFor(77);
  const set = createFeatureSet(bits);
  set.clear();
  expect([...toProbabilities(scoresOf(model, set, new Float64Array(3)), 1)]).toEqual([1 / 3, 1 / 3, 1 / 3]);
});

test('a feature counts once in a text, and a text leaves nothing to the next', () => {
  const set = createFeatureSet(bits);
  set.clear();
  set.add(1, 0, 1);
  set.add(1, 3, 4);
  expect(set.size).toBe(1);
  set.clear();
  expect(set.size).toBe(0);
  set.add(1, 3, 4);
  expect([set.size, set.from[0]]).toEqual([1, 3]);
});

test('more features than there is room for are left out, not an error', () => {
  const set = createFeatureSet(16);
  set.clear();
  for (let i = 0; i < 20_000; i += 1) set.add(i, 0, 1);
  expect(set.size).toBe(set.buckets.length);
});

test('scores of three labels and of more are added up alike', () => {
  const set = createFeatureSet(bits);
  set.clear();
  for (const hash of [77, 78, 79]) set.add(hash, 0, 1);
  const rows = Int8Array.from({ length: 4 << bits }, (_, i) => ((i * 37) % 255) - 127);
  const of = (count: number): Float64Array => {
    const weights = Int8Array.from({ length: count << bits }, (_, i) => rows[Math.floor(i / count) * 4 + (i % count)] ?? 0);
    const labels = ['a', 'b', 'c', 'd'].slice(0, count);
    return scoresOf({ name: 'test', version: '1', labels, bits, unit: 0.1, temperature: 1, weights }, set, new Float64Array(count));
  };
  expect([...of(3)]).toEqual([...of(4)].slice(0, 3));
});
