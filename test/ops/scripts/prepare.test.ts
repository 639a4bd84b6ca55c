import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBus } from '#ops/runtime/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { runScript } from './run-script.ts';

let nats: NatsServer;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.stop());

test('every stream and bucket is made, once, and a user who may make none finds them', async () => {
  const env = { NATS_URL: `nats://127.0.0.1:${nats.port}`, ...nats.loginOf('admin') };
  for (let run = 0; run < 2; run += 1) expect(await runScript('ops/scripts/prepare.ts', [], env)).toMatchObject({ code: 0 });
  const bus = await openBus(readConfig(env), 'test', testLog);
  const names: string[] = [];
  for await (const { config } of bus.jsm.streams.list()) names.push(config.name);
  await bus.close();
  expect(names.toSorted()).toEqual([...Object.values(streams), ...Object.values(buckets).map((bucket) => `KV_${bucket}`)].toSorted());
  expect(await runScript('ops/scripts/prepare.ts', [], { ...env, ...nats.loginOf('api') })).toMatchObject({ code: 1 });
});
