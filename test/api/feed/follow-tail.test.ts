/** Starts a tail while the log changes. */
import { Registry } from 'prom-client';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { followTail, type FollowedTail } from '#api/feed/follow-tail.ts';
import { createTail } from '#api/feed/tail.ts';
import { createConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { GenerationList } from '#schemas/generation.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { appendRecords, emptyLog, loseRecord } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const { bus } = await sharedBus();
beforeEach(() => emptyLog(bus));

const rows = (from: number, to: number): FeedRecord[] => Array.from({ length: to - from + 1 }, (_, index) => rowRecord(`row ${from + index}`));

function follow(
  through: Bus,
  generations: GenerationList = [],
  bytesMax = 1_000_000,
): FollowedTail & { readonly tail: ReturnType<typeof createTail> } {
  const tail = createTail(bytesMax);
  const metrics = createConsumerMetrics(new Registry());
  const followed = followTail({ bus: through, tail, generations: async () => generations, bytesMax, metrics, log: testLog });
  onTestFinished(() => followed.stop());
  return { ...followed, tail };
}

test('knows the generation of the record before its first while it has no record', async () => {
  await appendRecords(bus, rows(1, 10), 100);
  await appendRecords(bus, rows(11, 60), 200);
  const generations = [{ id: 100, afterSeq: 0 }, { id: 200, afterSeq: 10 }]; // prettier-ignore
  const { loaded, tail } = follow(bus, generations, 1);
  await loaded;
  expect([tail.firstSeq(), tail.lastGeneration()]).toEqual([61, 200]);
});

test('is emptied at once when a generation began before its end, and loads the present log', async () => {
  await appendRecords(bus, rows(1, 10), 100);
  const list = [{ id: 100, afterSeq: 0 }];
  const { loaded, tail, generationsChanged, isFollowing } = follow(bus, list);
  await loaded;
  generationsChanged(list);
  expect([tail.lastSeq(), isFollowing()]).toEqual([10, true]);
  await emptyLog(bus);
  await appendRecords(bus, rows(1, 8), 100);
  await appendRecords(bus, rows(11, 14), 200);
  list.push({ id: 200, afterSeq: 8 });
  generationsChanged(list);
  expect([tail.size().rows, isFollowing()]).toEqual([0, false]);
  await until('the tail to follow', isFollowing);
  expect([tail.lastSeq(), tail.lastGeneration()]).toEqual([12, 200]);
});

test('is loaded again after a gap, because the tables may have the lost record', async () => {
  await appendRecords(bus, rows(1, 10), 100);
  await loseRecord(bus, 6);
  const { loaded, tail } = follow(bus);
  await loaded;
  expect([tail.firstSeq(), tail.lastSeq()]).toEqual([7, 10]);
});

test('counts as loaded at the end of the log, even if the log ends earlier than when loading began', async () => {
  await appendRecords(bus, rows(1, 10), 100);
  let asked = 0;
  const info: Bus['jsm']['streams']['info'] = async (...given) => {
    const found = await bus.jsm.streams.info(...given);
    asked += 1;
    if (asked === 2) {
      await emptyLog(bus);
      await appendRecords(bus, rows(1, 6), 100);
    }
    return found;
  };
  const streams = new Proxy(bus.jsm.streams, { get: (target, name) => (name === 'info' ? info : Reflect.get(target, name).bind(target)) });
  const jsm = new Proxy(bus.jsm, { get: (target, name) => (name === 'streams' ? streams : Reflect.get(target, name)) });
  const { isFollowing, tail } = follow({ ...bus, jsm });
  await until('the tail to follow', isFollowing);
  expect(tail.lastSeq()).toBe(6);
});
