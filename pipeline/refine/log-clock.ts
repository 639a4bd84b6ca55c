/**
 * Gives the instant of each decision (`refined_at`), which orders the log. It is the wall clock's while that advances with
 * the monotonic one. After a jump of the wall clock it runs at half or double speed until both agree, so it never goes back;
 * an hour's jump forward takes an hour, one back two hours. The wall clock at a process's start is trusted.
 */

export interface LogClock {
  /** Returns milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Returns the same as ISO 8601 UTC. */
  readonly now: () => string;
  /** Sets the least instant, because the log has a record of it: no decision may precede it. */
  readonly atLeast: (refinedAtMs: number) => void;
}

const slowest = 0.5;
const fastest = 2;

/** Returns the clock, which begins at the wall clock's time. */
export function createLogClock({ wallMs, monotonicMs = () => performance.now() }: { wallMs: () => number; monotonicMs?: () => number }): LogClock {
  let last = { ms: wallMs(), monotonicMs: monotonicMs() };
  const nowMs = (): number => {
    const at = monotonicMs();
    const passedMs = at - last.monotonicMs;
    const ms = Math.min(Math.max(wallMs(), last.ms + slowest * passedMs), last.ms + fastest * passedMs);
    last = { ms, monotonicMs: at };
    return Math.floor(ms);
  };
  return {
    nowMs,
    now: () => new Date(nowMs()).toISOString(),
    atLeast: (refinedAtMs) => {
      if (refinedAtMs > last.ms) last = { ms: refinedAtMs, monotonicMs: monotonicMs() };
    },
  };
}
