/** Sums weights by story during one look-up: a key counts once per story, however many of its articles have it. Memory is reused. */

export interface StoryVotes {
  readonly clear: () => void;
  /** Begins a key that gives each of its stories this weight. */
  readonly beginKey: (weight: number) => void;
  readonly add: (slot: number) => void;
  /** Returns the slots of most weight; of equal ones the one that was met first precedes. */
  readonly greatest: (max: number) => number[];
}

const SLOTS_START = 1 << 12;

export function createStoryVotes(): StoryVotes {
  let sums = new Float64Array(SLOTS_START);
  /** The key that last counted for each slot; keys are numbered over all look-ups. */
  let lastKeys = new Float64Array(SLOTS_START);
  let touched: number[] = [];
  let key = 0;
  let weight = 0;
  return {
    clear: () => {
      for (const slot of touched) sums[slot] = 0;
      touched = [];
    },
    beginKey: (keyWeight) => {
      key += 1;
      weight = keyWeight;
    },
    add: (slot) => {
      if (slot >= sums.length) {
        sums = grown(sums, slot);
        lastKeys = grown(lastKeys, slot);
      }
      if (lastKeys[slot] === key) return;
      lastKeys[slot] = key;
      const sum = sums[slot] ?? 0;
      if (sum === 0) touched.push(slot);
      sums[slot] = sum + weight;
    },
    greatest: (max) => {
      const greatest: number[] = [];
      for (const slot of touched) {
        const sum = sums[slot] ?? 0;
        let at = Math.min(greatest.length, max);
        while (at > 0 && sum > (sums[greatest[at - 1] ?? 0] ?? 0)) at -= 1;
        if (at === max) continue;
        if (greatest.length === max) greatest.pop();
        greatest.splice(at, 0, slot);
      }
      return greatest;
    },
  };
}

function grown(of: Float64Array<ArrayBuffer>, slot: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * (slot + 1));
  larger.set(of);
  return larger;
}
