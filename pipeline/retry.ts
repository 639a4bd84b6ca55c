/** One way to insist: repeats an effect that is safe to repeat until it succeeds or the process stops. */
import type { Logger } from 'pino';
import { backoff, pause } from './ingest/schedule.ts';

export class StoppedError extends Error {
  constructor() {
    super('stopped');
  }
}

/** Resolves with the first success; throws StoppedError once `signal` aborts. Waits 100 ms to 5 s between attempts, with jitter. */
export async function insist<T>(what: string, effect: () => Promise<T>, options: { readonly log: Logger; readonly signal: AbortSignal }): Promise<T> {
  const { log, signal } = options;
  for (let failures = 0; ; failures += 1) {
    if (signal.aborted) throw new StoppedError();
    try {
      return await effect();
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      log.warn({ err: error, what, failures }, 'effect.retried');
      await pause(backoff(failures, 100, 5_000), signal);
    }
  }
}
