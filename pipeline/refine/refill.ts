/**
 * Before anything new is written: a log found shorter than the table it fed is refilled from the
 * table, same records, same sequences. JetStream acknowledges before it flushes by default, so a power
 * failure can take acknowledged records; pollers hold cursors past them.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { feedBounds } from '#ops/runtime/feed-follower.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { lastSequence, recordsBetween } from '#clickhouse/feed.ts';
import type { Store } from '#clickhouse/store.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { createFeedLog } from './log.ts';

const gap: FeedRecord = { type: 'gap', v: 1 };

/** Returns how many records were put back. */
export async function refillLog(bus: Bus, store: Store, log: Logger, inFlightMax: number): Promise<number> {
  const tableLast = await lastSequence(store);
  const before = await feedBounds(bus);
  if (before.lastSeq >= tableLast) return 0;
  log.warn({ logLastSeq: before.lastSeq, tableLastSeq: tableLast }, 'log.refilling');
  const nonce = randomUUID();
  const messageIdOf = (_: FeedRecord, seq: number): string => `refill-${nonce}-${seq}`;
  let writer = createFeedLog(bus, before.lastSeq, inFlightMax, messageIdOf);
  let last: Promise<number> = Promise.resolve(before.lastSeq);
  const put = async (record: FeedRecord): Promise<void> => {
    const { stored } = await writer.append(record);
    // A failure shows at the next append or at the end; here it only must not go unhandled.
    stored.catch(() => undefined);
    last = stored;
  };
  for await (const { seq, record } of recordsBetween(store, before.lastSeq + 1, tableLast)) {
    // An empty log starts where the table does, not with a filler for every record that retention took.
    if (writer.lastSeq() === 0 && seq > 1 && (await startLogAt(bus, seq))) writer = createFeedLog(bus, seq - 1, inFlightMax, messageIdOf);
    while (writer.lastSeq() < seq - 1) await put(gap);
    await put(record as FeedRecord);
  }
  while (writer.lastSeq() < tableLast) await put(gap);
  await last;
  const refilled = (await feedBounds(bus)).lastSeq - before.lastSeq;
  log.warn({ refilled }, 'log.refilled');
  return refilled;
}

/**
 * Makes the empty log anew with `firstSeq` as its next sequence. False on a server before 2.10, which can't: a
 * purge up to a sequence moves the store there, but publishes go on being compared with the old last sequence.
 */
async function startLogAt(bus: Bus, firstSeq: number): Promise<boolean> {
  const [major = 0, minor = 0] = (bus.connection.info?.version ?? '').split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 10)) return false;
  const { config } = await bus.jsm.streams.info(streams.feed);
  await bus.jsm.streams.delete(streams.feed);
  await bus.jsm.streams.add({ ...config, first_seq: firstSeq });
  return true;
}
