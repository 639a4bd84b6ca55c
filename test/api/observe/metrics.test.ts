import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createApiMetrics } from '#api/observe/metrics.ts';

test('a metric of the tail is NaN while its value is unknown', async () => {
  const registry = new Registry();
  const zero = (): number => 0;
  createApiMetrics(registry, {
    tailRows: zero,
    tailBytes: zero,
    tailLastSeq: zero,
    tailLag: () => null,
    tailReachMs: () => null,
    streams: zero,
    cacheBytes: zero,
    quotaIsLocal: () => false,
    accounts: { counts: () => ({ keys: 0, accounts: 0, unreadable: 0, unknownPlans: 0 }), unheardMs: zero },
    isAway: () => false,
  });
  const text = await registry.metrics();
  for (const name of ['api_tail_lag_records', 'api_tail_reach_seconds']) expect(text).toMatch(new RegExp(`^${name} Nan$`, 'm'));
});
