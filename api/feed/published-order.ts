/**
 * Keeps the tail's rows in the order of newest-first pages: publication time descending, then uid. A row is stored as its place, which is its
 * index in the tail's columns. Indexes of the order run from the oldest row to the newest.
 */
import type { NewestPosition } from '#schemas/cursor.ts';
import { lowerBound } from '#schemas/lower-bound.ts';

/** Returns whether `left` comes after `right` on newest-first pages. */
export const comesAfter = (left: NewestPosition, right: NewestPosition): boolean =>
  left.publishedAtMs < right.publishedAtMs || (left.publishedAtMs === right.publishedAtMs && left.uid > right.uid);

/** Texts that sort before and after every uid. */
export const [uidFirst, uidLast] = ['', 'g'] as const;

const leastLength = 1_024;

export function createPublishedOrder(rowAt: (place: number) => NewestPosition) {
  // Places from `first` to before `end` are used. With free space on both sides, a change moves only the shorter part.
  let places = new Uint32Array(leastLength);
  let first = 0;
  let end = 0;

  /** Returns the index of the oldest row that does not come after `position` on newest-first pages. */
  const indexOf = (position: NewestPosition): number => lowerBound(first, end, (index) => comesAfter(rowAt(places[index]!), position));

  const makeRoom = (): void => {
    const used = places.subarray(first, end);
    const target = used.length * 2 > places.length ? new Uint32Array(places.length * 2) : places;
    target.set(used);
    places = target;
    [first, end] = [0, used.length];
  };

  return {
    add: (place: number): void => {
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
    /** Removes the row at `place`; `rowAt` must still return it. */
    remove: (place: number): void => {
      let at = indexOf(rowAt(place));
      // Two rows have the same uid and time if the log has a document twice.
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
    /** Subtracts `by` from every place, after so many places were removed before all of them. */
    lower: (by: number): void => {
      for (let at = first; at < end; at += 1) places[at]! -= by;
    },
    clear: (): void => {
      places = new Uint32Array(leastLength);
      [first, end] = [0, 0];
    },
    indexOf,
    first: (): number => first,
    placeAt: (index: number): number => places[index]!,
  };
}
