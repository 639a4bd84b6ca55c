/** The follower on a real server: holes, and logs that are not what they were. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { feedBounds, followFeed, type FeedMessage, type FollowOptions } from '#ops/runtime/feed-follower.ts';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { FeedRewoundError } from '#ops/runtime/read-marks.ts';
import { readConfig } from '#schemas/config.ts';
import type { HoleReader } from '#schemas/log-hole.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { forgetUpTo } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { dataOf, headersOf, type LoggedRecord } from '#test/support/log-world.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
let consumersMade = 0;

beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  const add = bus.jsm.consumers.add.bind(bus.jsm.consumers);
  bus.jsm.consumers.add = (...given) => {
    consumersMade += 1;
    return add(...given);
  };
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});
beforeEach(async () => {
  await emptyLog();
  consumersMade = 0;
});

async function emptyLog(): Promise<void> {
  await bus.jsm.streams.delete(streams.feed).catch(() => undefined);
  await applyStreams(bus);
}

const put = async (record: LoggedRecord): Promise<void> => {
  const { seq } = await bus.js.publish('feed.other', dataOf(record), { headers: headersOf(record), expect: { lastSequence: record.seq - 1 } });
  expect(seq).toBe(record.seq);
};
/** Records `from` to `to` of one epoch; `by` tells those of one writer from another's. */
async function write(from: number, to: number, epoch = 7, by = 'a'): Promise<void> {
  for (let seq = from; seq <= to; seq += 1) await put({ seq, epoch, uid: `${by}${seq}` });
}
const lose = (seq: number): Promise<boolean> => bus.jsm.streams.deleteMessage(streams.feed, seq);

const uidOf = ({ origin, data }: FeedMessage): string =>
  origin === 'gap'
    ? (JSON.parse(Buffer.from(data).toString()) as { type: string }).type
    : (JSON.parse(Buffer.from(data).toString()) as LoggedRecord).uid;

async function read(options: Omit<FollowOptions, 'signal'>): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of followFeed(bus, { ...options, signal: AbortSignal.timeout(20_000) }))
    found.push(...batch.map((message) => `${message.seq} ${message.origin} ${uidOf(message)}`));
  return found;
}

/** Of a table that holds these sequences, and is written up to `toSeq`. */
const table =
  (seqs: readonly number[], toSeq = Number.POSITIVE_INFINITY): HoleReader =>
  async (from, to) =>
    from > toSeq
      ? null
      : {
          records: seqs.filter((seq) => seq >= from && seq <= to).map((seq) => ({ seq, epoch: 7, data: dataOf({ seq, epoch: 7, uid: `t${seq}` }) })),
          toSeq: Math.min(to, toSeq),
        };

describe('what the log has lost', () => {
  test('in its middle, at its begin and at its end is read from the table, and is a gap where that has nothing', async () => {
    await write(1, 12);
    for (const seq of [1, 4, 5, 9, 11, 12]) await lose(seq);
    expect(await read({ fromSeq: 1, untilSeq: 12, holes: table([1, 5, 12]) })).toEqual([
      '1 table t1',
      '2 log a2',
      '3 log a3',
      '4 gap gap',
      '5 table t5',
      '6 log a6',
      '7 log a7',
      '8 log a8',
      '9 gap gap',
      '10 log a10',
      '11 gap gap',
      '12 table t12',
    ]);
  });

  test('costs no more consumers than a log that is whole: nobody spins', async () => {
    await write(1, 60);
    for (let seq = 2; seq <= 60; seq += 2) await lose(seq);
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

  test('that lies before the first record of all is past, unless the reader had come that far', async () => {
    await write(1, 10);
    await forgetUpTo(bus, 6);
    expect(await read({ fromSeq: 1, untilSeq: 8, holes: table([4]) })).toEqual(['4 table t4', '5 gap gap', '6 gap gap', '7 log a7', '8 log a8']);
    expect(await read({ fromSeq: 1, untilSeq: 8 })).toEqual(['7 log a7', '8 log a8']);
    expect(await read({ fromSeq: 6, untilSeq: 8 })).toEqual(['6 gap gap', '7 log a7', '8 log a8']);
  });

  test('a log that holds nothing any more is read from the table whole', async () => {
    await write(1, 4);
    await bus.jsm.streams.purge(streams.feed);
    expect(await feedBounds(bus)).toEqual({ firstSeq: 5, lastSeq: 4 });
    expect(await read({ fromSeq: 1, untilSeq: 4, holes: table([1, 2, 4]) })).toEqual(['1 table t1', '2 table t2', '3 gap gap', '4 table t4']);
  });

  test('is waited for where the table is not written that far or away, and the reason says so; consumers are not made meanwhile', async () => {
    await write(1, 6);
    await lose(4);
    const [seen, reasons]: [number[], (string | null)[]] = [[], []];
    let asked = 0;
    let answers: HoleReader = async (...range) => ((asked += 1) % 2 === 0 ? Promise.reject(new Error('connection refused')) : table([], 3)(...range));
    const stop = new AbortController();
    const reading = (async () => {
      const options = {
        fromSeq: 1,
        holes: ((...range) => answers(...range)) satisfies HoleReader,
        onWait: (reason: string | null) => reasons.push(reason),
      };
      for await (const batch of followFeed(bus, { ...options, signal: stop.signal })) seen.push(...batch.map(({ seq }) => seq));
    })();
    await until('it to ask several times', () => asked >= 4);
    expect(seen).toEqual([1, 2, 3]);
    const what = 'the tables to tell what stood at 4 to 4 of the feed log, which has lost it: ';
    expect(reasons.filter((reason) => reason !== null).slice(0, 2)).toEqual([`${what}it is not written that far`, `${what}connection refused`]);
    answers = table([4]);
    await until('the rest', () => seen.length === 6);
    expect(reasons.at(-1)).toBeNull();
    expect(consumersMade).toBeLessThanOrEqual(2);
    stop.abort();
    await reading;
  });
});

describe('a log that is not the one that was read', () => {
  const rewound = async (options: Omit<FollowOptions, 'signal'>): Promise<FeedRewoundError> => {
    const error: unknown = await read(options).then(
      (found) => found,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(FeedRewoundError);
    return error as FeedRewoundError;
  };
  /** The log as another would find it that was cut behind `seq` and grew on in another epoch. */
  async function regrow(behind: number, to: number, epoch: number): Promise<void> {
    await emptyLog();
    await write(1, behind);
    await write(behind + 1, to, epoch, 'b');
  }

  test('since it is shorter: the reader is told where it ends, and that it agrees so far', async () => {
    await write(1, 5);
    expect(await rewound({ fromSeq: 9, after: { epoch: 7, seq: 8, uid: 'a8' } })).toMatchObject({
      position: { epoch: 7, seq: 8 },
      lastSeq: 5,
      agreesTo: 5,
    });
    expect(await rewound({ fromSeq: 9 })).toMatchObject({ position: { seq: 8 }, lastSeq: 5, agreesTo: null });
  });

  test('since it was cut and grew again past the reader: at the first opening, and to where they agree', async () => {
    await regrow(5, 20, 9);
    expect(await rewound({ fromSeq: 11, after: { epoch: 7, seq: 10, uid: 'a10' } })).toMatchObject({ lastSeq: 20, agreesTo: 5 });
    // Of what was read in an epoch that the log does not hold, the begin of the next one counts, and what is known beside the log.
    expect(await rewound({ fromSeq: 11, after: { epoch: 8, seq: 10 } })).toMatchObject({ agreesTo: 5 });
    const history = () => [{ id: 8, afterSeq: 3 }, { id: 9, afterSeq: 5 }]; // prettier-ignore
    expect(await rewound({ fromSeq: 11, after: { epoch: 8, seq: 10 }, history })).toMatchObject({ agreesTo: 5 });
    const older = () => [{ id: 9, afterSeq: 3 }];
    expect(await rewound({ fromSeq: 11, after: { epoch: 8, seq: 10 }, history: older })).toMatchObject({ agreesTo: 3 });
  });

  test('without epochs, by the uids of records', async () => {
    await write(1, 10, 0);
    expect(await read({ fromSeq: 6, untilSeq: 7, after: { epoch: 0, seq: 5, uid: 'a5' } })).toEqual(['6 log a6', '7 log a7']);
    expect(await rewound({ fromSeq: 6, after: { epoch: 0, seq: 5, uid: 'z5' } })).toMatchObject({ lastSeq: 10 });
  });

  test('a record that was put back by a table without epochs is the one that was read', async () => {
    await put({ seq: 1, epoch: 0, uid: 'a1' });
    await write(2, 3);
    expect(await read({ fromSeq: 2, untilSeq: 2, after: { epoch: 7, seq: 1, uid: 'a1' } })).toEqual(['2 log a2']);
  });

  test('records of a release without epochs, behind one that names its own, are of that epoch: a reader of them does not go back to the begin', async () => {
    await write(1, 4);
    await write(5, 8, 0);
    const epochs: number[] = [];
    for await (const batch of followFeed(bus, { fromSeq: 1, untilSeq: 8, signal: AbortSignal.timeout(20_000) }))
      epochs.push(...batch.map(({ epoch }) => epoch));
    expect(epochs).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
    expect(await read({ fromSeq: 7, untilSeq: 8, after: { epoch: 7, seq: 6, uid: 'a6' } })).toEqual(['7 log a7', '8 log a8']);
    for await (const [message] of followFeed(bus, {
      fromSeq: 6,
      untilSeq: 6,
      history: () => [{ id: 7, afterSeq: 0 }],
      signal: AbortSignal.timeout(20_000),
    }))
      // prettier-ignore
      expect(message!.epoch).toBe(7);
  });

  test('at a reader that has lost the record it stood at: what is known of epochs tells', async () => {
    await regrow(5, 12, 9);
    await lose(10);
    expect(await rewound({ fromSeq: 11, after: { epoch: 7, seq: 10, uid: 'a10' } })).toMatchObject({ agreesTo: 5 });
    await emptyLog();
    await write(1, 12);
    await lose(10);
    expect(await read({ fromSeq: 11, untilSeq: 12, after: { epoch: 7, seq: 10, uid: 'a10' } })).toEqual(['11 log a11', '12 log a12']);
    const history = () => [{ id: 7, afterSeq: 0 }, { id: 9, afterSeq: 4 }]; // prettier-ignore
    expect(await rewound({ fromSeq: 11, after: { epoch: 7, seq: 10 }, history })).toMatchObject({ lastSeq: 12 });
  });

  test('at a reader that stood in what the log has lost of another epoch, whose other records tell', async () => {
    await regrow(5, 12, 9);
    for (const seq of [8, 9, 10]) await lose(seq);
    expect(await rewound({ fromSeq: 11, after: { epoch: 7, seq: 10, uid: 'a10' } })).toMatchObject({ lastSeq: 12, agreesTo: 5 });
  });

  test('since it was cut while the table was asked, which answers for the log as it is by then', async () => {
    await write(1, 6);
    await lose(5);
    let isCut = false;
    const holes: HoleReader = async () => {
      if (!isCut) await regrow(3, 6, 9);
      isCut = true;
      return { records: [{ seq: 5, epoch: 9, data: dataOf({ seq: 5, epoch: 9, uid: 'b5' }) }], toSeq: 5 };
    };
    expect(await rewound({ fromSeq: 5, untilSeq: 6, after: { epoch: 7, seq: 4, uid: 'a4' }, holes })).toMatchObject({ agreesTo: 3 });
  });

  test('since it was cut below what a table had told of its end, and grew again past that', async () => {
    await write(1, 10);
    for (const seq of [8, 9, 10]) await lose(seq);
    const batches = followFeed(bus, { fromSeq: 1, holes: table([8, 9, 10], 10), signal: AbortSignal.timeout(20_000) });
    const seen: string[] = [];
    while (seen.length < 10) {
      const { value } = await batches.next();
      seen.push(...(value ?? []).map(uidOf));
    }
    expect(seen.slice(-3)).toEqual(['t8', 't9', 't10']);
    // Nothing is read while nobody asks for the next batch: the reader meets the log as it is at the end.
    await regrow(7, 14, 9);
    await expect(batches.next()).rejects.toMatchObject({ position: { epoch: 7, seq: 10 }, lastSeq: 14, agreesTo: 7 });
  });

  test('while it is followed', async () => {
    await write(1, 10);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const batch of followFeed(bus, { fromSeq: 1, signal: AbortSignal.timeout(20_000) })) seen.push(...batch.map(uidOf));
    })();
    reading.catch(() => undefined);
    await until('all to be read', () => seen.length === 10);
    await regrow(4, 10, 9);
    await expect(reading).rejects.toMatchObject({ position: { epoch: 7, seq: 10 }, agreesTo: 4 });
  });
});
