/** When EDGAR is not asked: while it refuses this client, or answers nobody; one pause for all that would ask. */
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { backoff, pause } from '../../schedule.ts';
import type { Trouble } from '../access/failed-answer.ts';

export interface Patience {
  /** Resolves when EDGAR may be asked; at once when `signal` aborts. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
  /** EDGAR gave what it was asked for. */
  readonly answered: () => void;
  /** True when it is EDGAR's trouble, and not that of the one document asked for. */
  readonly troubled: (trouble: Trouble) => boolean;
  /** Begins a pause, unless one is on. */
  readonly coolOff: (trouble: Trouble) => void;
}

export interface PatienceOptions {
  readonly coolOffMs: { readonly first: number; readonly last: number };
  readonly onPause: (why: string, waitMs: number) => void;
}

/** So many answers in a row that were trouble are not the documents' fault. */
const troublesMax = 8;

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
