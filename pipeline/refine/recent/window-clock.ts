/**
 * The window's time: that of the log (`refined_at` of its records), in which a step back counts for nothing and a leap of more
 * than a week for a day. The log's own clock (log-clock.ts) leaps only where refine starts on a host whose clock is wrong, or
 * after a long outage; neither may empty the window at once. A fold of the log: only differences of its instants mean something.
 */

const dayMs = 86_400_000;
/** So long a silence is taken for an outage, a longer one for a clock that was wrong before or is now. */
const silenceMaxMs = 7 * dayMs;
const leapMs = dayMs;

export interface WindowClock {
  /** The window's instant of a record of the log; the next is reckoned from there. */
  readonly atRecord: (refinedAtMs: number) => number;
  /** The window's instant of a decision that may become the next record. */
  readonly at: (instantMs: number) => number;
  readonly kept: () => KeptClock;
}

export interface KeptClock {
  /** Of the last record, and what the window took it for; null: there was none. */
  readonly last: { readonly refinedAtMs: number; readonly windowMs: number } | null;
}

/** What passed in the window while the log's time went from one instant to another. */
export const passedMs = (fromMs: number, toMs: number): number => (toMs - fromMs > silenceMaxMs ? leapMs : Math.max(0, toMs - fromMs));

export function createWindowClock({ last: kept }: KeptClock = { last: null }): WindowClock {
  let last = kept;
  const at = (instantMs: number): number => (last === null ? instantMs : last.windowMs + passedMs(last.refinedAtMs, instantMs));
  return {
    at,
    atRecord: (refinedAtMs) => {
      last = { refinedAtMs, windowMs: at(refinedAtMs) };
      return last.windowMs;
    },
    kept: () => ({ last }),
  };
}
