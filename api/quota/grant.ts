/**
 * The quota's answer to a call: whether it was granted, and the remaining calls of the minute and the day. Makes the headers and the 429.
 */
import { apiError, type ApiError } from '../errors.ts';
import type { Caller, Limits } from '../auth/caller.ts';
import type { HeaderList } from '../reply/send.ts';

export interface Grant {
  readonly refusedBy: 'minute' | 'day' | null;
  readonly minuteLeft: number;
  readonly dayLeft: number;
  /** Seconds since 1970, by the clock of the counters. */
  readonly nowSeconds: number;
}

/** Calls in both windows before a run of calls was counted, and how many of the run were granted. */
export interface TakenCalls {
  readonly granted: number;
  readonly minuteUsed: number;
  readonly dayUsed: number;
  readonly nowSeconds: number;
}

/** Returns the grant of a call by its index in the run. The first `taken.granted` calls are granted. */
export function grantOf(taken: TakenCalls, index: number, limits: Limits): Grant {
  const counted = Math.min(index + 1, taken.granted);
  const minuteLeft = Math.max(0, limits.perMinute - taken.minuteUsed - counted);
  const dayLeft = Math.max(0, limits.perDay - taken.dayUsed - counted);
  // If both windows are used up, the wait for the day is longer.
  const refusedBy = index < taken.granted ? null : dayLeft === 0 ? 'day' : 'minute';
  return { refusedBy, minuteLeft, dayLeft, nowSeconds: taken.nowSeconds };
}

/** Returns the remaining calls after the first `calls` calls of a run, for a request that costs nothing. */
export const leftAfter = (taken: TakenCalls, calls: number, limits: Limits): Grant => ({ ...grantOf(taken, calls - 1, limits), refusedBy: null });

/** The first of the quota headers. Every response to a key has it. */
export const quotaHeader = 'X-RateLimit-Limit';
const daySeconds = 86_400;
const retryAfterMaxSeconds = 3_600;

/**
 * Adds the quota headers. X-RateLimit-* describe the UTC day, RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers) both
 * windows.
 */
export function pushQuotaHeaders(headers: HeaderList, grant: Grant, caller: Caller): void {
  const { nowSeconds, minuteLeft, dayLeft } = grant;
  const dayResetIn = daySeconds - (nowSeconds % daySeconds);
  headers.push(
    quotaHeader,
    caller.dayLimitText,
    'X-RateLimit-Remaining',
    String(dayLeft),
    'X-RateLimit-Reset',
    String(nowSeconds + dayResetIn),
    'RateLimit',
    `"minute";r=${minuteLeft};t=${60 - (nowSeconds % 60)}, "day";r=${dayLeft};t=${dayResetIn}`,
    'RateLimit-Policy',
    caller.policyText,
  );
}

/** Returns the 429. Its Retry-After is at most 60 s for the minute and 3,600 s for the day. */
export function rateLimited(grant: Grant, caller: Caller, pricingUrl: string): ApiError {
  const window = grant.refusedBy ?? 'minute';
  const seconds = window === 'minute' ? 60 - (grant.nowSeconds % 60) : Math.min(retryAfterMaxSeconds, daySeconds - (grant.nowSeconds % daySeconds));
  const { plan, limits } = caller;
  const resetsAt = new Date((grant.nowSeconds - (grant.nowSeconds % daySeconds) + daySeconds) * 1_000).toISOString().replace('.000', '');
  const detail =
    window === 'minute'
      ? `The quota of ${limits.perMinute} requests per minute is used up. Try again in ${seconds} s.`
      : `The quota of ${limits.perDay} requests per UTC day is used up. It resets at ${resetsAt}.`;
  return apiError(
    'rate_limited',
    detail,
    {
      tier: plan.name,
      window,
      limit_per_minute: limits.perMinute,
      limit_per_day: limits.perDay,
      retry_after_seconds: seconds,
      upgrade: { tiers: [...plan.upgradeTo], pricing_url: pricingUrl },
    },
    ['Retry-After', String(seconds)],
  );
}
