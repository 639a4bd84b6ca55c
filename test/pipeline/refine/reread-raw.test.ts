import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { natsAccounts } from '#ops/nats/nats-users.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { rereadRaw } from '#pipeline/refine/reread-raw.ts';
import { consumers, rawSubject, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const { nats, bus } = await sharedBus();
await applyStreams(bus);

const publish = async (...texts: string[]): Promise<void> => {
  for (const text of texts) await bus.js.publish(rawSubject('article'), text);
};
/** Reads and acknowledges messages until none arrives for a second. */
async function read(): Promise<string[]> {
  const consumer = await bus.js.consumers.get(streams.raw, consumers.refine);
  const texts: string[] = [];
  for await (const message of await consumer.fetch({ max_messages: 100, expires: 1_000 })) {
    texts.push(message.string());
    await message.ackAck();
  }
  return texts;
}
async function restart(): Promise<void> {
  await nats.kill();
  await nats.restart();
  await until('NATS to answer', () => bus.jsm.streams.info(streams.raw).catch(() => null));
}
const names = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => `document ${from + at}`);

test('a place beyond the end of RAW, as a store put back leaves it, hides no document that comes later', async () => {
  expect(await rereadRaw(bus, testLog)).toBe(0);
  await publish(...names(1, 5));
  expect(await read()).toEqual(names(1, 5));
  // The messages of this moment, with a later position of the consumer.
  const store = join(nats.dataDir, 'store');
  const copy = join(nats.dataDir, 'copy');
  const refineOf = (root: string): string => join(root, 'jetstream', natsAccounts.streams, 'streams', streams.raw, 'obs', consumers.refine);
  await nats.kill();
  await cp(store, copy, { recursive: true });
  await nats.restart();
  await until('NATS to answer', () => bus.jsm.streams.info(streams.raw).catch(() => null));
  await publish(...names(6, 9));
  expect(await read()).toEqual(names(6, 9));
  await nats.kill();
  await rm(refineOf(copy), { recursive: true });
  await cp(refineOf(store), refineOf(copy), { recursive: true });
  await rm(store, { recursive: true });
  await cp(copy, store, { recursive: true });
  await nats.restart();

  // Servers later than 2.9 correct the position themselves, so the test does not check it.
  const { state } = await until('NATS to answer', () => bus.jsm.streams.info(streams.raw).catch(() => null));
  expect(state.last_seq).toBe(5);
  await publish('new 1', 'new 2');
  await rereadRaw(bus, testLog);
  expect(await read()).toEqual([...names(1, 5), 'new 1', 'new 2']);
  // While the server runs, nothing is read again.
  expect(await rereadRaw(bus, testLog)).toBe(0);
  await publish('new 3');
  expect(await read()).toEqual(['new 3']);
  expect(await applyAgain()).toBe(0);
});

test('a try that deleted the consumer and could not add another is made good by the next one', async () => {
  await restart();
  const add = async (): Promise<never> => {
    throw new Error('timeout');
  };
  const failing: Bus = { ...bus, jsm: { ...bus.jsm, streams: bus.jsm.streams, consumers: Object.assign(Object.create(bus.jsm.consumers), { add }) } };
  await expect(rereadRaw(failing, testLog)).rejects.toThrow('timeout');
  await rereadRaw(bus, testLog);
  expect(await read()).toEqual([...names(1, 5), 'new 1', 'new 2', 'new 3']);
});

test('what was acknowledged above a floor that stays is read again too', async () => {
  await restart();
  await rereadRaw(bus, testLog);
  const consumer = await bus.js.consumers.get(streams.raw, consumers.refine);
  for await (const message of await consumer.fetch({ max_messages: 8, expires: 1_000 })) if (message.seq > 2) await message.ackAck();
  expect((await bus.jsm.consumers.info(streams.raw, consumers.refine)).ack_floor.stream_seq).toBe(0);
  await restart();
  await rereadRaw(bus, testLog);
  expect(await read()).toEqual([...names(1, 5), 'new 1', 'new 2', 'new 3']);
});

/** Expects `apply` to leave the recreated consumer as it is; returns its pending messages. */
async function applyAgain(): Promise<number> {
  const before = await bus.jsm.consumers.info(streams.raw, consumers.refine);
  await applyStreams(bus);
  const after = await bus.jsm.consumers.info(streams.raw, consumers.refine);
  expect(after.created).toEqual(before.created);
  return after.num_pending;
}
