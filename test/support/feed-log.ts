/** Appends records to the log as refine does; deletes, cuts and empties the log as faults do. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { headers } from '@nats-io/transport-node';
import { feedBounds, followFeed, type FeedMessage, type FollowOptions } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { natsAccounts } from '#ops/nats/nats-users.ts';
import { generationHeader } from '#schemas/generation.ts';
import { digestHeader, isKnownRecord, uidHeader, type LogRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import { feedSubject, streams } from '#schemas/subjects.ts';
import { applyStreams } from './control-plane.ts';
import type { NatsServer } from './nats.ts';
import { until } from './until.ts';

/** Appends records and returns the last sequence. `generation` 0: without the header, like releases before generations. */
export async function appendRecords(bus: Bus, records: readonly LogRecord[], generation = 0): Promise<number> {
  let lastSeq = 0;
  for (const record of records) {
    const h = headers();
    if (isKnownRecord(record) && record.type !== 'gap') {
      h.set(digestHeader, digestOf(record.identity));
      h.set(uidHeader, record.uid);
    }
    if (generation !== 0) h.set(generationHeader, String(generation));
    lastSeq = (await bus.js.publish(feedSubject(record), JSON.stringify(record), { headers: h })).seq;
  }
  return lastSeq;
}

/** Limit for a read that never ends; it is no measure of speed. */
const withinMs = 150_000;

/** Reads the log, by default from the first record to the present end. */
export async function readLog(bus: Bus, options: Partial<Omit<FollowOptions, 'signal'>> = {}): Promise<FeedMessage[]> {
  const { firstSeq: fromSeq, lastSeq: untilSeq } = await feedBounds(bus);
  return (await Array.fromAsync(followFeed(bus, { fromSeq, untilSeq, ...options, signal: AbortSignal.timeout(withinMs) }))).flat();
}
export const jsonOf = <T>({ data }: FeedMessage): T => JSON.parse(Buffer.from(data).toString()) as T;

/** Appends bytes that are not a record. */
export const appendBytes = async (bus: Bus, text: string): Promise<number> => (await bus.js.publish('feed.other', text)).seq;

export const loseRecord = (bus: Bus, seq: number): Promise<boolean> => bus.jsm.streams.deleteMessage(streams.feed, seq);

/** Deletes records up to `seq`, as retention does. */
export async function forgetUpTo(bus: Bus, seq: number): Promise<void> {
  // With 1 as the first sequence to keep NATS would purge everything.
  if (seq >= 1) await bus.jsm.streams.purge(streams.feed, { seq: seq + 1 });
}

/**
 * Empties the log as a power loss does. It does not delete the stream: nats-server 2.9 hangs when a stream is deleted while a reader
 * creates a consumer on it.
 */
export async function loseLog({ nats, bus }: { readonly nats: NatsServer; readonly bus: Bus }): Promise<void> {
  await nats.kill();
  rmSync(join(nats.dataDir, 'store', 'jetstream', natsAccounts.streams, 'streams', streams.feed), { recursive: true });
  await nats.restart();
  await until('the connection', () => bus.isConnected());
  await applyStreams(bus);
}

export async function emptyLog(bus: Bus): Promise<void> {
  await bus.jsm.streams.delete(streams.feed).catch(() => undefined);
  await applyStreams(bus);
}
