import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { createRoom } from '#pipeline/ingest/sec/backfill/backpressure.ts';
import { readConfig } from '#schemas/config.ts';
import { rawSubject, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
beforeAll(async () => {
  nats = await startNats();
  const config = readConfig({ NATS_URL: nats.url, RAW_MAX_BYTES: '2000000' });
  bus = await openBus(config, 'test', testLog);
  await applyStreams(bus, config);
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});
beforeEach(async () => {
  await bus.jsm.streams.purge(streams.raw);
});

const signal = new AbortController().signal;
const publish = (count: number, bytes: number): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, () => bus.js.publish(rawSubject('form4'), Buffer.alloc(bytes))));

test('history waits while RAW is half full, and goes on when there is room', async () => {
  const full: string[] = [];
  await publish(11, 100_000);
  let hasRoom = false;
  const waiting = createRoom(bus, { log: testLog, onFull: (why) => full.push(why) })(signal).then(() => (hasRoom = true));
  await until('it to say why it waits', () => full.length > 0);
  expect([hasRoom, full[0]]).toEqual([false, expect.stringMatching(/^waiting for room in RAW: \d+ of its 2000000 bytes are not refined yet/)]);
  await bus.jsm.streams.purge(streams.raw);
  await waiting;
  expect(full).toHaveLength(1);
});

test('history waits while refine has much before it, so that live filings do not queue behind it', async () => {
  const full: string[] = [];
  await publish(2_001, 10);
  const waiting = createRoom(bus, { log: testLog, onFull: (why) => full.push(why) })(signal);
  await until('it to say why it waits', () => full.length > 0);
  expect(full[0]).toBe('waiting for refine, which has 2001 unread messages');
  await bus.jsm.streams.purge(streams.raw);
  await waiting;
});
