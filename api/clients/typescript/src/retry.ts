/** Decides whether and when a failed call is retried. */
import { ApiError, ConnectionError } from './errors.ts';

export interface RetrySchedule {
  /** Maximum number of calls, including the first. */
  readonly attempts: number;
  /** Milliseconds before the first retry; doubled before each further one. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** A longer `Retry-After` is not waited for: the call throws. For an exhausted quota of the minute it is at most 60. */
  readonly retryAfterMaxSeconds: number;
}

export const defaultRetries: RetrySchedule = { attempts: 4, firstMs: 250, maxMs: 8_000, retryAfterMaxSeconds: 60 };

/** The schedule of pollers and streams, which retry until the service answers again. */
export const troubleSchedule: RetrySchedule = { ...defaultRetries, firstMs: 1_000, maxMs: 60_000 };

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);

/** Returns whether the same call may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && retriedStatuses.has(error.status));

/** Returns the delay, or null for no retry. Refusals by quota are retried for every method, other errors only for safe methods. */
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

/** Returns the delay: at least the requested one, randomly extended so that callers refused together do not return together. */
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
