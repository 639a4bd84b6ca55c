/** Hashes words and runs of words: FNV-1a over UTF-16 code units in 32 bits, signed, because small integers are cheap keys. */

export const HASH_SEED = 0x811c9dc5 | 0;

export const hashStep = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

export function hashText(text: string): number {
  let hash = HASH_SEED;
  for (let i = 0; i < text.length; i += 1) hash = hashStep(hash, text.charCodeAt(i));
  return hash;
}

/** Returns a mix of two hashes, which depends on their order (finaliser of MurmurHash3). */
export function mixHashes(a: number, b: number): number {
  let hash = Math.imul(a ^ (b + 0x9e3779b9 + (a << 6) + (a >>> 2)), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

/** Returns the key with its bits mixed (finaliser of MurmurHash3), so that keys that differ only in high bits are far apart. */
export function mixBits(key: number): number {
  let hash = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
