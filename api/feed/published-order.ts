/**
 * The rows of the tail in the order of newest-first pages: time of publication descending, then uid. Holds the places of
 * the rows in the tail's columns; most rows enter near the head and leave near the end of the order.
 */

/** Where a row stands in the order. */
export interface PublishedPosition {
  readonly publishedAtMs: number;
  readonly uid: string;
}

/** Whether `left` comes after `right` on newest-first pages. */
export const isBehind = (left: PublishedPosition, right: PublishedPosition): boolean =>
  left.publishedAtMs < right.publishedAtMs || (left.publishedAtMs === right.publishedAtMs && left.uid > right.uid);

/** Before and behind every uid. */
export const [uidFirst, uidLast] = ['', 'g'] as const;

export interface PublishedOrder {
  readonly add: (place: number) => void;
  /** Of a row that stands at its place still. */
  readonly remove: (place: number) => void;
  /** Every place is lower by so many now. */
  readonly lower: (by: number) => void;
  readonly clear: () => void;
  /** Indexes run from the last of the order to its head: those below the answer are of rows behind `position`, down to `first`. */
  readonly indexOf: (position: PublishedPosition) => number;
  readonly first: () => number;
  readonly placeAt: (index: number) => number;
}

const leastLength = 1_024;

export function createPublishedOrder(rowAt: (place: number) => PublishedPosition): PublishedOrder {
  // Used from `first` to `end`: room on both sides lets a change move the shorter one.
  let places = new Uint32Array(leastLength);
  let first = 0;
  let end = 0;

  const indexOf = (position: PublishedPosition): number => {
    let [low, high] = [first, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(rowAt(places[middle]!), position)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  /** Leaves room behind `end`. */
  const makeRoom = (): void => {
    const held = places.subarray(first, end);
    const target = held.length * 2 > places.length ? new Uint32Array(places.length * 2) : places;
    target.set(held);
    places = target;
    [first, end] = [0, held.length];
  };

  return {
    add: (place) => {
      if (end === places.length) makeRoom();
      const at = indexOf(rowAt(place));
      if (first > 0 && at - first < end - at) {
        places.copyWithin(first - 1, first, at);
        first -= 1;
        places[at - 1] = place;
      } else {
        places.copyWithin(at + 1, at, end);
        end += 1;
        places[at] = place;
      }
    },
    remove: (place) => {
      let at = indexOf(rowAt(place));
      // Two rows of one uid and time: the same document, twice in the log.
      while (at < end && places[at] !== place) at += 1;
      if (at === end) return;
      if (at - first < end - at) {
        places.copyWithin(first + 1, first, at);
        first += 1;
      } else {
        places.copyWithin(at, at + 1, end);
        end -= 1;
      }
    },
    lower: (by) => {
      for (let at = first; at < end; at += 1) places[at]! -= by;
    },
    clear: () => {
      places = new Uint32Array(leastLength);
      [first, end] = [0, 0];
    },
    indexOf,
    first: () => first,
    placeAt: (index) => places[index]!,
  };
}
