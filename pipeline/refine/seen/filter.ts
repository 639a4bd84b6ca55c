/**
 * A blocked Bloom filter (Putze, Sanders, Singler 2007) over pairs of 32 bits: all bits of a key lie in one line of 64
 * bytes, so that a look-up costs one miss of the processor's cache. 10 bits a key; about one absent key in fifty is
 * taken for a present one, which costs a look at the file and no more.
 */

const WORDS_PER_LINE = 16;
const BITS_PER_KEY = 10;
const PROBES = 6;

/** How many words a filter for `count` keys has. */
export const filterWords = (count: number): number => Math.max(1, Math.ceil((count * BITS_PER_KEY) / (32 * WORDS_PER_LINE))) * WORDS_PER_LINE;

export const isFilterLength = (words: number): boolean => words > 0 && words % WORDS_PER_LINE === 0;

/** Lines are in the order of `hi`: a sorted run fills them one after the other. */
const lineOf = (words: Uint32Array, hi: number): number => Math.floor((hi / 4_294_967_296) * (words.length / WORDS_PER_LINE)) * WORDS_PER_LINE;

export function addToFilter(words: Uint32Array, hi: number, lo: number): void {
  const line = lineOf(words, hi);
  const step = Math.imul(lo ^ hi, 0x9e3779b1) | 1;
  for (let i = 0, hash = lo | 0; i < PROBES; i += 1, hash = (hash + step) | 0) {
    const bit = hash >>> 23;
    words[line + (bit >>> 5)]! |= 1 << (bit & 31);
  }
}

/** False: surely absent. */
export function mayHold(words: Uint32Array, hi: number, lo: number): boolean {
  const line = lineOf(words, hi);
  const step = Math.imul(lo ^ hi, 0x9e3779b1) | 1;
  for (let i = 0, hash = lo | 0; i < PROBES; i += 1, hash = (hash + step) | 0) {
    const bit = hash >>> 23;
    if ((words[line + (bit >>> 5)]! & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}
