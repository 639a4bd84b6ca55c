/** Runs work under a concurrency limit. */
import type { LimitFunction } from 'p-limit';

/** Runs `work` when `limit` has a free slot. Resolves with null, without running it, when `signal` aborts first. */
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
