/** Decides whether a call is repeated, and after what time. */
import { ApiError, ConnectionError } from './errors.ts';

export interface RetrySchedule {
  /** Maximum number of calls, including the first. */
  readonly attempts: number;
  /** Milliseconds before the second call; doubled before each further one. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** After a longer `Retry-After` the caller gets the error. When the minute's quota is used up it is at most 60. */
  readonly retryAfterMaxSeconds: number;
}

export const defaultRetries: RetrySchedule = { attempts: 4, firstMs: 250, maxMs: 8_000, retryAfterMaxSeconds: 60 };

/** For readers that wait until the service answers again. */
export const troubleSchedule: RetrySchedule = { ...defaultRetries, firstMs: 1_000, maxMs: 60_000 };

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);

/** Returns whether the same call may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && retriedStatuses.has(error.status));

/** Returns the delay; null: no retry. Refusals by quota had no effect and are retried for any method, other errors for safe ones only. */
export function delayBeforeRetryMs(
  error: unknown,
  made: { readonly attempts: number; readonly isSafe: boolean },
  schedule: RetrySchedule,
  random: () => number = Math.random,
): number | null {
  const { attempts, isSafe } = made;
  if (attempts >= schedule.attempts || !isPassing(error)) return null;
  const isRefused = error instanceof ApiError && error.status === 429;
  if (!isSafe && !isRefused) return null;
  const askedSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (askedSeconds !== null && askedSeconds > schedule.retryAfterMaxSeconds) return null;
  return waitMs(attempts, askedSeconds, schedule, random);
}

/** Returns the wait: at least the requested time, with random spread so that callers refused together do not return together. */
export function waitMs(failures: number, askedSeconds: number | null, { firstMs, maxMs }: RetrySchedule, random: () => number = Math.random): number {
  const backoffMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return askedSeconds === null ? backoffMs * (0.5 + random() / 2) : askedSeconds * 1_000 + random() * Math.min(1_000, backoffMs);
}

/** Resolves after `ms`, or early without error when `signal` aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
