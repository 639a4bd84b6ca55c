import { describe, expect, test } from 'vitest';
import { followFeed, feedBounds, LogLostError } from '#ops/feed-log/feed-follower.ts';
import { createFeedLogWriter } from '#pipeline/refine/feed/feed-log-writer.ts';
import { streams } from '#schemas/subjects.ts';
import { readConfig } from '#schemas/config.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { jsonOf, readLog } from '#test/support/feed-log.ts';
import { dropRecord } from '#test/support/records.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const { nats, bus } = await sharedBus();

async function emptyLog(): Promise<void> {
  await bus.jsm.streams.delete(streams.feed).catch(() => undefined);
  await applyStreams(bus, readConfig({}));
}

const read = async (fromSeq: number, untilSeq: number): Promise<string[]> =>
  (await readLog(bus, { fromSeq, untilSeq })).map((message) => jsonOf<{ uid: string }>(message).uid);

describe('feed log', () => {
  test('holds pipelined records in the order they were appended', async () => {
    await emptyLog();
    const log = createFeedLogWriter(bus, 0, 16);
    const records = Array.from({ length: 500 }, (_, index) => dropRecord(`a${index}`));
    const stored: Promise<number>[] = [];
    for (const record of records) stored.push((await log.append(record)).stored);
    expect(await Promise.all(stored)).toEqual(records.map((_, index) => index + 1));
    expect(await read(1, 500)).toEqual(records.map((record) => record.uid));
  });

  test('refuses a writer whose view of the log is stale, and what it sent leaves no trace', async () => {
    await emptyLog();
    const [active, stale] = [createFeedLogWriter(bus, 0, 16), createFeedLogWriter(bus, 0, 16)];
    await (
      await active.append(dropRecord('b1'))
    ).stored;
    const refused = await Promise.allSettled([(await stale.append(dropRecord('b2'))).stored, (await stale.append(dropRecord('b3'))).stored]);
    expect(refused.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await expect(stale.append(dropRecord('b4'))).rejects.toThrow();
    expect(await feedBounds(bus)).toEqual({ firstSeq: 1, lastSeq: 1 });
  });

  test('a reader sees every record once and in order while the server is killed again and again', async () => {
    await emptyLog();
    const total = 3_000;
    const seen: number[] = [];
    const reading = (async () => {
      for await (const batch of followFeed(bus, { fromSeq: 1, signal: AbortSignal.timeout(60_000) })) {
        seen.push(...batch.map(({ seq }) => seq));
        if (seen.length === total) return;
      }
    })();
    let written = 0;
    let kills = 0;
    while (written < total) {
      const log = createFeedLogWriter(bus, (await retry(() => feedBounds(bus))).lastSeq, 64);
      written = log.lastSeq();
      const killAt = kills < 3 ? written + 400 : Number.POSITIVE_INFINITY;
      try {
        while (written < total) {
          if (written === killAt) {
            kills += 1;
            await nats.restart();
          }
          const { stored } = await log.append(dropRecord(`d${written}`));
          stored.catch(() => undefined);
          written += 1;
          if (written === total) await stored;
        }
      } catch {
        written = 0;
      }
    }
    await reading;
    expect(kills).toBe(3);
    expect(seen).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  });

  test('a reader learns when the log is shorter than what it has read', async () => {
    await emptyLog();
    const log = createFeedLogWriter(bus, 0, 16);
    await (
      await log.append(dropRecord('e1'))
    ).stored;
    const reading = (async () => {
      for await (const batch of followFeed(bus, { fromSeq: 5, signal: AbortSignal.timeout(10_000) })) void batch;
    })();
    await expect(reading).rejects.toThrow(LogLostError);
  });
});

async function retry<T>(effect: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await effect();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
