/**
 * Admission to the page cache: a key is admitted on its second request within a short time, because most delta pollers request a page that
 * no other caller needs. Hashes are in a fixed table and overwrite older ones; a collision admits one page early.
 */

const slots = 1 << 14;
/** Characters read from the end of a key, where a cursor has its MAC: 20 characters of base64url are 120 bits of it. */
const charactersRead = 20;

/** Returns a function that records a key, and returns whether it was given before. One 32-bit FNV-1a hash per slot. */
export function createAdmission(): (key: string) => boolean {
  const hashes = new Uint32Array(slots);
  return (key) => {
    let hash = 0x811c9dc5;
    for (let at = Math.max(0, key.length - charactersRead); at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    // 0 marks an empty slot, so no key may have it.
    hash = hash >>> 0 || 1;
    const slot = hash & (slots - 1);
    const isKnown = hashes[slot] === hash;
    hashes[slot] = hash;
    return isKnown;
  };
}
