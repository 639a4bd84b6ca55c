import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';
import { clientKinds } from '#test/support/client-pollers.ts';
import { expectNothingLost } from './expect.ts';
import { killed, restarted } from './faults.ts';

test('restarts fail no poll; after kill -9 of every part each served document is one row or one drop, and every poller sees each row once and in order', async () => {
  // The restarts come first: polls may fail after a kill.
  const restarts = ['pipeline', 'webhooks'].map(restarted);
  const kills = ['pipeline', 'nats', 'clickhouse', 'api', 'redis'].map(killed);
  const faults = [...restarts, ...kills];
  const result = await runChaos({ rounds: faults.length, rate: 2, seed: 7, faults, pauseMsMax: 1_500, drainMs: 300_000, clientKinds: clientKinds() });
  expect(Object.keys(result.faults)).toHaveLength(faults.length);
  expect(restarts.map(({ name }) => result.pollFailures[name])).toEqual([0, 0]);
  expectNothingLost(result);
  expect(result.clients.map(({ kind }) => kind)).toEqual(clientKinds());
}, 900_000);
