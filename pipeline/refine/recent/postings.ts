/**
 * An inverted index over numbered entries that come and go in order: which entries hold a key, newest
 * first. Postings are chains in typed arrays, so 200,000 entries of 60 keys cost about 100 MB; a read is
 * bounded by how many the caller wants, never by how many there are.
 */

const CAPACITY_START = 1 << 14;

interface Chain {
  /** Position of the newest posting, and how many are alive. */
  last: number;
  count: number;
}

export interface Postings {
  readonly add: (key: number, entry: number) => void;
  /** Takes the oldest posting of this key out; entries leave in the order they came. */
  readonly removeOldest: (key: number) => void;
  /** How many entries hold the key. */
  readonly count: (key: number) => number;
  /** Calls `visit` for at most `max` entries that hold the key, newest first. */
  readonly visit: (key: number, max: number, visit: (entry: number) => void) => void;
  readonly keys: () => number;
}

export function createPostings(): Postings {
  const chains = new Map<number, Chain>();
  let entries = new Float64Array(CAPACITY_START);
  /** Position of the posting before this one in its chain, -1 for none. */
  let previous = new Int32Array(CAPACITY_START);
  let length = 0;
  let alive = 0;

  /** Live postings to the front, in order: each chain's links are made anew from its newest to its oldest. */
  function compact(): void {
    const [from, fromPrevious] = [entries, previous];
    const capacity = Math.max(CAPACITY_START, 2 ** Math.ceil(Math.log2(alive * 2 + 1)));
    entries = new Float64Array(capacity);
    previous = new Int32Array(capacity);
    length = 0;
    for (const chain of chains.values()) {
      const first = length;
      let position = chain.last;
      for (let i = chain.count - 1; i >= 0; i -= 1) {
        entries[first + i] = from[position] ?? 0;
        previous[first + i] = i === 0 ? -1 : first + i - 1;
        position = fromPrevious[position] ?? -1;
      }
      length += chain.count;
      chain.last = length - 1;
    }
  }

  return {
    add: (key, entry) => {
      if (length === entries.length) compact();
      let chain = chains.get(key);
      if (chain === undefined) {
        chain = { last: -1, count: 0 };
        chains.set(key, chain);
      }
      entries[length] = entry;
      previous[length] = chain.last;
      chain.last = length;
      chain.count += 1;
      length += 1;
      alive += 1;
    },
    removeOldest: (key) => {
      const chain = chains.get(key);
      if (chain === undefined) return;
      chain.count -= 1;
      alive -= 1;
      if (chain.count === 0) chains.delete(key);
    },
    count: (key) => chains.get(key)?.count ?? 0,
    visit: (key, max, visit) => {
      const chain = chains.get(key);
      if (chain === undefined) return;
      let position = chain.last;
      for (let i = Math.min(max, chain.count); i > 0; i -= 1) {
        visit(entries[position] ?? 0);
        position = previous[position] ?? -1;
      }
    },
    keys: () => chains.size,
  };
}
