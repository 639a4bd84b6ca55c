/** Returns the first index from `low` to below `high` that `isBefore` does not hold for; it holds for the first ones only. None: `high`. */
export function lowerBound(low: number, high: number, isBefore: (index: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
