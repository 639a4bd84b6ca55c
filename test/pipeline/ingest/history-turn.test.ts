import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { StoppedError } from '#ops/process/retry.ts';
import { createHistoryTurn } from '#pipeline/ingest/history-turn.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { numbersTo, rawArticle } from '#test/support/raw-articles.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const { bus } = await sharedBus();
await applyStreams(bus);
beforeEach(async () => {
  await bus.jsm.streams.purge(streams.raw);
});

const held = async (): Promise<number> => (await bus.jsm.streams.info(streams.raw)).state.messages;

/** Returns a publish in turn, the reported waits, and what a later clock and a stop need. */
function publishingInTurn() {
  const reported: string[] = [];
  const stop = new AbortController();
  const historyTurn = createHistoryTurn(bus, (why) => reported.push(why));
  const publish = createPublish(bus, { log: testLog, signal: stop.signal }, { historyTurn });
  const clock = { aheadMs: 0 };
  const realNow = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + clock.aheadMs);
  const looks = vi.spyOn(bus.jsm.consumers, 'info');
  onTestFinished(() => {
    stop.abort();
    vi.restoreAllMocks();
  });
  /** Resolves after some more looks at RAW. */
  const looked = async (): Promise<void> => {
    const before = looks.mock.calls.length;
    await until('looks at RAW', () => looks.mock.calls.length >= before + 5);
  };
  return { publish, reported, stop, clock, looked };
}

test('the past is published some at a time while refine has not read it, and the present at once', async () => {
  const { publish, looked } = publishingInTurn();
  const past = Promise.all(numbersTo(20).map((number) => publish(rawArticle(number, { is_history: true }))));
  await until('some of the past', async () => (await held()) >= 6);
  await looked();
  expect(await held()).toBe(6);
  await publish(rawArticle(21));
  expect(await held()).toBe(7);
  const consumer = await bus.js.consumers.get(streams.raw, consumers.refine);
  let isDone = false;
  const reading = (async () => {
    while (!isDone) for await (const message of await consumer.fetch({ max_messages: 20, expires: 1_000 })) message.ack();
  })();
  await past;
  isDone = true;
  await reading;
  expect(await held()).toBe(21);
});

test('a wait is reported once it is long, whenever it began, and a stop ends it', async () => {
  const { publish, reported, stop, clock, looked } = publishingInTurn();
  await Promise.all(numbersTo(160, 101).map((number) => publish(rawArticle(number))));
  clock.aheadMs = 10_000;
  const ended = publish(rawArticle(161, { is_history: true })).catch((error: unknown) => error);
  await looked();
  expect(reported).toEqual([]);
  clock.aheadMs = 12_000;
  await looked();
  expect(reported).toEqual(['waiting for refine, which has 60 unread messages']);
  stop.abort();
  expect(await ended).toBeInstanceOf(StoppedError);
});
