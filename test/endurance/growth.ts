/**
 * Measures growth as the slope of a line through samples after a warm-up: the median of the slopes between all pairs (Theil 1950, Sen
 * 1968). Garbage collections and merges make peaks that would bend a least-squares line.
 */

export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

export interface Growth {
  readonly perHour: number;
  /** The number of samples behind the line. */
  readonly samples: number;
}

const hourMs = 3_600_000;

/** Returns the growth, or null when fewer than `samplesMin` samples follow the warm-up. */
export function growthOf(
  samples: readonly Sample[],
  { warmUpMs, samplesMin = 10 }: { readonly warmUpMs: number; readonly samplesMin?: number },
): Growth | null {
  const startMs = samples[0]?.atMs ?? 0;
  const rest = samples.filter(({ atMs }) => atMs - startMs >= warmUpMs);
  if (rest.length < samplesMin) return null;
  const slopes = rest.flatMap((one, index) =>
    rest
      .slice(index + 1)
      .filter(({ atMs }) => atMs > one.atMs)
      .map((other) => (other.value - one.value) / (other.atMs - one.atMs)),
  );
  return slopes.length === 0 ? null : { perHour: medianOf(slopes) * hourMs, samples: rest.length };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
