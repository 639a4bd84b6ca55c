/** Retries an idempotent effect until it succeeds or the process stops. */
import type { Logger } from 'pino';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { backoff, pause } from './pause.ts';

export class StoppedError extends Error {
  constructor() {
    super('stopped');
  }
}

export const endedByStop = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof StoppedError)) throw error;
  });

/** Observes the attempts of an effect, so that readiness reports an effect that does not succeed. */
export interface EffectWatch {
  readonly began: (what: string) => void;
  readonly failed: (what: string, error: unknown) => void;
  readonly succeeded: () => void;
  /** Called when the effect ends without success. */
  readonly ended: () => void;
}

export interface RetryOptions {
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly watch?: EffectWatch;
}

/**
 * Returns the result of the first successful attempt. Waits 100 ms to 5 s between attempts, with jitter. Throws StoppedError when `signal`
 * aborts, and a ControlPlaneError at once, because only an operator can fix its cause.
 */
export async function retryUntilStopped<T>(what: string, effect: () => Promise<T>, { log, signal, watch }: RetryOptions): Promise<T> {
  let isDone = false;
  watch?.began(what);
  try {
    for (let failures = 0; ; failures += 1) {
      if (signal.aborted) throw new StoppedError();
      try {
        const value = await effect();
        isDone = true;
        return value;
      } catch (error) {
        if (error instanceof StoppedError || error instanceof ControlPlaneError) throw error;
        log.warn({ err: error, what, failures }, 'effect.retried');
        watch?.failed(what, error);
        await pause(backoff(failures, 100, 5_000), signal);
      }
    }
  } finally {
    if (isDone) watch?.succeeded();
    else watch?.ended();
  }
}
