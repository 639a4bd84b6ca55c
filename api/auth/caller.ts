/** The caller of a request: an account with its plan and limits, and texts for the headers of its responses. */
import type { Account } from '#schemas/account.ts';
import type { Plan } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';

export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
}

export interface Caller {
  readonly account: Account;
  readonly plan: Plan;
  readonly limits: Limits;
  /** Redis keys of both counters. They have the same hash tag, so one node of a cluster has both. */
  readonly minuteKey: string;
  readonly dayKey: string;
  readonly dayLimitText: string;
  readonly policyText: string;
  /** The beginning of the API key, which lists show; null if the caller is a connected application. */
  readonly keyHint: string | null;
}

export const quotaKeys = (accountId: string): Pick<Caller, 'minuteKey' | 'dayKey'> => ({
  minuteKey: `quota:{${accountId}}:minute`,
  dayKey: `quota:{${accountId}}:day`,
});

export function createCaller(account: Account, plans: Readonly<Record<PlanName, Plan>>, keyHint: string | null = null): Caller {
  const plan = plans[account.plan];
  const limits = { perMinute: account.requests_per_minute ?? plan.requestsPerMinute, perDay: account.requests_per_day ?? plan.requestsPerDay };
  return {
    account,
    plan,
    limits,
    ...quotaKeys(account.id),
    dayLimitText: String(limits.perDay),
    policyText: `"minute";q=${limits.perMinute};w=60, "day";q=${limits.perDay};w=86400`,
    keyHint,
  };
}
