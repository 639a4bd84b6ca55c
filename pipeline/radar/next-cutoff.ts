/** When what is kept for one cutoff serves the next. */
import type { RadarCutoff } from '#clickhouse/radar-inputs.ts';

/** Steps that are longer read everything again. */
const longestStepMs = 6 * 3_600_000;

/** Whether what was read at a cutoff may be brought to another one by what the log got since. */
export const isNextOf = (last: RadarCutoff, cutoff: RadarCutoff): boolean =>
  cutoff.cutoffMs >= last.cutoffMs && cutoff.cutoffMs - last.cutoffMs <= longestStepMs && cutoff.toSeq >= last.toSeq;
