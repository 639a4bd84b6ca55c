/** The delay before something that ended is restarted, by the number of failures in a row. */

/** Delays in ms before the n-th restart in a row; the last one repeats. Each is spread by a fifth either way. */
const delaysMs = [100, 200, 500, 1_000, 2_000, 5_000];

export const restartDelayMs = (failures: number, random: () => number = Math.random): number =>
  Math.round(delaysMs[Math.min(failures, delaysMs.length - 1)]! * (0.8 + 0.4 * random()));
