/**
 * Stores the counts of one market as flat arrays, and computes what is usual in each of its time cells. Cell 0 is the current window, cell
 * c ended c windows before the cutoff. A ticker's baseline begins with the cell after the one it was first seen in.
 */

export interface MarketCells {
  readonly tickers: number;
  /** Number of baseline cells, which are 1 to `cells`. */
  readonly cells: number;
  readonly cellsPerDay: number;
  /** Stories of ticker i in cell c at [i * (cells + 1) + c]. */
  readonly counts: Float64Array;
  /** Stories of each ticker over all cells but the current one. */
  readonly baselineStories: Float64Array;
  /** Last baseline cell of each ticker. */
  readonly lastCells: Int32Array;
  /** Stories of the market by cell; at least the sum of its tickers'. */
  readonly exposure: Float64Array;
}

/** Least weight of the mean of the same hours, in cells of the same hours and weekday. */
const sameHoursWeight = 0.5;
/**
 * Weight of a wider mean, in stories, over any number of cells: a small market may have no story in four cells and some in the next. It is
 * negligible when cells have many stories.
 */
const widerStories = 1;
const daysPerWeek = 7;

/** Returns the last cell with a story in the market: before it the service did not run. */
export function lastObservedCell(exposure: Float64Array): number {
  let last = exposure.length - 1;
  while (last > 0 && exposure[last] === 0) last -= 1;
  return last;
}

/**
 * Returns the usual number of stories of the market in each cell; index 0 is the current one. The mean of the same hours of the weekday is
 * shrunk towards the mean of these hours on all days, and that mean towards the mean of all cells; the weights are numbers of stories, as
 * in a gamma prior (Gelman et al., Bayesian Data Analysis, 3rd ed., 2.6). The current cell does not count.
 */
export function usualExposure(exposure: Float64Array, lastCell: number, cellsPerDay: number): Float64Array {
  const perWeek = cellsPerDay * daysPerWeek;
  const byHours = new Float64Array(cellsPerDay);
  const hours = new Float64Array(cellsPerDay);
  const byWeek = new Float64Array(perWeek);
  const weeks = new Float64Array(perWeek);
  for (let cell = 1; cell <= lastCell; cell++) {
    byHours[cell % cellsPerDay]! += exposure[cell]!;
    hours[cell % cellsPerDay]! += 1;
    byWeek[cell % perWeek]! += exposure[cell]!;
    weeks[cell % perWeek]! += 1;
  }
  const all = byHours.reduce((sum, stories) => sum + stories, 0) / Math.max(lastCell, 1);
  return exposure.map((_, cell) => {
    const sameHours = drawn(byHours[cell % cellsPerDay]!, hours[cell % cellsPerDay]!, all, 0);
    return drawn(byWeek[cell % perWeek]!, weeks[cell % perWeek]!, sameHours, sameHoursWeight);
  });
}

/** Returns the mean of `stories` in `cells`, shrunk towards `wider` with the weight of `widerStories`, and of at least `cellsMin` cells. */
function drawn(stories: number, cells: number, wider: number, cellsMin: number): number {
  if (wider === 0) return 0;
  const weight = Math.max(cellsMin, widerStories / wider);
  return (stories + weight * wider) / (cells + weight);
}
