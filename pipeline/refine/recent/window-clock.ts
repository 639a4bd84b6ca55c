/**
 * The window's time: `refined_at` of the log's records, but a step back counts as zero and a jump of more than a week as a day. The log's
 * own clock (log-clock.ts) jumps only where refine starts on a host whose clock is wrong, or after a long outage; neither may empty the
 * window at once. It is computed from the log alone. Only differences of its instants have a meaning.
 */

const dayMs = 86_400_000;
/** A gap up to this long counts as an outage. A longer gap means a wrong clock, before or after it. */
const silenceMaxMs = 7 * dayMs;
const leapMs = dayMs;

export interface WindowClock {
  /** Returns the window's instant of a record of the log; the next is computed from it. */
  readonly atRecord: (refinedAtMs: number) => number;
  /** Returns the window's instant of a decision that may become the next record. */
  readonly at: (instantMs: number) => number;
  readonly saved: () => SavedClock;
}

export interface SavedClock {
  /** Instant of the last record in the log's and in the window's time; null before the first record. */
  readonly last: { readonly refinedAtMs: number; readonly windowMs: number } | null;
}

/** Returns how much window time passes while the log's time goes from one instant to another. */
export const passedMs = (fromMs: number, toMs: number): number => (toMs - fromMs > silenceMaxMs ? leapMs : Math.max(0, toMs - fromMs));

/** Returns the clock, from its saved state or new. */
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
