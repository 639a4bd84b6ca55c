/**
 * Two common burst detectors, run on the same windows as the model: a plain z-score, and an EWMA control chart (Roberts, Technometrics 1
 * (1959), 239-250; weight 0.2 as Montgomery, Introduction to Statistical Quality Control, 9.1 advises). Both take the cells of the same
 * hours in the baseline as their norm. Larger is more unusual.
 */

const ewmaWeight = 0.2;
/** Standard deviation of a chart that started long ago, in standard deviations of one cell. */
const ewmaDeviation = Math.sqrt(ewmaWeight / (2 - ewmaWeight));
/** A lower bound: with a standard deviation of zero every story would be an alarm. */
const leastDeviation = 0.1;

export interface Norm {
  readonly mean: number;
  readonly deviation: number;
}

export function normOf(cells: ArrayLike<number>, cellsPerDay: number, hour: number): Norm {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let cell = hour === 0 ? cellsPerDay : hour; cell < cells.length; cell += cellsPerDay) {
    count += 1;
    sum += cells[cell]!;
    squares += cells[cell]! ** 2;
  }
  const mean = count === 0 ? 0 : sum / count;
  const variance = count < 2 ? 0 : Math.max(squares - count * mean * mean, 0) / (count - 1);
  return { mean, deviation: Math.max(Math.sqrt(variance), leastDeviation) };
}

export function zScore(cells: ArrayLike<number>, cellsPerDay: number): number {
  const { mean, deviation } = normOf(cells, cellsPerDay, 0);
  return ((cells[0] ?? 0) - mean) / deviation;
}

export function ewmaScore(cells: ArrayLike<number>, cellsPerDay: number): number {
  const norms = Array.from({ length: cellsPerDay }, (_, hour) => normOf(cells, cellsPerDay, hour));
  let average = 0;
  for (let cell = cells.length - 1; cell >= 0; cell--) {
    const { mean, deviation } = norms[cell % cellsPerDay]!;
    average += ewmaWeight * ((cells[cell]! - mean) / deviation - average);
  }
  return average / ewmaDeviation;
}
