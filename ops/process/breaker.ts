/** A circuit breaker: after some failures in a row it stays open for a while, then one caller tries again. */

export interface Breaker {
  /** Returns whether to try now; false while open, except for one trial after the pause. */
  readonly mayTry: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
}

/** Returns a closed breaker, which opens for `openMs` after `failuresMax` failures in a row. */
export function createBreaker(options: { readonly failuresMax: number; readonly openMs: number; readonly nowMs?: () => number }): Breaker {
  const { failuresMax, openMs, nowMs = () => performance.now() } = options;
  let failures = 0;
  let openUntilMs = 0;
  return {
    mayTry: () => {
      if (failures < failuresMax) return true;
      if (nowMs() < openUntilMs) return false;
      // The trial: other callers wait for its outcome, at most for another pause.
      openUntilMs = nowMs() + openMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    failed: () => {
      failures += 1;
      // Spread, so that many processes do not retry at once.
      if (failures >= failuresMax) openUntilMs = nowMs() + openMs * (0.75 + Math.random() / 2);
    },
  };
}
