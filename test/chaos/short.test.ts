import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';
import { clientKinds } from '#test/support/client-pollers.ts';
import { expectNothingLost } from './expect.ts';
import { killed, restarted } from './faults.ts';

test('kill -9 of every part in turn under load: every served document is one row or one drop, and every poller, those of the clients too, sees each row once and in order', async () => {
  const result = await runChaos({
    rounds: 5,
    rate: 4,
    seed: 7,
    faults: ['pipeline', 'nats', 'clickhouse', 'api', 'redis'].map(killed),
    pauseMsMax: 1_500,
    drainMs: 300_000,
    clientKinds: clientKinds(),
  });
  expect(Object.keys(result.faults)).toHaveLength(5);
  expectNothingLost(result);
  expect(result.clients.map(({ kind }) => kind)).toEqual(clientKinds());
}, 900_000);

test('a restart of every part behind the API under load: no poll fails, no row is lost or doubled', async () => {
  const parts = ['pipeline', 'webhooks'];
  const result = await runChaos({ rounds: parts.length, rate: 5, seed: 8, faults: parts.map(restarted), pauseMsMax: 1_000, drainMs: 300_000 });
  expect(Object.keys(result.faults)).toHaveLength(parts.length);
  expect(result.pollFailures).toBe(0);
  expectNothingLost(result);
}, 900_000);
