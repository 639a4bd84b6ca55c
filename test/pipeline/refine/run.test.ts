import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import type { Enricher } from '#pipeline/refine/enrich/enricher.ts';
import { readElsewhere } from '#pipeline/refine/reader/reader.ts';
import { readNow } from '#pipeline/refine/reader/reading.ts';
import { ReaderEndedError } from '#pipeline/refine/reader/threads.ts';
import type { RefineDeps } from '#pipeline/refine/refine-deps.ts';
import { readConfig } from '#schemas/config.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { jsonOf, readLog } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { refineDeps, runRefine } from '#test/support/refine.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { isDrained, rawArticle } from '#test/support/raw-articles.ts';
import { until } from '#test/support/until.ts';

let stop: AbortController;
let parked: number;

const clickhouse = await sharedClickHouse();
const { bus } = await sharedBus();
const store = await sharedStore(clickhouse.url, 'refine');
beforeEach(async () => {
  for (const stream of [...Object.values(streams), 'KV_feed_log']) await bus.jsm.streams.delete(stream).catch(() => undefined);
  await applyStreams(bus, readConfig({}));
  stop = new AbortController();
  parked = 0;
});
afterEach(() => stop.abort());

const deps = (changes: Partial<RefineDeps> = {}): Promise<RefineDeps> =>
  refineDeps(bus, store, {
    metrics: { recordWritten: () => undefined, messageParked: () => (parked += 1), stateRebuilt: () => undefined, refined: () => undefined },
    ...changes,
  });

const publish = (raw: RawArticle): Promise<unknown> => createPublish(bus, { log: testLog, signal: stop.signal })(raw);
/** Runs refine until RAW is drained, then stops it. */
async function runUntilDrained(changes: Partial<RefineDeps> = {}): Promise<void> {
  const running = runRefine(await deps(changes), stop.signal);
  await until('RAW to be drained', () => isDrained(bus));
  stop.abort();
  await running;
}
const urlOf = (index: number): string => `https://news.example/${index}`;
const uids = async (): Promise<string[]> => (await readRecords()).map((record) => (record.type === 'gap' ? '' : record.uid));
const lastSeq = async (): Promise<number> => (await feedBounds(bus)).lastSeq;
const readRecords = async (): Promise<FeedRecord[]> => (await readLog(bus)).map(jsonOf<FeedRecord>);

describe('refine', () => {
  test('every document becomes one record, whatever is delivered twice', async () => {
    for (let index = 0; index < 40; index += 1) await publish(rawArticle(index));
    // After the server's own duplicate window the same bytes arrive as a new message.
    for (let index = 0; index < 40; index += 1) await bus.js.publish('raw.article', JSON.stringify(rawArticle(index)));
    await runUntilDrained();
    expect((await uids()).toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => uidOf(urlOf(index))).toSorted());
  });

  test.each([
    ['texts are read ahead, and records stay in order', 0],
    ['a reader that ends is no fault of the document', 3],
  ])('%s', async (_, failures) => {
    // Texts that no other test of this process has read.
    const indexes = Array.from({ length: 30 }, (__, at) => 100_000 * (1 + failures) + at);
    let reads = 0;
    let underWay = 0;
    let most = 0;
    const readHere = readElsewhere(async (text, names) => {
      reads += 1;
      if (reads <= failures) throw new ReaderEndedError('it ended');
      most = Math.max(most, (underWay += 1));
      await sleep(reads % 7);
      underWay -= 1;
      return readNow(text, names);
    });
    try {
      for (const index of indexes) await publish(rawArticle(index));
      await runUntilDrained();
    } finally {
      readHere();
    }
    expect(most).toBeGreaterThan(1);
    expect(parked).toBe(0);
    const expected = indexes.map((index) => uidOf(urlOf(index)));
    // After a failure NATS delivers again in any order.
    if (failures === 0) expect(await uids()).toEqual(expected);
    else expect((await uids()).toSorted()).toEqual(expected.toSorted());
  });

  test('a model is queried about an article whose reader ended first', async () => {
    let reads = 0;
    const readHere = readElsewhere((text, names) => {
      reads += 1;
      return reads === 1 ? Promise.reject(new ReaderEndedError('it ended')) : Promise.resolve(readNow(text, names));
    });
    const questions: string[] = [];
    const enricher: Enricher = {
      model: { model: 'test', parameters: {} },
      settle: ({ key }) => {
        questions.push(key);
        return Promise.resolve({ v: 1, by: 'built_in', reason: 'timeout' });
      },
      kept: () => Promise.resolve(null),
      ask: () => Promise.reject(new Error('not asked')),
      close: () => Promise.resolve(),
    };
    try {
      // Files of one worker share the cache of readings: no other has these numbers.
      await publish(rawArticle(600_900));
      await runUntilDrained({ enricher });
    } finally {
      readHere();
    }
    expect(reads).toBeGreaterThan(1);
    expect(questions).toHaveLength(1);
    expect((await readRecords()).map(({ type }) => type)).toEqual(['row']);
  });

  test('is not idle while a text is being read, and is once it was', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const readHere = readElsewhere(async (text, names) => {
      await gate;
      return readNow(text, names);
    });
    const states: string[] = [];
    const given = await deps();
    const progress = { ...given.progress, idle: () => states.push('idle'), waitsFor: (reason: string) => states.push(reason) };
    try {
      const running = runRefine({ ...given, progress }, stop.signal);
      await until('it to be idle', () => states.at(-1) === 'idle');
      await publish(rawArticle(600_901));
      await until('it to wait for the reader', () => states.at(-1) === 'waiting for the reader');
      // Longer than a fetch lasts that finds RAW empty.
      await sleep(2_500);
      expect(states.at(-1)).toBe('waiting for the reader');
      release();
      await until('it to be idle again', () => states.at(-1) === 'idle');
      stop.abort();
      await running;
    } finally {
      readHere();
    }
  });

  test('a start reads what it is to know from the log: nothing is written again, and a copy of an earlier row is one', async () => {
    const first = new AbortController();
    const running = runRefine(await deps(), first.signal);
    await publish(rawArticle(1));
    await until('the row', async () => (await lastSeq()) === 1);
    first.abort();
    await running;
    await bus.js.publish('raw.article', JSON.stringify(rawArticle(1)));
    await publish(rawArticle(1, { identity: 'https://copy.example/1', url: 'https://copy.example/1', outlet: 'Copy Example' }));
    await runUntilDrained();
    const uid = uidOf(urlOf(1));
    expect(await readRecords()).toMatchObject([
      { type: 'row', uid },
      { type: 'drop', reason: 'near_duplicate', duplicate_of: uid, story_id: uid },
    ]);
  });

  test('a message that cannot be read is parked with its reason and its bytes, and later messages are decided', async () => {
    await bus.js.publish('raw.article', '{"kind":"article","title":7}');
    await bus.js.publish('raw.article', 'no JSON at all');
    // As large as RAW takes.
    await bus.js.publish('raw.article', 'x'.repeat(900_000));
    await publish(rawArticle(5));
    await runUntilDrained();
    expect(await lastSeq()).toBe(1);
    expect(parked).toBe(3);
    const letter = (await bus.jsm.streams.getMessage(streams.dead, { seq: 1 }))!.json<Record<'stage' | 'subject' | 'reason' | 'data', string>>();
    expect(letter).toMatchObject({ stage: 'refine', subject: 'raw.article', reason: expect.stringContaining('ZodError') });
    expect(Buffer.from(letter.data, 'base64').toString()).toBe('{"kind":"article","title":7}');
  });
});
