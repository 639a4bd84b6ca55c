import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';
import { expectNothingLost } from './expect.ts';

test('kill -9 of every part in turn under load: every served document is one row or one drop, and a poller sees each row once and in order', async () => {
  const result = await runChaos({
    kills: 7,
    rate: 20,
    seed: 7,
    parts: ['pipeline', 'writer', 'api', 'nats', 'redis', 'cache', 'clickhouse'],
    pauseMsMax: 1_500,
    drainMs: 120_000,
  });
  expect(Object.keys(result.kills)).toHaveLength(7);
  expectNothingLost(result);
}, 240_000);
