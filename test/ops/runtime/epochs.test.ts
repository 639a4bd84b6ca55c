import type { KV } from '@nats-io/kv';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { epochsKey, readEpochs, watchEpochs, writeEpochs } from '#ops/runtime/epochs.ts';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { readConfig } from '#schemas/config.ts';
import type { EpochHistory } from '#schemas/epoch.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { copyStore } from '#test/support/power-loss.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
let bucket: KV;
beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});
beforeEach(async () => {
  await bus.jsm.streams.delete('KV_feed_log').catch(() => undefined);
  await applyStreams(bus);
  bucket = await openBucket(bus, 'feed_log');
});

const first: EpochHistory = [{ id: 10, afterSeq: 0 }];
const second: EpochHistory = [...first, { id: 20, afterSeq: 5 }];

test('the history is written by compare-and-swap, the first time too', async () => {
  expect(await readEpochs(bucket)).toEqual({ history: [], revision: 0 });
  const revision = await writeEpochs(bucket, first, 0);
  expect(await readEpochs(bucket)).toEqual({ history: first, revision });
  await expect(writeEpochs(bucket, second, 0)).rejects.toThrow();
  await expect(writeEpochs(bucket, second, revision + 1)).rejects.toThrow();
  await writeEpochs(bucket, second, revision);
  expect((await readEpochs(bucket)).history).toEqual(second);
});

test('what is no history is not taken for none', async () => {
  await bucket.put(epochsKey, '{"id":1}');
  await expect(readEpochs(bucket)).rejects.toThrow();
});

test('a watch tells the history as it is and at each change, over restarts of NATS and what it cannot read', async () => {
  const revision = await writeEpochs(bucket, first, 0);
  const heard: EpochHistory[] = [];
  const watch = watchEpochs(bucket, (history) => heard.push(history), testLog);
  onTestFinished(watch.stop);
  await until('the history', () => heard.length > 0);
  expect(heard).toEqual([first]);
  await nats.restart();
  await until('NATS to answer', () => readEpochs(bucket).then(() => true, () => false)); // prettier-ignore
  await writeEpochs(bucket, second, revision);
  await until('the change', () => heard.at(-1)?.length === 2);
  await bucket.put(epochsKey, 'no history');
  await bucket.put(epochsKey, JSON.stringify([...second, { id: 30, afterSeq: 9 }]));
  await until('the next change', () => heard.at(-1)?.length === 3);
  watch.stop();
});

test('a watch tells what is written where the bucket lost its end, at a revision that it was told before', async () => {
  const revision = await writeEpochs(bucket, first, 0);
  const copy = await copyStore(nats);
  onTestFinished(copy.remove);
  const lost: EpochHistory = [...first, { id: 15, afterSeq: 8 }];
  await writeEpochs(bucket, lost, revision);
  const heard: EpochHistory[] = [];
  const watch = watchEpochs(bucket, (history) => heard.push(history), testLog);
  onTestFinished(watch.stop);
  await until('the history', () => heard.at(-1)?.length === 2);
  await copy.putBack();
  await until('NATS to answer', () => readEpochs(bucket).then(() => true, () => false)); // prettier-ignore
  await writeEpochs(bucket, second, revision);
  await until('what stands there now', () => heard.at(-1)?.[1]?.id === 20, 30_000);
}, 60_000);
