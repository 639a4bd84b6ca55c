/**
 * Inverted index: which numbered entries have a key, newest first. Entries are added and removed in order. It uses typed arrays: 200,000
 * entries of 30 keys take about 100 MB. The cost of a read depends on the entries that the caller wants.
 */
import { mixBits } from '../text/hash.ts';

export interface Postings {
  readonly add: (key: number, entry: number) => void;
  readonly removeOldest: (key: number) => void;
  readonly count: (key: number) => number;
  /** Visits entries, newest first, until `visit` accepts `max` or was called 16 times as often. Returns the number of accepted entries. */
  readonly visit: (key: number, max: number, visit: (entry: number) => boolean) => number;
}

const POSTINGS_START = 1 << 14;
const CHAINS_START = 1 << 12;
/** Capacity after a compaction, as a multiple of the live postings. */
const ROOM = 1.5;
/** Maximum number of entries that are read for each one that is wanted: `visit` rejects entries that were published at another time. */
const READS_A_HIT = 16;

export function createPostings(): Postings {
  /** Hash table with open addressing: key, position of its newest posting (-1 in a free slot), number of live postings. */
  let chains = newChains(CHAINS_START);
  let mask = CHAINS_START - 1;
  /** Number of slots that are not free, including those of keys without postings. */
  let slotsTaken = 0;
  let keys = 0;
  /** Two numbers for each posting: its entry, and the position of the posting before it in its chain. */
  let postings = new Int32Array(2 * POSTINGS_START);
  let length = 0;
  let alive = 0;

  /** Returns the index of the key's slot in `chains`, or of the free slot for it. */
  function placeOf(key: number): number {
    let place = mixBits(key) & mask;
    while (chains[3 * place + 1] !== -1 && chains[3 * place] !== key) place = (place + 1) & mask;
    return 3 * place;
  }

  function rehash(): void {
    const from = chains;
    const size = Math.max(CHAINS_START, 2 ** Math.ceil(Math.log2(3 * keys)));
    chains = newChains(size);
    mask = size - 1;
    slotsTaken = keys;
    for (let at = 0; at < from.length; at += 3) {
      if (from[at + 2] === 0) continue;
      const place = placeOf(from[at] ?? 0);
      chains[place] = from[at] ?? 0;
      chains[place + 1] = from[at + 1] ?? 0;
      chains[place + 2] = from[at + 2] ?? 0;
    }
  }

  /** Moves live postings to the front, each chain's postings side by side, oldest first. */
  function compact(): void {
    const from = postings;
    postings = new Int32Array(2 * Math.max(POSTINGS_START, Math.ceil(alive * ROOM)));
    length = 0;
    for (let at = 0; at < chains.length; at += 3) {
      const count = chains[at + 2] ?? 0;
      let position = chains[at + 1] ?? 0;
      for (let i = count - 1; i >= 0; i -= 1) {
        postings[2 * (length + i)] = from[2 * position] ?? 0;
        postings[2 * (length + i) + 1] = length + i - 1;
        position = from[2 * position + 1] ?? 0;
      }
      length += count;
      if (count > 0) chains[at + 1] = length - 1;
    }
  }

  return {
    add: (key, entry) => {
      if (2 * length === postings.length) compact();
      let place = placeOf(key);
      if (chains[place + 1] === -1) {
        if (2 * slotsTaken > mask) {
          rehash();
          place = placeOf(key);
        }
        chains[place] = key;
        slotsTaken += 1;
      }
      if (chains[place + 2] === 0) keys += 1;
      postings[2 * length] = entry;
      postings[2 * length + 1] = chains[place + 1] ?? -1;
      chains[place + 1] = length;
      chains[place + 2] = (chains[place + 2] ?? 0) + 1;
      length += 1;
      alive += 1;
    },
    removeOldest: (key) => {
      const place = placeOf(key);
      const count = chains[place + 2] ?? 0;
      if (count === 0) return;
      chains[place + 2] = count - 1;
      alive -= 1;
      if (count === 1) keys -= 1;
    },
    count: (key) => chains[placeOf(key) + 2] ?? 0,
    visit: (key, max, visit) => {
      const place = placeOf(key);
      let position = chains[place + 1] ?? 0;
      let taken = 0;
      for (let i = Math.min(READS_A_HIT * max, chains[place + 2] ?? 0); i > 0 && taken < max; i -= 1) {
        if (visit(postings[2 * position] ?? 0)) taken += 1;
        position = postings[2 * position + 1] ?? 0;
      }
      return taken;
    },
  };
}

function newChains(size: number): Int32Array {
  const chains = new Int32Array(3 * size);
  for (let at = 1; at < chains.length; at += 3) chains[at] = -1;
  return chains;
}
