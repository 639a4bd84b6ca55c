/** Pauses all requests of a backfill while EDGAR refuses this client or answers no request. */
import { backoff, pause } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { RetryWait } from '../../schedule.ts';
import type { Trouble } from '../access/failed-answer.ts';

export interface CircuitBreaker {
  /** Resolves when EDGAR may be requested, or at once when `signal` aborts. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
  readonly succeeded: () => void;
  /** Records a failure. Returns true if EDGAR as a whole is in trouble, not only this document. */
  readonly failed: (trouble: Trouble) => boolean;
  /** Begins a pause, unless there is one already. */
  readonly coolOff: (trouble: Trouble) => void;
}

interface CircuitBreakerOptions {
  readonly coolOffMs: RetryWait;
  readonly onPause: (why: string, waitMs: number) => void;
}

/** Number of consecutive failures after which EDGAR, not the documents, counts as the cause. */
const troublesMax = 8;

export function createCircuitBreaker({ coolOffMs, onPause }: CircuitBreakerOptions): CircuitBreaker {
  let [untilMs, pauses, inARow] = [0, 0, 0];
  const coolOff = (trouble: Trouble): void => {
    if (steadyNowMs() < untilMs) return;
    const waitMs = Math.max(trouble.retryAfterMs, backoff(pauses, coolOffMs.first, coolOffMs.last));
    pauses += 1;
    untilMs = steadyNowMs() + waitMs;
    onPause(trouble.detail, waitMs);
  };
  return {
    wait: async (signal) => {
      for (let leftMs = untilMs - steadyNowMs(); leftMs > 0 && !signal.aborted; leftMs = untilMs - steadyNowMs()) await pause(leftMs, signal);
    },
    succeeded: () => void ([pauses, inARow] = [0, 0]),
    failed: (trouble) => {
      inARow += 1;
      const isEdgarInTrouble = trouble.isRefusedClient === 'yes' || inARow >= troublesMax;
      if (isEdgarInTrouble) coolOff(trouble);
      return isEdgarInTrouble;
    },
    coolOff,
  };
}
