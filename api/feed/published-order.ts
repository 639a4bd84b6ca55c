/**
 * The rows of the tail in the order of newest-first pages: publication time descending, then uid. It stores the indexes of the rows in the
 * tail's columns; most rows enter near the head of the order and leave near its end.
 */
import type { NewestPosition } from '#schemas/cursor.ts';
import { lowerBound } from '#schemas/lower-bound.ts';

/** Returns whether `left` comes after `right` on newest-first pages. */
export const comesAfter = (left: NewestPosition, right: NewestPosition): boolean =>
  left.publishedAtMs < right.publishedAtMs || (left.publishedAtMs === right.publishedAtMs && left.uid > right.uid);

/** Values before and after every uid. */
export const [uidFirst, uidLast] = ['', 'g'] as const;

export interface PublishedOrder {
  readonly add: (place: number) => void;
  /** Removes a row, whose index must be unchanged. */
  readonly remove: (place: number) => void;
  /** Subtracts `by` from every index. */
  readonly lower: (by: number) => void;
  readonly clear: () => void;
  /**
   * Returns an index; they run from the end of the order to its head. Rows at indexes from `first` to the result, which is excluded, come
   * after `position`.
   */
  readonly indexOf: (position: NewestPosition) => number;
  readonly first: () => number;
  readonly placeAt: (index: number) => number;
}

const leastLength = 1_024;

export function createPublishedOrder(rowAt: (place: number) => NewestPosition): PublishedOrder {
  // Used from `first` to `end`: with room on both sides, a change moves the shorter part.
  let places = new Uint32Array(leastLength);
  let first = 0;
  let end = 0;

  const indexOf = (position: NewestPosition): number => lowerBound(first, end, (index) => comesAfter(rowAt(places[index]!), position));

  /** Makes room after `end`. */
  const makeRoom = (): void => {
    const used = places.subarray(first, end);
    const target = used.length * 2 > places.length ? new Uint32Array(places.length * 2) : places;
    target.set(used);
    places = target;
    [first, end] = [0, used.length];
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
      // Two rows with one uid and time: the same document, twice in the log.
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
