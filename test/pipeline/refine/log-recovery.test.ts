/** Records under way when NATS fails: found, published again, or reported as another writer's. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { feedBounds, LogLostError } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import {
  createFeedLogWriter,
  encodeRecord,
  ForeignRecordError,
  headersOf,
  LogWriteError,
  type FeedLogWriter,
} from '#pipeline/refine/feed/feed-log-writer.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { jsonOf, readLog } from '#test/support/feed-log.ts';
import { dropRecord } from '#test/support/records.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const { bus } = await sharedBus();
beforeEach(async () => {
  await bus.jsm.streams.delete(streams.feed).catch(() => undefined);
  await applyStreams(bus);
});

/** The outcome of a publish: stored, lost on the way there, or stored with its answer lost on the way back. */
type Fate = 'stored' | 'lost' | 'unanswered';

/** Returns a bus whose publishes have the outcomes of `fateOf`. */
const lossy = (fateOf: () => Fate): Bus => ({
  ...bus,
  js: new Proxy(bus.js, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (name !== 'publish') return typeof value === 'function' ? value.bind(target) : value;
      return async (...args: Parameters<typeof bus.js.publish>) => {
        const fate = fateOf();
        if (fate === 'lost') throw new Error('timeout');
        const ack = await bus.js.publish(...args);
        if (fate === 'unanswered') throw new Error('timeout');
        return ack;
      };
    },
  }),
});

const records = (from: number, to: number): FeedRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => dropRecord(`document ${from + index}`));

async function append(log: FeedLogWriter, list: readonly FeedRecord[]): Promise<void> {
  for (const record of list) (await log.append(record)).stored.catch(() => undefined);
}
/** Appends through every failure, as refine does: a failed record is appended again once the log has recovered. */
async function appendAll(log: FeedLogWriter, list: readonly FeedRecord[]): Promise<void> {
  for (const record of list)
    for (;;) {
      try {
        (await log.append(record)).stored.catch(() => undefined);
        break;
      } catch (error) {
        expect(error).toBeInstanceOf(LogWriteError);
        await log.recover().catch((failure: unknown) => expect(failure).toBeInstanceOf(LogWriteError));
      }
    }
  while (!(await log.settle())) await log.recover().catch((failure: unknown) => expect(failure).toBeInstanceOf(LogWriteError));
}

const read = async (): Promise<unknown[]> =>
  (await readLog(bus)).map((message) => ({ generation: message.generation, record: jsonOf<unknown>(message) }));
const inGeneration = (generation: number, list: readonly FeedRecord[]): unknown[] => list.map((record) => ({ generation, record }));

describe('the log after a failure', () => {
  test('holds every record once and in order, whatever was lost on the way there or back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Fate>('stored', 'stored', 'stored', 'lost', 'unanswered'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 16 }),
        async (fates, inFlightMax) => {
          await bus.jsm.streams.purge(streams.feed);
          const { lastSeq } = await feedBounds(bus);
          const left = [...fates];
          const log = createFeedLogWriter(
            lossy(() => left.shift() ?? 'stored'),
            lastSeq,
            inFlightMax,
            { generationOf: () => 7 },
          );
          const list = records(lastSeq + 1, lastSeq + 30);
          await appendAll(log, list);
          expect(await read()).toEqual(inGeneration(7, list));
          expect(log.storedSeq()).toBe(lastSeq + 30);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('is left to another writer that has gone on: nothing of ours follows', async () => {
    const log = createFeedLogWriter(bus, 0, 16, { generationOf: () => 1 });
    await append(log, records(1, 5));
    await log.whenStored(5);
    const other = createFeedLogWriter(bus, 5, 16, { generationOf: () => 2 });
    await append(other, records(101, 103));
    await other.whenStored(8);
    await append(log, records(6, 8));
    expect(await log.settle()).toBe(false);
    await expect(log.recover()).rejects.toThrow(ForeignRecordError);
    expect(await read()).toEqual([...inGeneration(1, records(1, 5)), ...inGeneration(2, records(101, 103))]);
  });

  test('a document that the log holds elsewhere is not put into it again by the recovery', async () => {
    const log = createFeedLogWriter(bus, 0, 16, { generationOf: () => 1 });
    await append(log, records(1, 3));
    await append(log, records(2, 2));
    expect(await log.settle()).toBe(false);
    await expect(log.recover()).rejects.toThrow(/duplicate/);
    expect((await feedBounds(bus)).lastSeq).toBe(3);
  });

  test('that ends before what it had acknowledged is reported, and not written to', async () => {
    const log = createFeedLogWriter(bus, 0, 16, { generationOf: () => 1 });
    await append(log, records(1, 20));
    await log.whenStored(20);
    // As if the server had lost its last records.
    await bus.jsm.streams.delete(streams.feed);
    await applyStreams(bus);
    for (const record of records(1, 12)) {
      const { subject, payload, headers } = encodeRecord(record, 1);
      await bus.js.publish(subject, payload, { headers: headersOf(headers) });
    }
    await append(log, records(21, 21));
    expect(await log.settle()).toBe(false);
    await expect(log.recover()).rejects.toThrow(LogLostError);
    expect(await read()).toEqual(inGeneration(1, records(1, 12)));
  });

  test('a record of another writer where one of ours was under way ends it', async () => {
    const log = createFeedLogWriter(
      lossy(() => 'lost'),
      0,
      16,
      { generationOf: () => 1 },
    );
    await append(log, records(1, 1));
    const other = createFeedLogWriter(bus, 0, 16);
    await append(other, records(11, 11));
    await other.whenStored(1);
    await log.settle();
    await expect(log.recover()).rejects.toThrow(ForeignRecordError);
  });
});
