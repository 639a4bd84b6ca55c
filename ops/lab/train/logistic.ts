/** Fits a logistic regression with L2 regularisation by Newton's method. It is deterministic. */

export interface DenseRow {
  readonly measures: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
}

const ROUNDS_MAX = 40;
const STEP_MAX = 1.5;
const CLOSE = 1e-4;

/** Returns the weights of the measures, then the constant. */
export function fitLogistic(rows: readonly DenseRow[], decay: number): number[] {
  const size = (rows[0]?.measures.length ?? 0) + 1;
  const weights = Array.from({ length: size }, () => 0);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const slopes = weights.map((weight) => -decay * weight);
    const curves = weights.map((_, i) => weights.map((__, j) => (i === j ? decay : 0)));
    for (const { measures, isTrue, weight } of rows) {
      const values = [...measures, 1];
      const chance = 1 / (1 + Math.exp(-values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
      for (const [i, value] of values.entries()) {
        slopes[i] = (slopes[i] ?? 0) + weight * ((isTrue ? 1 : 0) - chance) * value;
        const curve = curves[i] ?? [];
        for (const [j, other] of values.entries()) curve[j] = (curve[j] ?? 0) + weight * chance * (1 - chance) * value * other;
      }
    }
    const steps = solve(curves, slopes);
    const greatest = Math.max(...steps.map(Math.abs));
    for (const [i, step] of steps.entries()) weights[i] = (weights[i] ?? 0) + step * Math.min(1, STEP_MAX / greatest);
    if (greatest < CLOSE) break;
  }
  return weights;
}

/** Returns the solution of the linear equations, by Gauss-Jordan elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 0; i < rows.length; i += 1) {
    let pivot = i;
    for (let k = i + 1; k < rows.length; k += 1) if (Math.abs(at(k, i)) > Math.abs(at(pivot, i))) pivot = k;
    [rows[i], rows[pivot]] = [rows[pivot] ?? [], rows[i] ?? []];
    for (let k = 0; k < rows.length; k += 1) {
      if (k === i) continue;
      const share = at(k, i) / at(i, i);
      const row = rows[k] ?? [];
      for (let j = i; j < row.length; j += 1) row[j] = (row[j] ?? 0) - share * at(i, j);
    }
  }
  return rows.map((_, i) => at(i, rows.length) / at(i, i));
}
