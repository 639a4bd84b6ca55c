/** A circuit breaker: after several failures in a row it is open for a while, then lets one caller try. */

export interface Breaker {
  /** Returns whether the caller may try. When open, it returns true once after each pause. */
  readonly mayTry: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
}

/** Returns a closed breaker. It opens for `openMs` after `failuresMax` failures in a row. */
export function createBreaker(options: { readonly failuresMax: number; readonly openMs: number; readonly nowMs?: () => number }): Breaker {
  const { failuresMax, openMs, nowMs = () => performance.now() } = options;
  let failures = 0;
  let openUntilMs = 0;
  return {
    mayTry: () => {
      if (failures < failuresMax) return true;
      if (nowMs() < openUntilMs) return false;
      // This caller makes the trial. The others wait for its outcome, at most for another pause.
      openUntilMs = nowMs() + openMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    failed: () => {
      failures += 1;
      // Jitter keeps many processes from retrying at the same time.
      if (failures >= failuresMax) openUntilMs = nowMs() + openMs * (0.75 + Math.random() / 2);
    },
  };
}
