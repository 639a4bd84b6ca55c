/** Runs work under a concurrency limit; gives up waiting for a slot when the signal aborts. */
import type { LimitFunction } from 'p-limit';

/** Settles as `work` does once `limit` has started it; resolves to null when `signal` aborts first, and then never starts it. */
export function runLimited<T>(limit: LimitFunction, work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>();
  const leave = (): void => resolve(null);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  limit(async () => {
    signal.removeEventListener('abort', leave);
    return signal.aborted ? null : work();
  }).then(resolve, reject);
  return promise;
}
