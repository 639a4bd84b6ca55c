/** The result of a benchmark: our figure, the same figure of the bare component beneath it in the same run, and their ratio. */
export interface Measurement {
  readonly value: number;
  readonly ceiling: number;
  readonly ratio: number;
  readonly unit: string;
  /** Other results of the run, in words and figures. */
  readonly note: string;
}

export type Measurements = Readonly<Record<string, Measurement>>;

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);
