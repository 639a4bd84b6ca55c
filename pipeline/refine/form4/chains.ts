/** Lists of whole numbers by 32-bit hash, the newest first. They only grow, and are stored in two typed arrays: 16 to 32 bytes a number. */

export interface Chains {
  readonly add: (hash: number, value: number) => void;
  /** Yields the numbers under a hash. Other keys may have the same hash: callers must check. */
  readonly of: (hash: number) => Generator<number, void, undefined>;
}

const ROOM_START = 1 << 8;

export function createChains(): Chains {
  /** Newest entry of each slot, plus one; 0 for none. */
  let heads = new Int32Array(ROOM_START);
  /** Three numbers per entry: hash, value, and the previous entry of its slot plus one. */
  let entries = new Int32Array(3 * ROOM_START);
  let count = 0;

  const link = (entry: number): void => {
    const place = scatter(entries[3 * entry]!) & (heads.length - 1);
    entries[3 * entry + 2] = heads[place]!;
    heads[place] = entry + 1;
  };

  function grow(): void {
    const larger = new Int32Array(2 * entries.length);
    larger.set(entries);
    entries = larger;
    heads = new Int32Array(2 * heads.length);
    for (let entry = 0; entry < count; entry += 1) link(entry);
  }

  return {
    add: (hash, value) => {
      if (3 * count === entries.length) grow();
      entries[3 * count] = hash;
      entries[3 * count + 1] = value;
      link(count);
      count += 1;
    },
    *of(hash) {
      for (let next = heads[scatter(hash) & (heads.length - 1)]!; next !== 0; next = entries[3 * next - 1]!)
        if (entries[3 * next - 3] === (hash | 0)) yield entries[3 * next - 2]!;
    },
  };
}

/** Mixes the bits of a hash by MurmurHash3's finaliser. */
function scatter(key: number): number {
  let hash = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
