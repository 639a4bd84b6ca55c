/**
 * The newest records of the seen-set, in memory: appended to an array, found through a table of positions. The array only
 * grows, so that a snapshot writes what is new of it.
 */
import { RECORD_WORDS } from './run.ts';

export interface Head {
  readonly size: () => number;
  readonly find: (hi: number, lo: number) => number | null;
  /** Nothing where the uid is there already. */
  readonly add: (hi: number, lo: number, check: number) => void;
  /** Positions of the records in ascending order of their uids, and the records: three words each. */
  readonly sorted: () => Uint32Array;
  /** In the order they came, three words each. */
  readonly records: () => Uint32Array;
  /** Bytes in memory. */
  readonly heldBytes: () => number;
}

const ROOM_START = 1 << 10;

export function createHead(): Head {
  let records = new Uint32Array(ROOM_START * RECORD_WORDS);
  /** Position of a record plus one; 0: free. Twice as many places as records. */
  let places = new Uint32Array(2 * ROOM_START);
  let count = 0;

  /** The place of the record, or the free one where it belongs. Half a uid is as good as a hash. */
  const placeOf = (hi: number, lo: number): number => {
    const mask = places.length - 1;
    let place = lo & mask;
    for (;;) {
      const at = places[place]! - 1;
      if (at < 0 || (records[at * RECORD_WORDS] === hi && records[at * RECORD_WORDS + 1] === lo)) return place;
      place = (place + 1) & mask;
    }
  };

  function grow(): void {
    const larger = new Uint32Array(2 * records.length);
    larger.set(records);
    records = larger;
    places = new Uint32Array(2 * places.length);
    for (let at = 0; at < count; at += 1) places[placeOf(records[at * RECORD_WORDS]!, records[at * RECORD_WORDS + 1]!)] = at + 1;
  }

  return {
    size: () => count,
    find: (hi, lo) => {
      const at = places[placeOf(hi, lo)]! - 1;
      return at < 0 ? null : records[at * RECORD_WORDS + 2]!;
    },
    add: (hi, lo, check) => {
      if (count * RECORD_WORDS === records.length) grow();
      const place = placeOf(hi, lo);
      if (places[place] !== 0) return;
      records.set([hi, lo, check], count * RECORD_WORDS);
      count += 1;
      places[place] = count;
    },
    sorted: () => sortedPositions(records, count),
    records: () => records.subarray(0, count * RECORD_WORDS),
    heldBytes: () => records.byteLength + places.byteLength,
  };
}

const BUCKET_BITS = 16;
/** Longer buckets are no accident: sorted so that they cost no more than others. */
const INSERTION_MAX = 64;

/** Uids are evenly spread: by their first 16 bits into buckets of a few, and those by insertion. */
function sortedPositions(records: Uint32Array, count: number): Uint32Array {
  const shift = 32 - BUCKET_BITS;
  const begins = new Uint32Array((1 << BUCKET_BITS) + 1);
  for (let at = 0; at < count; at += 1) begins[(records[at * RECORD_WORDS]! >>> shift) + 1]! += 1;
  for (let bucket = 1; bucket < begins.length; bucket += 1) begins[bucket]! += begins[bucket - 1]!;
  const ends = begins.slice(0, -1);
  const positions = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) {
    const bucket = records[at * RECORD_WORDS]! >>> shift;
    positions[ends[bucket]!] = at;
    ends[bucket]! += 1;
  }
  const compare = (one: number, other: number): number => {
    const [a, b] = [one * RECORD_WORDS, other * RECORD_WORDS];
    return records[a]! - records[b]! || records[a + 1]! - records[b + 1]!;
  };
  for (let bucket = 0; bucket < ends.length; bucket += 1) {
    const [from, to] = [begins[bucket]!, ends[bucket]!];
    if (to - from > INSERTION_MAX) positions.subarray(from, to).sort(compare);
    else insertionSort(positions, from, to, compare);
  }
  return positions;
}

function insertionSort(positions: Uint32Array, from: number, to: number, compare: (one: number, other: number) => number): void {
  for (let i = from + 1; i < to; i += 1) {
    const moved = positions[i]!;
    let at = i;
    for (; at > from && compare(positions[at - 1]!, moved) > 0; at -= 1) positions[at] = positions[at - 1]!;
    positions[at] = moved;
  }
}
