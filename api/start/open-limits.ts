/** Opens the quotas: counters in Redis, from which old windows are swept. */
import { createQuota, type Quota } from '../quota/quota.ts';
import { sweepRegularly } from '../quota/sweep.ts';
import { redisTimeoutMs, type StartContext } from './start-context.ts';
import type { Stores } from './open-stores.ts';

export function openLimits(
  { redis }: Pick<Stores, 'redis'>,
  { config, log, nowMs }: StartContext,
): { readonly quota: Quota; readonly stop: () => void } {
  const processes = Math.max(config.API_WORKERS, config.API_PROCESSES);
  return { quota: createQuota({ redis, processes, timeoutMs: redisTimeoutMs, nowMs }), stop: sweepRegularly(redis, log).stop };
}
