/**
 * Returns the first index from `low` to `high - 1` for which `isBefore` is false, or `high` if there is none. It is a binary search, so
 * `isBefore` must be false from some index on and true before.
 */
export function lowerBound(low: number, high: number, isBefore: (index: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
