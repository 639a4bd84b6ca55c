/**
 * Fits multinomial logistic regression over hashed features with AdaGrad (Duchi et al. 2011). A seed decides the order
 * of the examples, so the same data give the same bytes.
 */
import type { LinearModel } from '#pipeline/refine/model/linear.ts';

export interface Example {
  readonly buckets: Int32Array;
  /** What is added to the scores and not learnt; null for nothing. */
  readonly offsets: Float64Array | null;
  readonly label: number;
  /** How much it counts; 1 is usual. */
  readonly weight: number;
}

export interface FitSettings {
  readonly bits: number;
  readonly labels: number;
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  readonly seed: number;
  /** The answer is the mean of the weights after each epoch from this one on (Polyak and Juditsky 1992); null: those of the last. */
  readonly meanFrom: number | null;
}

/** The mean of the weights of several fits, each in an order of its own: what one order happens to learn weighs less (Breiman 1996). */
export function fitMean(examples: readonly Example[], settings: FitSettings, orders: number): Float32Array {
  const mean = fit(examples, settings);
  for (let order = 1; order < orders; order += 1) {
    const weights = fit(examples, { ...settings, seed: settings.seed + order });
    for (let i = 0; i < mean.length; i += 1) mean[i] = mean[i]! + weights[i]!;
  }
  return orders === 1 ? mean : mean.map((sum) => sum / orders);
}

/** A slope below this moves nothing. */
const SLOPE_MIN = 1e-4;

export function fit(examples: readonly Example[], { bits, labels, epochs, rate, decay, seed, meanFrom }: FitSettings): Float32Array {
  const weights = new Float32Array(labels << bits);
  const squares = new Float32Array(labels << bits).fill(1e-3);
  const random = randomFrom(seed);
  const order = Int32Array.from(examples, (_, i) => i);
  const chances = new Float64Array(labels);
  const mean = meanFrom === null ? null : new Float32Array(labels << bits);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    const step = rate * (1 - (0.9 * epoch) / epochs);
    for (const at of order) {
      const example = examples[at]!;
      const { buckets, label, weight } = example;
      const scale = 1 / Math.sqrt(buckets.length);
      chancesOf(weights, example, chances);
      for (let k = 0; k < labels; k += 1) {
        const slope = (chances[k]! - (k === label ? 1 : 0)) * scale * weight;
        if (Math.abs(slope) < SLOPE_MIN) continue;
        for (const bucket of buckets) {
          const i = bucket * labels + k;
          const gradient = slope + decay * weights[i]!;
          squares[i] = squares[i]! + gradient * gradient;
          weights[i] = weights[i]! - (step * gradient) / Math.sqrt(squares[i]);
        }
      }
    }
    if (mean !== null && meanFrom !== null && epoch >= meanFrom) {
      for (let i = 0; i < mean.length; i += 1) mean[i] = mean[i]! + weights[i]! / (epochs - meanFrom);
    }
  }
  return mean ?? weights;
}

export function chancesOf(
  weights: Float32Array,
  { buckets, offsets }: Pick<Example, 'buckets' | 'offsets'>,
  into: Float64Array,
  temperature = 1,
): Float64Array {
  const labels = into.length;
  const scale = 1 / Math.sqrt(buckets.length);
  into.fill(0);
  for (const bucket of buckets) for (let k = 0; k < labels; k += 1) into[k] = into[k]! + weights[bucket * labels + k]!;
  let max = -Infinity;
  for (let k = 0; k < labels; k += 1) {
    into[k] = (into[k]! * scale + (offsets?.[k] ?? 0)) / temperature;
    if (into[k]! > max) max = into[k]!;
  }
  let sum = 0;
  for (let k = 0; k < labels; k += 1) {
    into[k] = Math.exp(into[k]! - max);
    sum += into[k]!;
  }
  for (let k = 0; k < labels; k += 1) into[k] = into[k]! / sum;
  return into;
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const held = order[i]!;
    order[i] = order[j]!;
    order[j] = held;
  }
}

/** Mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Weights as signed bytes; the greatest becomes 127, and those that say next to nothing none. */
export function quantise(weights: Float32Array): Pick<LinearModel, 'weights' | 'unit'> {
  const magnitudes = weights
    .map(Math.abs)
    .filter((weight) => weight > 0)
    .toSorted();
  // A few outliers are cut off, so that the many get finer steps.
  const unit = (magnitudes[Math.floor(magnitudes.length * 0.99995)] ?? 1) / 127;
  return { unit, weights: Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / unit)))) };
}

/** The temperature (Guo et al. 2017) that makes these chances fit best what was right. */
export function temperatureFor(held: readonly { readonly weights: Float32Array; readonly example: Example }[], labels: number): number {
  const into = new Float64Array(labels);
  const lossAt = (temperature: number): number =>
    held.reduce((sum, { weights, example }) => sum - Math.log(Math.max(1e-9, chancesOf(weights, example, into, temperature)[example.label]!)), 0);
  let best = 1;
  let least = Infinity;
  for (let temperature = 0.5; temperature <= 3; temperature += 0.05) {
    const loss = lossAt(temperature);
    if (loss < least) [best, least] = [temperature, loss];
  }
  return Math.round(best * 100) / 100;
}
