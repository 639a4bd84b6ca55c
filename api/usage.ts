/** GET /api/usage/ returns the quota of the account and its calls. It costs nothing. */
import { Usage } from '#schemas/usage.ts';
import type { Caller } from './auth/caller.ts';
import { unavailable } from './errors.ts';
import { defineOperation } from './operation.ts';
import { daysKept, type AccountUse } from './quota/day-history.ts';
import { createContent } from './reply/content.ts';

const example: Usage = {
  plan: 'basic',
  windows: [
    { window: 'minute', limit: 60, used: 3, remaining: 57, resets_at: '2026-11-20T09:31:00.000Z' },
    { window: 'day', limit: 10_000, used: 412, remaining: 9_588, resets_at: '2026-11-21T00:00:00.000Z' },
  ],
  history: [
    {
      day: '2026-11-20',
      calls: 412,
      refused: 2,
      by_operation: [
        { operation: 'listNews', calls: 402 },
        { operation: 'svc_radar', calls: 10 },
      ],
      by_key: [
        { key_hint: 'nf_live_8sKq', calls: 402 },
        { key_hint: null, calls: 10 },
      ],
    },
  ],
};

export const usage = defineOperation({
  path: '/api/usage/',
  name: 'getUsage',
  summary: 'Quota and usage of the account',
  description: 'Limits and usage of both quota windows, and the calls of the last 31 days by operation and key. Costs nothing.',
  output: { type: 'application/json', schema: Usage, example },
  cost: 0,
  cache: 'no-store',
  handle: async (_input, caller, { quota, nowMs }) => {
    const use = await quota.use(caller.account.id, daysKept);
    if (use === null) throw unavailable('counters', 'The counters of calls do not answer right now. Try again in a few seconds.');
    return { content: createContent(JSON.stringify(usageOf(caller, use, nowMs()))) };
  },
});

function usageOf({ plan, limits }: Pick<Caller, 'plan' | 'limits'>, use: AccountUse, nowMs: number): Usage {
  const windowOf = (lengthMs: number, limit: number, used: number) => ({
    limit,
    used,
    remaining: Math.max(0, limit - used),
    resets_at: new Date((Math.floor(nowMs / lengthMs) + 1) * lengthMs).toISOString(),
  });
  const windows = [
    { window: 'minute' as const, ...windowOf(60_000, limits.perMinute, use.minuteUsed) },
    { window: 'day' as const, ...windowOf(86_400_000, limits.perDay, use.dayUsed) },
  ];
  return { plan: plan.name, windows, history: [...use.days] };
}
