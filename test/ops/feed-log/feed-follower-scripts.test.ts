/**
 * The follower on real servers under random faults: whatever the log loses and gains, no reader misses a record of it. Readers are a user
 * of the account of the streams, and the API's user, who is a guest there.
 */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { forgetUpTo } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { createReader, createWorld, dataOf, headersOf, scripts, type LogHands, type LoggedRecord, type Step } from '#test/support/log-world.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { until } from '#test/support/until.ts';

interface Ground {
  readonly nats: NatsServer;
  /** The connection of the user with all rights. */
  readonly bus: Bus;
  readonly readerBus: Bus;
}

/** Lanes run in parallel, each on a server of its own: most of their time is waiting. */
const lanes = 4;
const scriptsALane = 4;

const grounds = await Promise.all(
  Array.from({ length: lanes }, async (_, lane) => {
    const nats = await startNats();
    const open = (login: object = {}): Promise<Bus> => openBus(readConfig({ NATS_URL: nats.url, ...login }), 'test', testLog);
    return { nats, bus: await open(), readerBus: await open(nats.loginOf(lane % 2 === 0 ? 'api' : 'pipeline')) };
  }),
);
afterAll(async () => {
  await Promise.all(grounds.map(({ bus, readerBus, nats }) => Promise.all([bus.close(), readerBus.close()]).then(nats.stop)));
});

/** Returns the operations of a real log. A cut creates the stream again with the remaining records. */
async function createHands({ nats, bus, readerBus }: Ground): Promise<LogHands> {
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
    for (const one of [bus, readerBus]) await until('NATS to answer', () => feedBounds(one).then(() => true, () => false)); // prettier-ignore
  };
  await empty();
  return {
    bus: readerBus,
    append: (generation, uid) => putBack({ seq: written.length + 1, generation, uid }),
    putBack,
    delete: (seq) => remove((one) => one === seq),
    forget: async (seq) => {
      await forgetUpTo(bus, seq);
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
    // Deliveries under way are lost with the server.
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

/** Steps on a log of five records; its reader starts after the first `unread` steps. */
interface Script {
  readonly unread: number;
  /** `level` waits until the reader has all records, for scripts in which it can. */
  readonly steps: readonly (Step | { readonly kind: 'level' })[];
}
const randomScripts: fc.Arbitrary<Script> = fc.record({ unread: fc.nat(2), steps: scripts(8).map((script) => script.map(({ step }) => step)) });
/** Cases that random scripts may miss: a gap, and a log that is shorter than what was read of it. */
const scenes: readonly Script[] = [
  { unread: 1, steps: [{ kind: 'delete', at: 50 }] },
  { unread: 0, steps: [{ kind: 'level' }, { kind: 'cut', lost: 3, isListLost: false, isSeen: false }, { kind: 'repair' }] },
];

test('no reader of a real log misses a record, whatever that loses and grows while it reads', async () => {
  const seen = { losses: 0, gaps: 0 };
  const runLane = (ground: Ground): Promise<void> =>
    fc.assert(
      fc.asyncProperty(randomScripts, async ({ unread, steps }) => {
        const [world, log] = [createWorld(), await createHands(ground)];
        const reader = createReader(log, world);
        const check = () => world.check(log, reader.read);
        const isLevel = () => until('the reader to have it all', () => succeeds(check), 30_000).catch(() => undefined);
        const apply = (step: Script['steps'][number]) => (step.kind === 'level' ? isLevel() : world.apply(log, reader, step));
        for (const step of [{ kind: 'append', count: 5 } as const, ...steps.slice(0, unread)]) await apply(step);
        const reading = reader.run();
        for (const step of steps.slice(unread)) await apply(step);
        await world.settle(log);
        await isLevel();
        reader.stop();
        await reading;
        seen.losses += reader.losses();
        seen.gaps += check().gaps;
      }),
      { numRuns: scenes.length + scriptsALane, examples: scenes.map((scene) => [scene]), endOnFailure: true },
    );
  await Promise.all(grounds.map(runLane));
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
}, 300_000);
