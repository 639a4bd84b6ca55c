/** Decides when state kept for one cutoff can be advanced to the next. */
import type { RadarCutoff } from '#clickhouse/radar-inputs.ts';

/** Milliseconds; a longer step reads everything again. */
const longestStepMs = 6 * 3_600_000;

/** Returns whether reads at one cutoff can be advanced to another with what the log received since. */
export const isNextOf = (last: RadarCutoff, cutoff: RadarCutoff): boolean =>
  cutoff.cutoffMs >= last.cutoffMs && cutoff.cutoffMs - last.cutoffMs <= longestStepMs && cutoff.toSeq >= last.toSeq;
