/** Documents that RAW acknowledged and lost with its server are published again before any position depends on them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { createPositions } from '#pipeline/ingest/positions-bucket.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { createRawSession } from '#pipeline/ingest/raw-session.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { copyStore } from '#test/support/power-loss.ts';
import { rawArticle } from '#test/support/raw-articles.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
const stop = new AbortController();
const retryOptions = { log: testLog, signal: stop.signal };
beforeEach(async () => {
  nats = await startNats();
  const config = readConfig({ NATS_URL: nats.url });
  bus = await openBus(config, 'test', testLog);
  await applyStreams(bus, config);
});
afterEach(async () => {
  await bus.close();
  await nats.stop();
});

const identitiesIn = async (): Promise<string[]> => {
  const { state } = await bus.jsm.streams.info(streams.raw);
  const found: string[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await bus.jsm.streams.getMessage(streams.raw, { seq });
    if (message !== null) found.push(message.json<{ identity: string }>().identity);
  }
  return found;
};
const address = (n: number): string => `https://news.example/${n}`;

test('what was lost is there again, once and in order, before the next position is kept', { timeout: 60_000 }, async () => {
  const session = createRawSession(bus, testLog);
  const publish = createPublish(bus, retryOptions, { session });
  const positions = createPositions(await openBucket(bus, buckets.positions), retryOptions, session);
  for (const n of [1, 2]) await publish(rawArticle(n));
  const copy = await copyStore(nats);
  for (const n of [3, 4]) await publish(rawArticle(n));
  await copy.putBack();
  await until('NATS to be there', () => bus.isConnected());
  await positions.set('wire', { read: 4 });
  // No step waits here: a process killed from now on has stored no position that is ahead of RAW.
  expect(await identitiesIn()).toEqual([1, 2, 3, 4].map(address));
  await publish(rawArticle(5));
  expect(await identitiesIn()).toEqual([1, 2, 3, 4, 5].map(address));
  await copy.remove();
});

test('a position is kept as it was when it was given, however long the documents before it take to be certain', async () => {
  const certain = Promise.withResolvers<void>();
  const positions = createPositions(await openBucket(bus, buckets.positions), retryOptions, { certain: () => certain.promise });
  const position = { read: 1 };
  const kept = positions.set('wire', position);
  position.read = 2;
  certain.resolve();
  await kept;
  expect(await positions.get('wire')).toEqual({ read: 1 });
});

test('a process that has nothing more to say publishes again by itself', { timeout: 60_000 }, async () => {
  const publish = createPublish(bus, retryOptions);
  await publish(rawArticle(1));
  const copy = await copyStore(nats);
  await publish(rawArticle(2));
  await copy.putBack();
  await until('the lost one to be there again', async () => (await identitiesIn().catch(() => [])).length === 2);
  await copy.remove();
});

test('what is older than a server may lose is held no longer', { timeout: 60_000 }, async () => {
  let nowMs = 0;
  const publish = createPublish(bus, retryOptions, { session: createRawSession(bus, testLog, () => nowMs) });
  const copy = await copyStore(nats);
  await publish(rawArticle(1));
  nowMs = 200_000;
  await publish(rawArticle(2));
  await copy.putBack();
  await until('the lost one to be there again', async () => (await identitiesIn().catch(() => [])).length > 0);
  await publish(rawArticle(3));
  expect(await identitiesIn()).toEqual([2, 3].map(address));
  await copy.remove();
});

test('however long the server is away, what came right before it went is held', { timeout: 60_000 }, async () => {
  let nowMs = 0;
  const publish = createPublish(bus, retryOptions, { session: createRawSession(bus, testLog, () => nowMs) });
  await publish(rawArticle(1));
  const copy = await copyStore(nats);
  await publish(rawArticle(2));
  await copy.putBack(async () => {
    nowMs = 600_000;
  });
  await until('NATS to be there', () => bus.isConnected());
  await publish(rawArticle(3));
  expect(await identitiesIn()).toEqual([1, 2, 3].map(address));
  await copy.remove();
});
