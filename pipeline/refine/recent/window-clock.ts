/**
 * Computes the window's time from `refined_at` of the log's records: a step back counts as zero and a jump of more than a week as a day, so
 * that neither a wrong clock nor a long outage empties the window. Only differences have a meaning.
 */

const dayMs = 86_400_000;
/** A gap up to this length counts as an outage, a longer one as a wrong clock. */
const outageMaxMs = 7 * dayMs;

interface WindowClock {
  /** Advances the clock to a log record and returns the record's window time. */
  readonly atRecord: (refinedAtMs: number) => number;
  /** Returns the window time of a decision, without advancing the clock. */
  readonly at: (instantMs: number) => number;
  readonly saved: () => SavedClock;
}

export interface SavedClock {
  /** Times of the last record, in the log's and in the window's time; null before the first record. */
  readonly last: { readonly refinedAtMs: number; readonly windowMs: number } | null;
}

/** Returns how much window time passes between two log times. */
export const passedMs = (fromMs: number, toMs: number): number => (toMs - fromMs > outageMaxMs ? dayMs : Math.max(0, toMs - fromMs));

export function createWindowClock({ last: saved }: SavedClock = { last: null }): WindowClock {
  let last = saved;
  const at = (instantMs: number): number => (last === null ? instantMs : last.windowMs + passedMs(last.refinedAtMs, instantMs));
  return {
    at,
    atRecord: (refinedAtMs) => {
      last = { refinedAtMs, windowMs: at(refinedAtMs) };
      return last.windowMs;
    },
    saved: () => ({ last }),
  };
}
