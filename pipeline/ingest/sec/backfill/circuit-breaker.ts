/** Pauses all requests of a backfill while EDGAR refuses this client or answers no request. */
import { backoff, pause } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { RetryWait } from '../../schedule.ts';
import type { Trouble } from '../access/failed-answer.ts';

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/** Number of consecutive failures after which EDGAR, not the documents, counts as the cause. */
const troublesMax = 8;

export function createCircuitBreaker(coolOffMs: RetryWait, onPause: (why: string, waitMs: number) => void) {
  let [untilMs, pauses, inARow] = [0, 0, 0];
  /** Begins a pause, unless there is one already. */
  const coolOff = (trouble: Trouble): void => {
    if (steadyNowMs() < untilMs) return;
    const waitMs = Math.max(trouble.retryAfterMs, backoff(pauses, coolOffMs.first, coolOffMs.last));
    pauses += 1;
    untilMs = steadyNowMs() + waitMs;
    onPause(trouble.detail, waitMs);
  };
  return {
    /** Resolves when EDGAR may be requested, or at once when `signal` aborts. */
    wait: async (signal: AbortSignal): Promise<void> => {
      for (let leftMs = untilMs - steadyNowMs(); leftMs > 0 && !signal.aborted; leftMs = untilMs - steadyNowMs()) await pause(leftMs, signal);
    },
    succeeded: (): void => void ([pauses, inARow] = [0, 0]),
    /** Records a failure. Returns true if EDGAR as a whole is in trouble, not only this document. */
    failed: (trouble: Trouble): boolean => {
      inARow += 1;
      const isEdgarInTrouble = trouble.isRefusedClient === 'yes' || inARow >= troublesMax;
      if (isEdgarInTrouble) coolOff(trouble);
      return isEdgarInTrouble;
    },
    coolOff,
  };
}
