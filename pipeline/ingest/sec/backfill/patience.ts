/** Pauses all requests of a backfill to EDGAR while it refuses this client or answers no request. */
import { backoff, pause } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { Trouble } from '../access/failed-answer.ts';

export interface Patience {
  /** Resolves when EDGAR may be requested; at once when `signal` aborts. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
  /** Records a successful answer of EDGAR. */
  readonly answered: () => void;
  /** Records a failure. Returns true when EDGAR is in trouble, not just this one document. */
  readonly troubled: (trouble: Trouble) => boolean;
  /** Begins a pause, unless one is under way. */
  readonly coolOff: (trouble: Trouble) => void;
}

export interface PatienceOptions {
  readonly coolOffMs: { readonly first: number; readonly last: number };
  readonly onPause: (why: string, waitMs: number) => void;
}

/** Consecutive failures after which EDGAR, not the documents, counts as the cause. */
const troublesMax = 8;

/** Returns the pauses of one backfill. `onPause` receives the reason and the wait of each. */
export function createPatience({ coolOffMs, onPause }: PatienceOptions): Patience {
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
    answered: () => void ([pauses, inARow] = [0, 0]),
    troubled: (trouble) => {
      inARow += 1;
      const isEdgars = trouble.isRefusedClient === 'yes' || inARow >= troublesMax;
      if (isEdgars) coolOff(trouble);
      return isEdgars;
    },
    coolOff,
  };
}
