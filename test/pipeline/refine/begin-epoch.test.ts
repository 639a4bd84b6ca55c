import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { KV } from '@nats-io/kv';
import { readEpochs, writeEpochs } from '#ops/runtime/epochs.ts';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { beginEpoch, ForeignEpochError, withdrawEpoch, type EpochDeps } from '#pipeline/refine/begin-epoch.ts';
import { createFeedLog } from '#pipeline/refine/feed/feed-log-writer.ts';
import { readConfig } from '#schemas/config.ts';
import { resolvePosition } from '#schemas/epoch.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { dropRecord } from '#test/support/records.ts';

let nats: NatsServer;
let bus: Bus;
let feedLog: KV;
let deps: EpochDeps;
let documents = 0;

beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
});
beforeEach(async () => {
  for (const name of [streams.feed, 'KV_feed_log']) await bus.jsm.streams.delete(name).catch(() => undefined);
  await applyStreams(bus);
  feedLog = await openBucket(bus, buckets.feedLog);
  deps = { bus, feedLog, nowMs: () => 1_800_000_000_000 };
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});

const alone = { known: [], sinceId: 0 };
/** Appends records that name `epoch`. */
async function append(epoch: number, fromSeq: number, count: number): Promise<void> {
  const log = createFeedLog(bus, fromSeq - 1, 16, { beginEpoch: async () => epoch });
  for (let at = 0; at < count; at += 1) {
    documents += 1;
    await log.append(dropRecord(`document ${documents}`));
  }
  await log.whenStored(log.lastSeq());
}
const kept = async () => (await readEpochs(feedLog)).history;

describe('an epoch', () => {
  test('stands in the history before its first record is written, newer than all before it', async () => {
    const first = await beginEpoch(deps, 0, alone);
    const second = await beginEpoch(deps, 10, { known: first.history, sinceId: first.epoch.id });
    expect(second.epoch.id).toBeGreaterThan(first.epoch.id);
    expect(await kept()).toEqual([first.epoch, second.epoch]);
    expect(second.epoch).toMatchObject({ afterSeq: 10 });
  });

  test('is begun by one of two that begin at the same time, the other is refused', async () => {
    const both = await Promise.allSettled([beginEpoch(deps, 5, alone), beginEpoch(deps, 5, alone)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await kept()).toHaveLength(1);
  });

  test('is not begun by whoever read the log before another began one', async () => {
    const { epoch } = await beginEpoch(deps, 0, alone);
    await expect(beginEpoch(deps, 0, alone)).rejects.toThrow(ForeignEpochError);
    expect(await kept()).toEqual([epoch]);
  });

  test('that no record bore is taken out, so that readers of those behind its begin are not sent back for ever', async () => {
    const first = await beginEpoch(deps, 0, alone);
    await append(first.epoch.id, 1, 3);
    const unborne = await beginEpoch(deps, 3, { known: [], sinceId: first.epoch.id });
    // Its writer died; another one, of before, goes on.
    await append(first.epoch.id, 4, 6);
    expect(resolvePosition(await kept(), { epoch: first.epoch.id, seq: 9 })).toBe(3);
    const next = await beginEpoch(deps, 9, { known: [], sinceId: unborne.epoch.id });
    expect(await kept()).toEqual([first.epoch, next.epoch]);
    expect(resolvePosition(await kept(), { epoch: first.epoch.id, seq: 9 })).toBe(9);
  });

  test('that was begun and refused is withdrawn by its writer', async () => {
    const first = await beginEpoch(deps, 0, alone);
    const second = await beginEpoch(deps, 3, { known: [], sinceId: first.epoch.id });
    await withdrawEpoch(deps, second.epoch.id);
    expect(await kept()).toEqual([first.epoch]);
    await withdrawEpoch(deps, 17);
    expect(await kept()).toEqual([first.epoch]);
  });

  test('keeps those that its store has forgotten with the log, as far as anybody knows them', async () => {
    const first = await beginEpoch(deps, 0, alone);
    const second = await beginEpoch(deps, 40, { known: [], sinceId: first.epoch.id });
    const { revision } = await readEpochs(feedLog);
    await writeEpochs(feedLog, [first.epoch], revision);
    const third = await beginEpoch(deps, 60, { known: second.history, sinceId: second.epoch.id });
    expect(await kept()).toEqual([first.epoch, second.epoch, third.epoch]);
  });
});
