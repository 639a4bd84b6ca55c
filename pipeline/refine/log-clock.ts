/**
 * The instant of each decision (`refined_at`), which orders the log: that of the wall clock as long as it goes on with the
 * monotonic one. Where the wall clock leaps, this one runs half or twice as fast until it has caught up: it never goes
 * back, and an hour's correction takes an hour to reach the log. What a process finds at its start is believed.
 */

export interface LogClock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** The log holds this instant: none before it is told from now on. */
  readonly atLeast: (refinedAtMs: number) => void;
  /** How far the wall clock is ahead, in milliseconds; behind: less than zero. */
  readonly apartMs: () => number;
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
    apartMs: () => wallMs() - last.ms,
  };
}
