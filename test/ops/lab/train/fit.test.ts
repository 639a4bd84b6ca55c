import { expect, test } from 'vitest';
import { chancesOf, fit, quantise, randomFrom, temperatureFor, type Example } from '#ops/lab/train/fit.ts';

const settings = { bits: 6, labels: 2, epochs: 8, rate: 0.3, decay: 1e-5, seed: 4, meanFrom: null };
const random = randomFrom(9);

/** Bucket 1 says the first label, bucket 2 the second; the others say nothing. */
const examples: Example[] = Array.from({ length: 300 }, () => {
  const label = random() < 0.5 ? 0 : 1;
  return { buckets: Int32Array.from([label + 1, 3 + Math.floor(random() * 60)]), offsets: null, label, weight: 1 };
});

test('what tells the labels apart is learnt', () => {
  const weights = fit(examples, settings);
  const chances = new Float64Array(2);
  expect(chancesOf(weights, { buckets: Int32Array.from([1]), offsets: null }, chances)[0]).toBeGreaterThan(0.8);
  expect(chancesOf(weights, { buckets: Int32Array.from([2]), offsets: null }, chances)[1]).toBeGreaterThan(0.8);
});

test('the same examples and seed make the same weights, another seed others', () => {
  expect(fit(examples, settings)).toEqual(fit(examples, settings));
  expect(fit(examples, settings)).not.toEqual(fit(examples, { ...settings, seed: 5, meanFrom: null }));
});

test('an offset is added and not learnt again', () => {
  const offset = examples.map((example) => ({ ...example, offsets: Float64Array.from(example.label === 0 ? [5, 0] : [0, 5]) }));
  const learnt = (weights: Float32Array): number => weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  expect(learnt(fit(offset, settings))).toBeLessThan(learnt(fit(examples, settings)));
});

test('as small whole numbers the weights say what they said', () => {
  const weights = fit(examples, settings);
  const { weights: small, unit } = quantise(weights);
  const widest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  for (let i = 0; i < weights.length; i += 1)
    if (Math.abs(weights[i]!) < 127 * unit) expect(Math.abs(small[i]! * unit - weights[i]!)).toBeLessThanOrEqual(widest / 100);
});

test('answers that claim too much are cooled', () => {
  const weights = fit(examples, settings);
  const wrong = examples.map((example, i) => ({ weights, example: i % 4 === 0 ? { ...example, label: 1 - example.label } : example }));
  expect(temperatureFor(wrong, 2)).toBeGreaterThan(1);
});
