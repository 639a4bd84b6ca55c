/** Leaves an endpoint alone for a while once it has failed several times in a row; then one request tries it again. */

export interface Breaker {
  /** Whether a request may go now. While it is broken, one may in every rest. */
  readonly mayGo: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
}

export interface BreakerSettings {
  readonly failuresMax: number;
  readonly restMs: number;
  readonly nowMs?: () => number;
}

export function createBreaker({ failuresMax, restMs, nowMs = () => performance.now() }: BreakerSettings): Breaker {
  let failures = 0;
  let restUntilMs = -Infinity;
  return {
    mayGo: () => {
      if (failures < failuresMax) return true;
      if (nowMs() < restUntilMs) return false;
      restUntilMs = nowMs() + restMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    failed: () => {
      failures += 1;
      if (failures >= failuresMax) restUntilMs = nowMs() + restMs;
    },
  };
}
