/**
 * Admission to the page cache: only a key that was requested before is cached, because most pages of delta mode are requested once. The
 * hashes of keys are in a table of fixed size, in which newer ones replace older ones.
 */

const slots = 1 << 14;
/** Number of characters to hash at the end of a key. There a cursor has its MAC, of which they are 120 bits. */
const charactersRead = 20;

/** Returns a function that records a key and returns whether it was recorded before. The hash is 32-bit FNV-1a. */
export function createAdmission(): (key: string) => boolean {
  const hashes = new Uint32Array(slots);
  return (key) => {
    let hash = 0x811c9dc5;
    for (let at = Math.max(0, key.length - charactersRead); at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    // 0 marks an empty slot.
    hash = hash >>> 0 || 1;
    const slot = hash & (slots - 1);
    const isKnown = hashes[slot] === hash;
    hashes[slot] = hash;
    return isKnown;
  };
}
