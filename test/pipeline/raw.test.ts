import { setTimeout as sleep } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Stoppable } from '#ops/process/lifecycle.ts';
import { createProgress, type Progress } from '#ops/process/progress.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { symbolsPosition } from '#pipeline/symbols-loaded.ts';
import { startPipeline } from '#pipeline/main.ts';
import { rawState, serverKey } from '#pipeline/raw/usage.ts';
import { freeRaw } from '#pipeline/raw/free.ts';
import { rereadRaw } from '#pipeline/refine/reread-raw.ts';
import { trackEffects } from '#ops/process/track-effects.ts';
import { readConfig } from '#schemas/config.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { buckets, consumers, rawSubject, streams } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { jsonOf, readLog } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { rawArticle } from '#test/support/raw-articles.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const bytesMax = 1_000_000;
const bodyBytes = 20_000;

const { nats, bus } = await sharedBus();
const clickhouse = await sharedClickHouse();
const env = {
  NATS_URL: nats.url,
  CLICKHOUSE_URL: clickhouse.url,
  RAW_MAX_BYTES: String(bytesMax),
  PIPELINE_PARTS: 'refine',
  OPS_PORT: '0',
  LOG_LEVEL: 'silent',
};
await sharedStore(clickhouse.url, readConfig(env).CLICKHOUSE_DATABASE);
let stop: AbortController;
let refine: { readonly ops: string; readonly stoppables: readonly Stoppable[] } | null;

beforeEach(async () => {
  for await (const { config } of bus.jsm.streams.list()) await bus.jsm.streams.delete(config.name);
  await applyStreams(bus, readConfig(env));
  const entry = symbolEntry('ACME', { name: 'Acme Rocket Corporation', exchange: 'Nasdaq', cik: '0000000001' });
  await (await openBucket(bus, buckets.symbols)).put('ACME', JSON.stringify(entry));
  await (await openBucket(bus, buckets.positions)).put(symbolsPosition, '{}');
  [stop, refine] = [new AbortController(), null];
});
afterEach(async () => {
  stop.abort();
  await stopRefine();
});

async function startRefine(): Promise<void> {
  refine = await startPipeline(readConfig(env));
}

async function stopRefine(): Promise<void> {
  for (const part of refine?.stoppables ?? []) await part.stop();
  refine = null;
}

const article = (index: number): RawArticle =>
  rawArticle(index, { body: `Order ${index}. `.padEnd(bodyBytes, 'Acme Rocket Corporation builds rockets. ') });

/** Publishes articles as a stage does, `atOnce` at a time. */
async function publishAll(from: number, count: number, progress: Progress, atOnce = 4): Promise<void> {
  const publish = createPublish(bus, { log: testLog, signal: stop.signal, watch: trackEffects(progress) });
  const indexes = Array.from({ length: count }, (_, at) => from + at).values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const index of indexes) await publish(article(index));
    }),
  );
}

async function uidsInLog(count: number): Promise<string[]> {
  await until(`${count} records`, async () => (await bus.jsm.streams.info(streams.feed)).state.last_seq >= count);
  return (await readLog(bus)).map((message) => jsonOf<{ uid: string }>(message).uid).sort();
}
const expectedUids = (count: number): string[] => Array.from({ length: count }, (_, index) => uidOf(`https://news.example/${index}`)).sort();

describe('RAW, small', () => {
  test('takes ten times what it holds while refine reads', async () => {
    await startRefine();
    const progress = createProgress({ stalledAfterMs: 30_000 });
    const count = (10 * bytesMax) / bodyBytes;
    let heldMax = 0;
    const publishing = publishAll(0, count, progress);
    const watching = (async () => {
      for (;;) {
        heldMax = Math.max(heldMax, (await bus.jsm.streams.info(streams.raw)).state.bytes);
        expect(progress.state()).toBe('ok');
        if ((await Promise.race([publishing.then(() => 'done'), sleep(50)])) === 'done') return;
      }
    })();
    await Promise.all([publishing, watching]);
    expect(await uidsInLog(count)).toEqual(expectedUids(count));
    expect(heldMax).toBeLessThanOrEqual(bytesMax);
    // Read documents stay while there is room, because a replay reads them.
    expect((await rawState(bus)).messages).toBeGreaterThan(0);
  });

  test('full of what refine has not read makes ingest wait and say why; then everything arrives once', async () => {
    await startRefine();
    const progress = createProgress({ stalledAfterMs: 300 });
    // Read documents take room, and are deleted for new ones even while refine does not run.
    await publishAll(0, 30, progress);
    await uidsInLog(30);
    await until('all of it to be acknowledged', async () => (await rawState(bus)).unread === 0);
    await stopRefine();
    const { readSeq } = await rawState(bus);
    const publishing = publishAll(30, 80, progress);
    const reason = await until('ingest to say why it waits', () => /RAW is full; \d+ documents wait for refine/.exec(progress.state())?.[0]);
    const { firstSeq, unread, bytes } = await rawState(bus);
    expect(reason).toBe(`RAW is full; ${unread} documents wait for refine`);
    expect(firstSeq).toBe(readSeq + 1);
    expect(bytes).toBeGreaterThan(bytesMax * 0.95 - bodyBytes * 3);
    await startRefine();
    await publishing;
    expect(await uidsInLog(110)).toEqual(expectedUids(110));
    expect(progress.state()).toBe('ok');
  });
});

test('a full RAW loses nothing that is unread, however small the documents that fill it', async () => {
  const progress = createProgress({ stalledAfterMs: 300 });
  const publish = createPublish(bus, { log: testLog, signal: stop.signal, watch: trackEffects(progress) });
  let published = 0;
  const all = Promise.all(
    Array.from({ length: 64 }, async (_, lane) => {
      for (let index = lane; index < 3_000; index += 64) {
        await publish({ ...article(index), body: null });
        published += 1;
      }
    }),
  );
  all.catch(() => undefined);
  await until('it to be full', () => progress.state().includes('RAW is full'));
  const { state } = await bus.jsm.streams.info(streams.raw);
  expect(state).toMatchObject({ first_seq: 1, messages: published, last_seq: published });
  expect(state.bytes).toBeGreaterThan(bytesMax * 0.9);
  expect(state.bytes).toBeLessThan(bytesMax * 0.96);
  stop.abort();
  await expect(all).rejects.toThrow('stopped');
});

describe('what is freed of RAW', () => {
  // Refine does the same before it reads on.
  beforeEach(() => rereadRaw(bus, testLog));

  const hourMs = 3_600_000;
  const publishBare = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 1) await bus.js.publish(rawSubject('article'), `${sent}`);
  };
  const fetchAll = async (count: number): Promise<JsMsg[]> => {
    const consumer = await bus.js.consumers.get(streams.raw, consumers.refine);
    const messages: JsMsg[] = [];
    for await (const message of await consumer.fetch({ max_messages: count, expires: 15_000 })) if (messages.push(message) === count) break;
    return messages;
  };
  const firstSeq = async (): Promise<number> => (await bus.jsm.streams.info(streams.raw)).state.first_seq;
  let looks = 0;
  const free = (hoursLater: number): Promise<void> => {
    const bare = createProgress({ stalledAfterMs: 5_000 });
    const progress = { ...bare, idle: () => void (looks += 1) };
    return freeRaw(
      { bus, config: { RAW_MAX_AGE_HOURS: 72 }, progress, now: () => new Date(Date.now() + hoursLater * hourMs), log: testLog },
      stop.signal,
    );
  };

  test('is nothing that is unread, however old, and all that is read once it is older than it should be', async () => {
    await publishBare(10);
    const running = free(100_000);
    const [first, second, third, fourth] = (await fetchAll(10)) as [JsMsg, JsMsg, JsMsg, JsMsg];
    await Promise.all([first, second, fourth].map((message) => message.ackAck()));
    await until('what is read to go', async () => (await firstSeq()) === 3);
    await third.ackAck();
    await until('the rest of what is read to go', async () => (await firstSeq()) === 5);
    stop.abort();
    await running;
    expect((await bus.jsm.streams.info(streams.raw)).state.messages).toBe(6);
  });

  test('takes nothing from the hands of a process that dies: all of it is delivered again', async () => {
    await publishBare(10);
    const running = free(100_000);
    const [first, second] = (await fetchAll(10)) as [JsMsg, JsMsg];
    await Promise.all([first, second].map((message) => message.ackAck()));
    await until('what is read to go', async () => (await firstSeq()) === 3);
    // The rest was delivered and is never acknowledged: the server must remember that.
    expect((await bus.jsm.consumers.info(streams.raw, consumers.refine)).num_ack_pending).toBe(8);
    const again = await fetchAll(8);
    expect(again.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    stop.abort();
    await running;
  });

  test('is nothing while refine has not made sure of its place since the server was started', async () => {
    await (await openBucket(bus, buckets.feedLog)).put(serverKey, 'a server before');
    await publishBare(10);
    for (const message of await fetchAll(10)) await message.ackAck();
    expect((await rawState(bus)).readSeq).toBe(0);
    await rereadRaw(bus, testLog);
    expect((await rawState(bus)).readSeq).toBe(0);
    for (const message of await fetchAll(10)) await message.ackAck();
    expect((await rawState(bus)).readSeq).toBe(10);
  });

  test('is nothing that is young, as long as there is room', async () => {
    await publishBare(10);
    for (const message of await fetchAll(10)) await message.ackAck();
    const young = free(71);
    const before = looks;
    await until('two looks at it', () => looks >= before + 2);
    expect(await firstSeq()).toBe(1);
    stop.abort();
    await young;
    stop = new AbortController();
    const old = free(73);
    await until('all to go', async () => (await bus.jsm.streams.info(streams.raw)).state.messages === 0);
    stop.abort();
    await old;
  });

  test('follows a document that was handed back, though others are always under way', async () => {
    await publishBare(6);
    const running = free(100_000);
    const held = await fetchAll(3);
    held[0]!.nak(1_000);
    const others = await fetchAll(3);
    expect(others.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    await held[1]!.ackAck();
    const [repeated] = (await fetchAll(1)) as [JsMsg];
    expect(repeated.seq).toBe(1);
    await repeated.ackAck();
    await held[2]!.ackAck();
    await until('the floor to pass it', async () => (await firstSeq()) === 4);
    stop.abort();
    await running;
  });
});
