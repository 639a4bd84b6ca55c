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
const FEATURES_MAX = 2_048;
/** Places of the buckets of one text, by open addressing: few enough to stay in the processor's first cache, where a mark for every bucket of the table would not. */
const PLACES = 2 * FEATURES_MAX;
const FREE = -1;

export function createFeatureSet(bits: number): FeatureSet {
  const shift = 32 - bits;
  const buckets = new Int32Array(FEATURES_MAX);
  const from = new Int16Array(FEATURES_MAX);
  const to = new Int16Array(FEATURES_MAX);
  const places = new Int32Array(PLACES).fill(FREE);
  const set: FeatureSet = {
    bits,
    size: 0,
    buckets,
    from,
    to,
    clear: () => {
      set.size = 0;
      places.fill(FREE);
    },
    add: (hash, first, after) => {
      const bucket = Math.imul(hash, 0x9e3779b1) >>> shift;
      const { size } = set;
      if (size === FEATURES_MAX) return;
      let place = bucket & (PLACES - 1);
      for (let held = places[place]; held !== FREE; held = places[place]) {
        if (held === bucket) return;
        place = (place + 1) & (PLACES - 1);
      }
      places[place] = bucket;
      buckets[size] = bucket;
      from[size] = first;
      to[size] = after;
      set.size = size + 1;
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
