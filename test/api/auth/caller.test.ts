import { describe, expect, test } from 'vitest';
import { createCaller } from '#api/auth/caller.ts';
import type { Account } from '#schemas/account.ts';
import { plans } from '#schemas/plan.ts';

const accountOf = (changes: Partial<Account>): Account => ({ id: 'a1', plan: 'free', requests_per_minute: null, requests_per_day: null, ...changes });

describe('a caller', () => {
  test.each([
    ['free', 20, 100],
    ['basic', 60, 10_000],
    ['pro', 150, 100_000],
  ] as const)('of %s has %i requests a minute and %i a day', (plan, perMinute, perDay) => {
    const caller = createCaller(accountOf({ plan }), plans);
    expect(caller.limits).toEqual({ perMinute, perDay });
    expect(caller.dayLimitText).toBe(String(perDay));
    expect(caller.policyText).toBe(`"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`);
  });

  test('has the limits of its account where these replace those of the plan, one or both', () => {
    expect(createCaller(accountOf({ requests_per_minute: 7 }), plans).limits).toEqual({ perMinute: 7, perDay: plans.free.requestsPerDay });
    expect(createCaller(accountOf({ requests_per_minute: 7, requests_per_day: 9 }), plans).policyText).toBe('"minute";q=7;w=60, "day";q=9;w=86400');
  });

  test('counts in two Redis keys with one hash tag of its own', () => {
    const [one, two] = [createCaller(accountOf({}), plans), createCaller(accountOf({ id: 'a2' }), plans)];
    expect(new Set([one.minuteKey, one.dayKey, two.minuteKey, two.dayKey]).size).toBe(4);
    for (const name of [one.minuteKey, one.dayKey]) expect(/\{(.+?)\}/.exec(name)?.[1]).toBe('a1');
  });
});
