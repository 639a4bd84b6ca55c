/** Opens the quotas: counters in Redis, and what each process grants while Redis is away. */
import { joinPeers } from '../quota/peers.ts';
import { createQuota, type Quota } from '../quota/quota.ts';
import { sweepRegularly } from '../quota/sweep.ts';
import { redisTimeoutMs, type Ground } from './ground.ts';
import type { Stores } from './open-stores.ts';

export function openLimits({ bus, redis }: Stores, { config, log, nowMs }: Ground): { readonly quota: Quota; readonly stop: () => void } {
  const peers = joinPeers({
    connection: bus.connection,
    isConnected: bus.isConnected,
    processesMin: Math.max(config.API_WORKERS, config.API_PROCESSES),
    timeoutMs: redisTimeoutMs,
    nowMs,
  });
  const quota = createQuota({ redis, peers, timeoutMs: redisTimeoutMs, nowMs });
  const sweeping = sweepRegularly(redis, log);
  return {
    quota,
    stop: () => {
      quota.stop();
      peers.stop();
      sweeping.stop();
    },
  };
}
