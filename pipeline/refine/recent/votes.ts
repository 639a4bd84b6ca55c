/** Sums weights by entry number during one look-up, in memory that the next one reuses. */

export interface Votes {
  /** Weight of each vote from here on. */
  weight: number;
  readonly clear: (entries: number) => void;
  readonly add: (entry: number) => void;
  /** Returns the places (entry minus the first one's number) of most weight, the later of equal ones first. */
  readonly greatest: (max: number) => number[];
}

/** Entries with less than this share of the greatest weight are left out: reading an entry costs more than counting it. */
const SHARE_MIN = 0.5;

/** `firstNumber`: returns the number of the entry at place 0 when a look-up begins. */
export function createVotes(firstNumber: () => number): Votes {
  let sums = new Float64Array(1 << 12);
  let touched: number[] = [];
  let first = 0;
  const votes: Votes = {
    weight: 1,
    clear: (entries) => {
      for (const place of touched) sums[place] = 0;
      touched = [];
      first = firstNumber();
      if (entries > sums.length) sums = new Float64Array(2 * entries);
    },
    add: (entry) => {
      const place = entry - first;
      const sum = sums[place] ?? 0;
      if (sum === 0) touched.push(place);
      sums[place] = sum + votes.weight;
    },
    greatest: (max) => {
      const greatest = greatestOf(touched, sums, max);
      const least = SHARE_MIN * (sums[greatest[0] ?? 0] ?? 0);
      return greatest.filter((place) => (sums[place] ?? 0) >= least);
    },
  };
  return votes;
}

/** Keeps the greatest by insertion into a short list, which is cheaper than sorting all. */
function greatestOf(places: readonly number[], sums: Float64Array, max: number): number[] {
  const greatest: number[] = [];
  for (const place of places) {
    const sum = sums[place] ?? 0;
    const isBefore = (other: number): boolean => sum > (sums[other] ?? 0) || (sum === sums[other] && place > other);
    if (greatest.length === max && !isBefore(greatest[max - 1] ?? 0)) continue;
    if (greatest.length === max) greatest.pop();
    let at = greatest.length;
    while (at > 0 && isBefore(greatest[at - 1] ?? 0)) at -= 1;
    greatest.splice(at, 0, place);
  }
  return greatest;
}
