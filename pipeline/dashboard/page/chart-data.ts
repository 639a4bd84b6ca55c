/** Figures over time as columns, one value for each step of the window. */
import type { Figures, Percentile } from './answers.ts';

export interface ChartData {
  /** Seconds since 1970. */
  readonly times: number[];
  /** Seconds; null, a hole in the line, where no row became visible. */
  readonly lag: Readonly<Record<Percentile, (number | null)[]>>;
  readonly rows: number[];
}

/** Returns the charts' columns by time, in Unix seconds; a period without rows has a null lag. */
export function chartData({
  over_time: periods,
  step_seconds: step,
  since,
  at,
}: Pick<Figures, 'over_time' | 'step_seconds' | 'since' | 'at'>): ChartData {
  const stepOf = (instant: string): number => Math.floor(Date.parse(instant) / 1_000 / step);
  const first = stepOf(since);
  const times = Array.from({ length: stepOf(at) - first + 1 }, (_, index) => (first + index) * step);
  const byTime = new Map(periods.map((period) => [period.at, period]));
  const column = (name: Percentile): (number | null)[] => times.map((time) => byTime.get(time)?.[name] ?? null);
  return {
    times,
    lag: { p50_seconds: column('p50_seconds'), p95_seconds: column('p95_seconds'), p99_seconds: column('p99_seconds') },
    rows: times.map((time) => byTime.get(time)?.rows ?? 0),
  };
}

/** Returns the limits of an axis of non-negative values; never empty. */
export const axisRange = (largest: number | null): [number, number] => [0, Math.max(largest ?? 0, 1e-3) * 1.1];
