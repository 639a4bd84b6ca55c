/**
 * Hashed features of one text: buckets of a table of weights, each once, each with the word it begins at, so
 * that a decision can name the words that made it. One set is filled again for every text: no allocation.
 */

export interface FeatureSet {
  readonly bits: number;
  size: number;
  readonly buckets: Int32Array;
  /** Index of the word that a feature begins at, and of the word after its last; NO_WORD for what is of the text as a whole. */
  readonly from: Int16Array;
  readonly to: Int16Array;
  readonly clear: () => void;
  readonly add: (hash: number, from: number, to: number) => void;
}

export const NO_WORD = -1;
/** A headline has a few hundred; what a longer text has beyond this counts for nothing. */
const FEATURES_MAX = 4_096;

export function createFeatureSet(bits: number): FeatureSet {
  const shift = 32 - bits;
  const seen = new Uint32Array(1 << bits);
  let text = 0;
  const set: FeatureSet = {
    bits,
    size: 0,
    buckets: new Int32Array(FEATURES_MAX),
    from: new Int16Array(FEATURES_MAX),
    to: new Int16Array(FEATURES_MAX),
    clear: () => {
      set.size = 0;
      text += 1;
      if (text > 0xffff_fffe) {
        seen.fill(0);
        text = 1;
      }
    },
    add: (hash, from, to) => {
      const bucket = Math.imul(hash, 0x9e3779b1) >>> shift;
      if (seen[bucket] === text || set.size === FEATURES_MAX) return;
      seen[bucket] = text;
      set.buckets[set.size] = bucket;
      set.from[set.size] = from;
      set.to[set.size] = to;
      set.size += 1;
    },
  };
  return set;
}

/** Order-dependent mix of two 32-bit values. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ (b + 0x9e3779b9 + (a << 6) + (a >>> 2)), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}
