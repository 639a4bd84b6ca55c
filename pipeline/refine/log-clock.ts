/**
 * Gives the instant of each decision (`refined_at`), which orders the log. It equals the wall clock while that advances with the monotonic
 * clock. After a jump of the wall clock it runs at half or double speed until both agree, so that it never goes back. The wall clock at the
 * start of the process is trusted.
 */

export interface LogClock {
  readonly nowMs: () => number;
  readonly now: () => string;
  /** Sets the least instant. No decision may precede a record that the log has. */
  readonly atLeast: (refinedAtMs: number) => void;
}

const slowest = 0.5;
const fastest = 2;

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
