/** The follower on real servers that are beaten at random: whatever the log loses and grows, no reader misses a record of it. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedBounds } from '#ops/runtime/feed-follower.ts';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { createReader, createWorld, dataOf, headersOf, scripts, type LogHands, type LoggedRecord } from '#test/support/log-world.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { until } from '#test/support/until.ts';

interface Ground {
  readonly nats: NatsServer;
  readonly bus: Bus;
}

/** Scripts run side by side, each on a server of its own: most of their time is waiting. */
const lanes = 4;
const scriptsALane = 8;
let grounds: readonly Ground[];

beforeAll(async () => {
  grounds = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const nats = await startNats();
      return { nats, bus: await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog) };
    }),
  );
});
afterAll(async () => {
  await Promise.all(grounds.map(({ bus, nats }) => bus.close().then(nats.stop)));
});

/** A cut is a stream made anew with what is left. */
async function createHands({ nats, bus }: Ground): Promise<LogHands> {
  let held = new Map<number, LoggedRecord>();
  let written: LoggedRecord[] = [];
  const empty = async (): Promise<void> => {
    await bus.jsm.streams.delete(streams.feed).catch(() => undefined);
    await applyStreams(bus);
    held = new Map();
  };
  const putBack = async (record: LoggedRecord): Promise<void> => {
    await bus.js.publish('feed.other', dataOf(record), { headers: headersOf(record), expect: { lastSequence: record.seq - 1 } });
    held.set(record.seq, record);
    written[record.seq - 1] = record;
  };
  const remove = async (isGone: (seq: number) => boolean): Promise<void> => {
    for (const seq of [...held.keys()].filter(isGone)) {
      await bus.jsm.streams.deleteMessage(streams.feed, seq);
      held.delete(seq);
    }
  };
  const restart = async (): Promise<void> => {
    await nats.restart();
    await until('NATS to answer', () => feedBounds(bus).then(() => true, () => false)); // prettier-ignore
  };
  await empty();
  return {
    bus,
    append: (epoch, uid) => putBack({ seq: written.length + 1, epoch, uid }),
    putBack,
    delete: (seq) => remove((one) => one === seq),
    forget: async (seq) => {
      await bus.jsm.streams.purge(streams.feed, { seq: seq + 1 });
      for (const one of held.keys()) if (one <= seq) held.delete(one);
    },
    cut: async (seq) => {
      const [left, kept] = [new Set(held.keys()), written.slice(0, seq)];
      written = [];
      await empty();
      for (const record of kept) await putBack(record);
      await remove((one) => !left.has(one));
    },
    restart,
    // What is on its way to a reader is lost with the server.
    loseDelivery: restart,
    records: () => [...held.values()].toSorted((a, b) => a.seq - b.seq),
    written: () => written,
    lastSeq: () => written.length,
    tick: async () => undefined,
  };
}

const succeeds = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

test('no reader of a real log misses a record, whatever that loses and grows while it reads', async () => {
  const seen = { rewinds: 0, gaps: 0, filled: 0 };
  const runLane = (ground: Ground): Promise<void> =>
    fc.assert(
      fc.asyncProperty(scripts(8), async (script) => {
        const [world, log] = [createWorld(), await createHands(ground)];
        const reader = createReader(log, world);
        await world.apply(log, { kind: 'session' });
        await world.apply(log, { kind: 'append', count: 5 });
        const reading = reader.run();
        for (const { step } of script) await world.apply(log, step);
        world.store(log);
        const check = () => world.check(log, reader.read);
        await until('the reader to have it all', () => succeeds(check), 30_000).catch(() => undefined);
        reader.stop();
        await reading;
        const { gaps, filled } = check();
        seen.rewinds += reader.rewinds();
        seen.gaps += gaps;
        seen.filled += filled;
      }),
      { numRuns: scriptsALane, endOnFailure: true },
    );
  await Promise.all(grounds.map(runLane));
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
}, 300_000);
