/** Sums weights by entry number over one look-up, in memory that is reused for the next. */

export interface Votes {
  /** What one vote weighs from here on. */
  weight: number;
  readonly clear: (entries: number) => void;
  readonly add: (entry: number) => void;
  /** Places (entry minus the first one's number) of most weight, the later of two alike first. */
  readonly greatest: (max: number) => number[];
}

/** What has less than this of the greatest weight is not looked at: reading an entry costs more than counting it. */
const SHARE_MIN = 0.5;

/** `firstNumber`: the number of the entry at place 0, as it is when a look-up begins. */
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

/** By insertion into a short list: cheaper than sorting all to keep a few. */
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
