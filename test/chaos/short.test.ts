import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';
import { clientKinds } from '#test/support/client-pollers.ts';
import { expectNothingLost } from './expect.ts';
import { killed } from './faults.ts';

test('kill -9 of every part in turn under load: every served document is one row or one drop, and every poller, those of the clients too, sees each row once and in order', async () => {
  const result = await runChaos({
    rounds: 6,
    rate: 20,
    seed: 7,
    faults: ['pipeline', 'writer', 'nats', 'clickhouse', 'api', 'redis'].map(killed),
    pauseMsMax: 1_500,
    drainMs: 120_000,
    clientKinds: clientKinds(),
  });
  expect(Object.keys(result.faults)).toHaveLength(6);
  expectNothingLost(result);
  expect(result.clients.map(({ kind }) => kind)).toEqual(clientKinds());
}, 300_000);
