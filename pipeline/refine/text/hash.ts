/** FNV-1a over UTF-16 code units, 32 bits, signed (small integers are cheap keys): keys words and their runs in the article indexes. */

export const HASH_SEED = 0x811c9dc5 | 0;

/** Hashes one more character: hashText does this over all of a text. */
export const hashStep = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

/** Returns 32 bits, signed. */
export function hashText(text: string): number {
  let hash = HASH_SEED;
  for (let i = 0; i < text.length; i += 1) hash = hashStep(hash, text.charCodeAt(i));
  return hash;
}

/** Mixes two hashes; their order matters (finaliser of MurmurHash3). */
export function mixHashes(a: number, b: number): number {
  let hash = Math.imul(a ^ (b + 0x9e3779b9 + (a << 6) + (a >>> 2)), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

/** Mixes the bits of a hash by MurmurHash3's finaliser: keys that differ in their high bits only are far apart too. */
export function mixBits(key: number): number {
  let hash = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
