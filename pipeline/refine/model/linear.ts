/**
 * A linear model over hashed features: one row of small whole-number weights a bucket, one column a label.
 * Scores are the sums over a text's features, divided by the root of their number, as probabilities.
 */
import type { FeatureSet } from './feature-set.ts';

export interface LinearModel {
  readonly name: string;
  readonly version: string;
  readonly labels: readonly string[];
  readonly bits: number;
  /** What one unit of a weight is worth. */
  readonly unit: number;
  /** Scores are divided by it, so that a probability is how often such a call is right (Guo et al. 2017). */
  readonly temperature: number;
  /** By bucket, then label. */
  readonly weights: Int8Array;
}

/** Fills `into`, one score a label, not yet probabilities. */
export function scoresOf({ labels, unit, weights }: LinearModel, { size, buckets }: FeatureSet, into: Float64Array): Float64Array {
  const count = labels.length;
  const sums = count === 3 ? sumsOfThree(weights, buckets, size) : sumsOf(weights, buckets, size, count);
  const scale = size === 0 ? 0 : unit / Math.sqrt(size);
  for (let label = 0; label < count; label += 1) into[label] = (sums[label] ?? 0) * scale;
  return into;
}

const LABELS_MAX = 32;
const scratch = new Int32Array(LABELS_MAX);

function sumsOf(weights: Int8Array, buckets: Int32Array, size: number, count: number): Int32Array {
  scratch.fill(0);
  for (let at = 0; at < size; at += 1) {
    const row = (buckets[at] ?? 0) * count;
    for (let label = 0; label < count; label += 1) scratch[label] = (scratch[label] ?? 0) + (weights[row + label] ?? 0);
  }
  return scratch;
}

/** The same for the models of sentiment, whose sums fit in registers. */
function sumsOfThree(weights: Int8Array, buckets: Int32Array, size: number): Int32Array {
  let first = 0;
  let second = 0;
  let third = 0;
  for (let at = 0; at < size; at += 1) {
    const row = (buckets[at] ?? 0) * 3;
    first += weights[row] ?? 0;
    second += weights[row + 1] ?? 0;
    third += weights[row + 2] ?? 0;
  }
  scratch[0] = first;
  scratch[1] = second;
  scratch[2] = third;
  return scratch;
}

/** In place: scores to probabilities. */
export function toProbabilities(scores: Float64Array, temperature: number): Float64Array {
  let max = -Infinity;
  for (const score of scores) if (score > max) max = score;
  let sum = 0;
  for (let i = 0; i < scores.length; i += 1) {
    scores[i] = Math.exp(((scores[i] ?? 0) - max) / temperature);
    sum += scores[i] ?? 0;
  }
  for (let i = 0; i < scores.length; i += 1) scores[i] = (scores[i] ?? 0) / sum;
  return scores;
}

export function greatest(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i += 1) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
}

export interface WordEvidence {
  readonly word: number;
  readonly weight: number;
}

/** The words that speak most for a label against the mean of the others, the strongest first; at most `max`, none that speaks against. */
export function evidenceFor(model: LinearModel, features: FeatureSet, label: number, max: number): WordEvidence[] {
  const count = model.labels.length;
  const byWord = new Map<number, number>();
  for (let at = 0; at < features.size; at += 1) {
    const from = features.from[at] ?? -1;
    if (from < 0) continue;
    const row = (features.buckets[at] ?? 0) * count;
    let others = 0;
    for (let other = 0; other < count; other += 1) if (other !== label) others += model.weights[row + other] ?? 0;
    const weight = (model.weights[row + label] ?? 0) - others / (count - 1);
    const to = features.to[at] ?? from + 1;
    for (let word = from; word < to; word += 1) byWord.set(word, (byWord.get(word) ?? 0) + weight / (to - from));
  }
  return [...byWord]
    .map(([word, weight]) => ({ word, weight: (weight * model.unit) / Math.sqrt(features.size) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.word - b.word)
    .slice(0, max);
}
