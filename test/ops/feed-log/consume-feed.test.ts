/** The consumer of the feed log, with its checkpoint in a bucket next to the log. */
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { kvCheckpoint } from '#ops/feed-log/checkpoint.ts';
import { consumeFeed, type ConsumeOptions, type FeedEntry } from '#ops/feed-log/consume-feed.ts';
import { createConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { createProgress } from '#ops/process/progress.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { GenerationList } from '#schemas/generation.ts';
import type { LogRecord } from '#schemas/feed-log.ts';
import { appendBytes, appendRecords, emptyLog, loseRecord } from '#test/support/feed-log.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { dropRecord, laterRecord } from '#test/support/records.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const { bus } = await sharedBus();
await applyStreams(bus);
const bucket = await openBucket(bus, 'feed_log');
let name: string;
let count = 0;
beforeEach(async () => {
  name = `consumer-${(count += 1)}`;
  await emptyLog(bus);
});

const records = (from: number, to: number, by = 'a'): LogRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => dropRecord(`${by}${from + index}`));
const seqs = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

interface Running {
  /** Every sequence that took effect, once for each time. */
  readonly done: number[];
  readonly identities: string[];
  readonly state: () => string;
  readonly metric: (metric: string) => Promise<number | undefined>;
  readonly stop: () => Promise<void>;
}

function start(changes: Partial<ConsumeOptions> = {}): Running {
  const stop = new AbortController();
  const [done, identities]: [number[], string[]] = [[], []];
  const registry = new Registry();
  const progress = createProgress({ stalledAfterMs: 1 });
  const options: ConsumeOptions = {
    bus,
    name,
    checkpoint: kvCheckpoint(bucket, name),
    from: () => 1,
    onBatch: async (entries: readonly FeedEntry[]) => {
      done.push(...entries.map(({ seq }) => seq));
      identities.push(...entries.map(({ record }) => ('identity' in record ? record.identity : record.type)));
    },
    progress,
    metrics: createConsumerMetrics(registry),
    log: testLog,
    ...changes,
  };
  const running = consumeFeed(options, stop.signal);
  const end = async (): Promise<void> => {
    stop.abort();
    await running;
  };
  onTestFinished(end);
  return {
    done,
    identities,
    state: progress.state,
    metric: async (metric) => (await registry.getSingleMetric(`tickerwire_consumer_${metric}`)?.get())?.values[0]?.value,
    stop: end,
  };
}

const checkpoint = async (): Promise<unknown> => (await bucket.get(`checkpoint.${name}`))?.json();

describe('a consumer', () => {
  test('gets every record once and in order, and goes on where it stopped', async () => {
    await appendRecords(bus, records(1, 30), 7);
    const first = start({ batch: { recordsMax: 7, everyMs: 0 } });
    await until('all to be done', () => first.done.length === 30);
    await until('it to say so', async () => JSON.stringify(await checkpoint()) === '{"epoch":7,"seq":30}');
    await first.stop();
    await appendRecords(bus, records(31, 40), 7);
    const second = start();
    await until('the rest to be done', () => second.done.length === 10);
    await second.stop();
    expect([...first.done, ...second.done]).toEqual(seqs(1, 40));
  });

  test('begins where it is told to while there is no checkpoint', async () => {
    await appendRecords(bus, records(1, 10));
    const running = start({ from: () => Promise.resolve(8) });
    await until('some to be done', () => running.done.length === 3);
    expect(running.done).toEqual([8, 9, 10]);
  });

  test('gets a failed batch again, before any later record', async () => {
    await appendRecords(bus, records(1, 20));
    let failures = 2;
    const seen: number[] = [];
    const running = start({
      batch: { recordsMax: 5, everyMs: 0 },
      onBatch: async (entries) => {
        if (entries[0]!.seq === 6 && (failures -= 1) >= 0) throw new Error('the effect failed');
        seen.push(...entries.map(({ seq }) => seq));
      },
    });
    await until('all to be done', () => seen.length === 20);
    expect(seen).toEqual(seqs(1, 20));
    expect(await running.metric('restarts_total')).toBe(2);
  });

  test('hands over full batches at once and the rest at the interval', async () => {
    await appendRecords(bus, records(1, 23));
    const sizes: number[] = [];
    start({ batch: { recordsMax: 10, everyMs: 300 }, onBatch: async (entries) => void sizes.push(entries.length) });
    await until('all to be done', () => sizes.reduce((sum, size) => sum + size, 0) === 23);
    expect(sizes).toEqual([10, 10, 3]);
  });

  test('refuses a checkpoint that a stale process writes', async () => {
    const [stale, holder] = [kvCheckpoint(bucket, name), kvCheckpoint(bucket, name)];
    let { fence } = await stale.read();
    fence = await stale.write({ generation: 1, seq: 10 }, fence);
    const taken = await holder.read();
    expect(taken.position).toEqual({ generation: 1, seq: 10 });
    await expect(stale.write({ generation: 1, seq: 11 }, fence)).rejects.toThrow('another process changed the checkpoint');
    const next = await holder.write({ generation: 1, seq: 12 }, taken.fence);
    expect(await checkpoint()).toEqual({ epoch: 1, seq: 12 });
    await expect(holder.write({ generation: 1, seq: 13 }, taken.fence)).rejects.toThrow('another process changed the checkpoint');
    await holder.write({ generation: 1, seq: 13 }, next);
  });
});

describe('readiness', () => {
  test('is ok at the end of the log, and not ok while records wait and none is processed', async () => {
    await appendRecords(bus, records(1, 5));
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const running = start({ onBatch: () => opened });
    await until('it to be told', () => running.state().includes('records 1 to 5 to be processed'));
    await until('its lag to be told', async () => (await running.metric('lag_records')) === 5);
    open();
    await until('it to be ready', () => running.state() === 'ok');
    await until('no lag', async () => (await running.metric('lag_records')) === 0);
    expect(await running.metric('sequence')).toBe(5);
  });

  test('names the failure, and is ok again after it', async () => {
    let isAway = true;
    const running = start({
      onBatch: async () => {
        if (isAway) throw new Error('ClickHouse does not answer');
      },
    });
    await until('it to be ready', () => running.state() === 'ok');
    await appendRecords(bus, records(1, 3));
    await until('it to be told', () => running.state().includes('ClickHouse does not answer'));
    isAway = false;
    await until('it to be ready', () => running.state() === 'ok');
  });

  test.each([
    ['its effect', { onBatch: () => Promise.reject(new Error('ClickHouse refuses inserts')) }],
    ['its checkpoint', { checkpoint: { read: () => Promise.reject(new Error('ClickHouse does not answer')), write: async () => 0 } }],
  ])('its lag grows while %s fails at each try', async (_, changes) => {
    await appendRecords(bus, records(1, 3));
    const running = start(changes);
    await until('its lag to grow', async () => (await running.metric('lag_seconds'))! > 2);
    expect(await running.metric('restarts_total')).toBeGreaterThan(2);
  });
});

describe('a record', () => {
  test('that cannot be read stops the consumer; once skipped it is a gap', async () => {
    await appendRecords(bus, records(1, 4));
    await appendBytes(bus, 'no record');
    await appendRecords(bus, records(6, 8));
    const running = start();
    await until('it to be told', () => running.state().startsWith('record 5 of the feed log cannot be read: it is not JSON'));
    expect(running.done).toEqual([1, 2, 3, 4]);
    expect(await running.metric('unreadable_total')).toBeGreaterThan(0);
    await until('its lag to grow', async () => (await running.metric('lag_seconds'))! > 1);
    await loseRecord(bus, 5);
    await until('the rest to be done', () => running.done.length === 8);
    expect(running.identities[4]).toBe('gap');
    expect(await running.metric('gap_records_total')).toBe(1);
    await until('it to be ready', () => running.state() === 'ok');
  });

  test('of a later release is handed over unchanged, and its unknown values are counted', async () => {
    const later = [laterRecord({ ...dropRecord('x'), reason: 'embargoed' }), laterRecord({ type: 'retraction', identity: 'y' }), dropRecord('z')];
    await appendRecords(bus, later);
    const running = start();
    await until('all to be done', () => running.done.length === 3);
    expect(running.identities).toEqual(['x', 'y', 'z']);
    expect(await running.metric('strange_total')).toBe(2);
  });
});

describe('a log that is not what was read', () => {
  /** Cuts the log after `behind` and lets it grow again. */
  async function regrow(behind: number, to: number): Promise<void> {
    await emptyLog(bus);
    await appendRecords(bus, records(1, behind), 7);
    if (to > behind) await appendRecords(bus, records(behind + 1, to, 'b'), 9);
  }

  test('is read again from where a new generation began', async () => {
    await appendRecords(bus, records(1, 20), 7);
    let list: GenerationList = [{ id: 7, afterSeq: 0 }];
    const running = start({ generations: async () => list });
    await until('all to be done', () => running.done.length === 20);
    list = [...list, { id: 9, afterSeq: 12 }];
    await regrow(12, 25);
    await until('the new ones to be done', () => running.done.length === 33);
    expect(running.done).toEqual([...seqs(1, 20), ...seqs(13, 25)]);
    expect(running.identities.slice(20)).toEqual(records(13, 25, 'b').map((record) => 'identity' in record && record.identity));
    await until('it to say so', async () => JSON.stringify(await checkpoint()) === '{"epoch":9,"seq":25}');
  });

  test('makes the consumer not ready while it is shorter', async () => {
    await appendRecords(bus, records(1, 20), 7);
    const progress = createProgress({ stalledAfterMs: 5_000 });
    const running = start({ progress });
    await until('all to be done', () => running.done.length === 20);
    await regrow(12, 12);
    await until('it to be told', () => progress.state().includes('log_lost: the feed log ends at 12, but record 20 was read from it before'));
    await appendRecords(bus, [...records(13, 20), ...records(21, 21)], 7);
    await until('it to be ready', () => progress.state() === 'ok');
  });

  test('is waited for while it is shorter, until it is refilled or begins a generation', async () => {
    await appendRecords(bus, records(1, 20), 7);
    let list: GenerationList = [{ id: 7, afterSeq: 0 }];
    const running = start({ generations: async () => list });
    await until('all to be done', () => running.done.length === 20);
    await regrow(12, 12);
    await until('it to be told', () => running.state().includes('log_lost: the feed log ends at 12, but record 20 was read from it before'));
    expect(running.done).toHaveLength(20);
    await appendRecords(bus, records(13, 20), 7);
    list = [...list, { id: 9, afterSeq: 20 }];
    await appendRecords(bus, records(21, 22), 9);
    await until('it to go on', () => running.done.length === 22);
    expect(running.done).toEqual(seqs(1, 22));
    await until('it to be ready', () => running.state() === 'ok');
  });
});
