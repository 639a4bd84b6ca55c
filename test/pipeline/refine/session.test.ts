/** Failures that a session of refine's leader survives, its reports meanwhile, and the takeover by another process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readGenerations } from '#ops/feed-log/generations.ts';
import { feedBounds, followFeed } from '#ops/feed-log/feed-follower.ts';
import { whileLeading } from '#ops/process/lease.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { createProgress } from '#ops/process/progress.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { eventChangeOf, unpackEventChange } from '#pipeline/refine/form4/known-event.ts';
import type { RefineDeps } from '#pipeline/refine/refine-deps.ts';
import { createRefine, type Refine } from '#pipeline/refine/run.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore } from '#clickhouse/store.ts';
import { eventHeader, recordOf, uidHeader, type FeedRecord } from '#schemas/feed-log.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { logLines } from '#test/support/log-lines.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { readLog } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { articleUid, isDrained, numbersTo, publishRaw, rawArticle } from '#test/support/raw-articles.ts';
import { refineDeps, runRefine } from '#test/support/refine.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { form4 } from './form4/fixtures.ts';

let stateDir: string;
let stop: AbortController;
let running: Promise<unknown>[];

const clickhouse = await sharedClickHouse();
const { nats, bus } = await sharedBus();
const store = openStore({ url: clickhouse.url, database: 'session', requestTimeoutMs: 5_000, maxConnections: 4 });
afterAll(() => store.close());
await migrate(store);
beforeEach(async () => {
  for (const name of [...Object.values(streams), 'KV_feed_log', 'KV_leases']) await bus.jsm.streams.delete(name).catch(() => undefined);
  await applyStreams(bus);
  stateDir = await mkdtemp(join(tmpdir(), 'tickerwire-state-'));
  [stop, running] = [new AbortController(), []];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(running);
  await rm(stateDir, { recursive: true });
});

const uids = async (): Promise<string[]> => (await readLog(bus)).map(({ headers }) => headers?.get(uidHeader) ?? '').toSorted();
const allUids = (to: number): string[] => numbersTo(to).map(articleUid).toSorted();

function start(deps: RefineDeps): AbortController {
  const own = new AbortController();
  running.push(runRefine(deps, AbortSignal.any([stop.signal, own.signal])));
  return own;
}
async function publish(from: number, to: number): Promise<void> {
  for (const index of numbersTo(to, from)) await publishRaw(bus, rawArticle(index));
}
const drained = (what = 'RAW to be drained'): Promise<unknown> => until(what, () => isDrained(bus));

describe('a session', () => {
  test("an insider's event is known from the headers of its record, without its body", async () => {
    start(await refineDeps(bus, store));
    const issuer = { cik: '0000000001', name: 'ACME ROCKET CORP', symbol: 'ACME' };
    await publishRaw(bus, form4({ issuer }));
    await drained();
    const [message] = await readLog(bus);
    const record = recordOf(message!) as FeedRecord;
    expect(record.type).toBe('row');
    expect(unpackEventChange(message!.headers?.get(eventHeader) ?? '')).toEqual(eventChangeOf(record));
  });

  test('keeps its state and begins no generation through every restart of NATS that loses nothing', async () => {
    const { log, named } = logLines();
    const deps = await refineDeps(bus, store, { log });
    start(deps);
    for (let round = 0; round < 3; round += 1) {
      await publish(round * 40 + 1, round * 40 + 20);
      const restarting = nats.restart();
      await publish(round * 40 + 21, round * 40 + 40);
      await restarting;
    }
    await drained();
    expect(await uids()).toEqual(allUids(120));
    expect(named('state.rebuilt')).toHaveLength(1);
    expect((await readGenerations(deps.feedLog)).generations).toEqual([]);
  });

  test('decides upon no document twice where the answer to its very first record is lost', async () => {
    let losses = 0;
    const js = Object.assign(Object.create(bus.js) as Bus['js'], {
      publish: (...[subject, ...rest]: Parameters<Bus['js']['publish']>) => {
        if (!subject.startsWith('feed.') || (losses += 1) > 1) return bus.js.publish(subject, ...rest);
        return Promise.reject(new Error('no answer in time'));
      },
    });
    start(await refineDeps({ ...bus, js }, store));
    await publish(1, 3);
    await drained();
    expect(losses).toBeGreaterThan(1);
    expect(await uids()).toEqual(allUids(3));
  });

  test('waits longer after each try that brings nothing, and goes on with what it had', async () => {
    const { log, named } = logLines();
    start(await refineDeps(bus, store, { log }));
    await publish(1, 5);
    await drained();
    const { config } = await bus.jsm.consumers.info(streams.raw, consumers.refine);
    await bus.jsm.consumers.delete(streams.raw, consumers.refine);
    await until('some tries', () => named('refine.restarted').length >= 4);
    const failures = named('refine.restarted').map((line) => line.failures);
    expect(failures).toEqual(failures.map((_, at) => at + 1));
    await bus.jsm.consumers.add(streams.raw, config);
    await publish(6, 9);
    await drained();
    expect(await uids()).toEqual(allUids(9));
    expect(named('state.rebuilt')).toHaveLength(1);
  });

  test('that begins where another left off tells what it has read by its state file, and decides as if it had never stopped', async () => {
    const first = start(await refineDeps(bus, store, { stateDir }));
    await publish(1, 30);
    await drained();
    first.abort();
    await Promise.all(running);
    const { log, named } = logLines();
    start(await refineDeps(bus, store, { stateDir, log }));
    await publish(1, 30);
    await publishRaw(bus, rawArticle(7, { identity: 'https://copy.example/7', url: 'https://copy.example/7', outlet: 'Copy Example' }));
    await until('the copy', async () => (await feedBounds(bus)).lastSeq === 31);
    expect(named('state_file.loaded')).toMatchObject([{ fileSeq: 30, lastSeq: 30 }]);
    const [copy] = (await Array.fromAsync(followFeed(bus, { fromSeq: 31, untilSeq: 31, signal: stop.signal }))).flat();
    expect(recordOf(copy!) as FeedRecord).toMatchObject({ type: 'drop', reason: 'near_duplicate', duplicate_of: articleUid(7) });
    expect((await feedBounds(bus)).lastSeq).toBe(31);
  });
});

describe('readiness', () => {
  const quick = { stalledAfterMs: 300 };

  test('tells of the symbol directory that does not come', async () => {
    const directory = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const deps = await refineDeps(bus, store, { progress: createProgress(quick), directory });
    start(deps);
    await publish(1, 1);
    await until('it to say so', () => /no progress .*symbol directory/.test(deps.progress.state()));
  });

  test('is ok while there is nothing to do, tells of documents that are not decided upon and of NATS that is unreachable, and takes it back', async () => {
    const deps = await refineDeps(bus, store, { progress: createProgress(quick) });
    start(deps);
    await publish(1, 3);
    await drained();
    await until('rest', () => deps.progress.stillForMs() === 0);
    expect(deps.progress.state()).toBe('ok');
    const { config } = await bus.jsm.streams.info(streams.feed);
    // The stream accepts nothing more.
    await bus.jsm.streams.update(streams.feed, { ...config, subjects: ['closed.>'] });
    await publish(4, 4);
    await until('it to say so', () => /no progress/.test(deps.progress.state()));
    await bus.jsm.streams.update(streams.feed, config);
    await drained();
    await until('ready again', () => deps.progress.state() === 'ok');
    await nats.kill();
    await until('NATS to be missed', () => /no progress/.test(deps.progress.state()));
    await nats.restart();
    await until('ready again', () => deps.progress.state() === 'ok');
    expect(await uids()).toEqual(allUids(4));
  });
});

describe('a standby', () => {
  interface Process {
    readonly refine: Refine;
    readonly named: (msg: string) => readonly Record<string, unknown>[];
    readonly isLeading: () => boolean;
    readonly stop: AbortController;
    readonly ended: Promise<unknown>;
  }
  async function startProcess(): Promise<Process> {
    const { log, named } = logLines();
    const own = new AbortController();
    const signal = AbortSignal.any([stop.signal, own.signal]);
    const refine = createRefine(await refineDeps(bus, store, { stateDir, log }));
    const leases = await openBucket(bus, buckets.leases);
    let leads = false;
    const leading = whileLeading(leases, 'refine', { log: testLog, signal, onChange: (now) => (leads = now) }, refine.lead);
    const ended = Promise.all([leading, refine.standBy(signal)]).then(refine.close);
    running.push(ended);
    return { refine, named, isLeading: () => leads, stop: own, ended };
  }

  test('has read what the leader wrote when it takes over: it reads nothing again', async () => {
    const first = await startProcess();
    await publish(1, 30);
    await drained();
    const second = await startProcess();
    await until('the standby to be warm', () => second.named('state.rebuilt').length === 1);
    await publish(31, 60);
    await drained();
    expect([first.isLeading(), second.isLeading()]).toEqual([true, false]);
    first.stop.abort();
    await first.ended;
    await publish(1, 90);
    await until('the rest', async () => (await feedBounds(bus)).lastSeq === 90);
    await drained();
    expect(second.isLeading()).toBe(true);
    expect(await uids()).toEqual(allUids(90));
    expect(second.named('state.rebuilt')).toHaveLength(1);
    expect(second.named('session.opened')).toMatchObject([{ lastSeq: 60 }]);
  });

  test('that leads, follows and leads again keeps one state, and no document is decided twice', async () => {
    const processes = [await startProcess(), await startProcess()];
    let published = 0;
    for (let round = 0; round < 4; round += 1) {
      await publish(published + 1, published + 20);
      published += 20;
      await until('a leader', () => processes.some(({ isLeading }) => isLeading()));
      const leader = processes.findIndex(({ isLeading }) => isLeading());
      processes[leader]!.stop.abort();
      await processes[leader]!.ended;
      processes[leader] = await startProcess();
    }
    await publish(1, published);
    await drained();
    expect(await uids()).toEqual(allUids(published));
  });
});
