/** Converts figures over time to the columns of the charts. */
import type { Figures, Percentile } from './answers.ts';

/** Returns columns with one value for each period of the window. The lag is null for a period in which no row became visible. */
export function chartData({ over_time: periods, step_seconds: step, since, at }: Pick<Figures, 'over_time' | 'step_seconds' | 'since' | 'at'>) {
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

/** Returns the limits of an axis of non-negative values, which always differ. */
export const axisRange = (largest: number | null): [number, number] => [0, Math.max(largest ?? 0, 1e-3) * 1.1];
