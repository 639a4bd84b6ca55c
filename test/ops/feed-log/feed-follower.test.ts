/** The follower on a real server: holes, and logs that have changed since they were read. */
import { beforeEach, describe, expect, test } from 'vitest';
import { followFeed, LogLostError, type FeedMessage, type FollowOptions } from '#ops/feed-log/feed-follower.ts';
import { emptyLog, forgetUpTo, jsonOf, loseRecord, readLog } from '#test/support/feed-log.ts';
import { dataOf, headersOf, type LoggedRecord } from '#test/support/log-world.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

let consumersMade = 0;

const { bus } = await sharedBus();
const add = bus.jsm.consumers.add.bind(bus.jsm.consumers);
bus.jsm.consumers.add = (...given) => {
  consumersMade += 1;
  return add(...given);
};
beforeEach(async () => {
  await emptyLog(bus);
  consumersMade = 0;
});

const put = async (record: LoggedRecord): Promise<void> => {
  const { seq } = await bus.js.publish('feed.other', dataOf(record), { headers: headersOf(record), expect: { lastSequence: record.seq - 1 } });
  expect(seq).toBe(record.seq);
};
/** Writes records `from` to `to` of one generation; `by` tells one writer's records from another's. */
async function write(from: number, to: number, generation = 7, by = 'a'): Promise<void> {
  for (let seq = from; seq <= to; seq += 1) await put({ seq, generation, uid: `${by}${seq}` });
}

const uidOf = (message: FeedMessage): string =>
  message.origin === 'gap' ? jsonOf<{ type: string }>(message).type : jsonOf<LoggedRecord>(message).uid;

async function read(options: Omit<FollowOptions, 'signal'>): Promise<string[]> {
  const batches = await Array.fromAsync(followFeed(bus, { ...options, signal: AbortSignal.timeout(150_000) }));
  return batches.flat().map((message) => `${message.seq} ${message.origin} ${uidOf(message)}`);
}

describe('what the log has lost', () => {
  test('in its middle and at its end is a gap', async () => {
    await write(1, 8);
    for (const seq of [4, 5, 8]) await loseRecord(bus, seq);
    expect(await read({ fromSeq: 3, untilSeq: 8 })).toEqual(['3 log a3', '4 gap gap', '5 gap gap', '6 log a6', '7 log a7', '8 gap gap']);
  });

  test('needs no more consumers than a whole log', async () => {
    await write(1, 60);
    for (let seq = 2; seq <= 60; seq += 2) await loseRecord(bus, seq);
    const stop = new AbortController();
    const seqs: number[] = [];
    const reading = (async () => {
      for await (const batch of followFeed(bus, { fromSeq: 1, signal: stop.signal })) seqs.push(...batch.map(({ seq }) => seq));
    })();
    await until('all to be read', () => seqs.length === 60);
    await write(61, 62);
    await until('what came later', () => seqs.length === 62);
    stop.abort();
    await reading;
    expect(seqs).toEqual(Array.from({ length: 62 }, (_, index) => index + 1));
    expect(consumersMade).toBeLessThanOrEqual(2);
  });

  test('before its first record is passed over, unless the reader had come that far', async () => {
    await write(1, 10);
    await forgetUpTo(bus, 6);
    expect(await read({ fromSeq: 1, untilSeq: 8 })).toEqual(['7 log a7', '8 log a8']);
    expect(await read({ fromSeq: 6, untilSeq: 8 })).toEqual(['6 gap gap', '7 log a7', '8 log a8']);
  });
});

describe('a log that has lost what was read of it', () => {
  const lost = (options: Omit<FollowOptions, 'signal'>): Promise<unknown> => expect(read(options)).rejects.toThrow(LogLostError);
  /** Leaves the log as another reader would find it: cut after `behind` and continued in another generation. */
  async function regrow(behind: number, to: number, generation: number): Promise<void> {
    await emptyLog(bus);
    await write(1, behind);
    await write(behind + 1, to, generation, 'b');
  }

  test('is an error where it is shorter than what was read or is known of it', async () => {
    await write(1, 5);
    await lost({ fromSeq: 9, generation: 7 });
    await lost({ fromSeq: 9 });
    await lost({ fromSeq: 3, untilSeq: 6 });
  });

  test('is an error where a later generation began before the position, and is read on where it began after it', async () => {
    await regrow(5, 12, 9);
    const generations = async () => [{ id: 9, afterSeq: 5 }];
    await lost({ fromSeq: 11, generation: 7, generations });
    expect(await read({ fromSeq: 5, untilSeq: 7, generation: 7, generations })).toEqual(['5 log a5', '6 log b6', '7 log b7']);
  });

  test('names the generation of each record; one that names none is of the one before it', async () => {
    await write(1, 2);
    await write(3, 4, 0);
    await write(5, 6, 9);
    expect((await readLog(bus)).map(({ generation }) => generation)).toEqual([7, 7, 7, 7, 9, 9]);
  });

  test('is an error while it is followed', async () => {
    await write(1, 10);
    const seen: string[] = [];
    let list = [{ id: 7, afterSeq: 0 }];
    const reading = (async () => {
      for await (const batch of followFeed(bus, { fromSeq: 1, generations: async () => list, signal: AbortSignal.timeout(150_000) }))
        seen.push(...batch.map(uidOf));
    })();
    reading.catch(() => undefined);
    await until('all to be read', () => seen.length === 10);
    list = [...list, { id: 9, afterSeq: 8 }];
    await regrow(8, 10, 9);
    await expect(reading).rejects.toThrow(LogLostError);
  });
});
