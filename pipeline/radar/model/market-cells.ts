/**
 * The counts of one market as flat arrays, and what is usual in each of its time cells. Cell 0 is the current window,
 * cell c ended c windows before the cutoff. A ticker's baseline begins with the cell after the one it was first seen in.
 */

export interface MarketCells {
  readonly tickers: number;
  /** Baseline cells: 1 to `cells`. */
  readonly cells: number;
  readonly cellsPerDay: number;
  /** Stories of ticker i in cell c at [i * (cells + 1) + c]. */
  readonly counts: Float64Array;
  /** Of each ticker, over all cells but the current. */
  readonly baselineStories: Float64Array;
  /** Last baseline cell of each ticker. */
  readonly lastCells: Int32Array;
  /** Stories of the market by cell, at least the sum of its tickers'. */
  readonly exposure: Float64Array;
}

/** How many cells of the same hours and weekday the mean of the same hours counts for at least. */
const sameHoursWeight = 0.5;
/**
 * As many stories a wider mean counts for, however many cells they take: where a small market had none in four cells, it may
 * well have some in the next. It is nothing where cells have many stories.
 */
const widerStories = 1;
const daysPerWeek = 7;

/** The last cell in which the market had a story: before it the service did not run. */
export function lastObservedCell(exposure: Float64Array): number {
  let last = exposure.length - 1;
  while (last > 0 && exposure[last] === 0) last -= 1;
  return last;
}

/**
 * What the market usually has in each cell, 0 included: the mean of the cells of the same hours of the same weekday,
 * drawn to that of the same hours on every day, and that to the mean of all; as the mean of a gamma prior is, by
 * stories (Gelman et al., Bayesian Data Analysis, 3rd ed., 2.6). The current cell tells nothing of what is usual.
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

/** The mean of `stories` in `cells`, drawn to `wider` by `widerStories`, and by no fewer than `cellsMin` cells. */
function drawn(stories: number, cells: number, wider: number, cellsMin: number): number {
  if (wider === 0) return 0;
  const weight = Math.max(cellsMin, widerStories / wider);
  return (stories + weight * wider) / (cells + weight);
}
