/** Weights for numbered entries, added up over one look-up, in memory that is used again for the next. */

export interface Votes {
  /** What one vote weighs from here on. */
  weight: number;
  readonly clear: (entries: number) => void;
  readonly add: (entry: number) => void;
  /** Places (entry minus the first one's number) of most weight, the later of two alike first. */
  readonly greatest: (max: number) => number[];
}

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
    greatest: (max) => touched.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || b - a).slice(0, max),
  };
  return votes;
}
