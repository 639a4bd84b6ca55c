/**
 * Holds the counts of one market as flat arrays, and computes what is usual in each time cell. Cell 0 is the current window; cell c ended c
 * windows before the cutoff. A ticker's baseline begins in the cell after its first story.
 */

export interface MarketCells {
  readonly tickers: number;
  /** Number of baseline cells; their indexes are 1 to `cells`. */
  readonly cells: number;
  readonly cellsPerDay: number;
  /** Stories of ticker i in cell c, at index i * (cells + 1) + c. */
  readonly counts: Float64Array;
  readonly baselineStories: Float64Array;
  /** Oldest baseline cell of each ticker; 0 without a baseline. */
  readonly lastCells: Int32Array;
  /** Stories of the market by cell, at least the sum over its tickers. */
  readonly exposure: Float64Array;
}

/** Least weight of the mean of all days in the mean of one weekday, in cells. */
const sameHoursWeight = 0.5;
/** Weight, in stories, of the wider mean. It matters only in a small market, where most cells have no story. */
const widerStories = 1;
const daysPerWeek = 7;

/** Returns the oldest cell in which the market has a story: the service did not run before it. */
export function lastObservedCell(exposure: Float64Array): number {
  let last = exposure.length - 1;
  while (last > 0 && exposure[last] === 0) last -= 1;
  return last;
}

/**
 * Returns the usual number of stories of the market by cell. The mean of these hours on this weekday is shrunk towards the mean of these hours
 * on all days, and that mean towards the mean of all cells. The weights are numbers of stories, as in a gamma prior (Gelman et al., Bayesian
 * Data Analysis, 3rd ed., 2.6). The current cell does not count.
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
    const sameHours = shrunkMean(byHours[cell % cellsPerDay]!, hours[cell % cellsPerDay]!, all, 0);
    return shrunkMean(byWeek[cell % perWeek]!, weeks[cell % perWeek]!, sameHours, sameHoursWeight);
  });
}

/** Returns the mean of `stories` over `cells`, shrunk towards `wider` by `widerStories` stories, and at least `cellsMin` cells. */
function shrunkMean(stories: number, cells: number, wider: number, cellsMin: number): number {
  if (wider === 0) return 0;
  const weight = Math.max(cellsMin, widerStories / wider);
  return (stories + weight * wider) / (cells + weight);
}
