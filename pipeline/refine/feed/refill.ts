/**
 * Refills a log that ends before its table does, before anything new is written: same records, sequences and generations. JetStream
 * acknowledges before it flushes by default, so a power failure can lose acknowledged records, and clients have cursors beyond them.
 */
import type { Logger } from 'pino';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { recordsBetween } from '#clickhouse/feed-records.ts';
import type { Store } from '#clickhouse/store.ts';
import { generationAt, type GenerationList } from '#schemas/generation.ts';
import type { FeedRecord, LogRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { eventHeaders } from '../form4/known-event.ts';
import { createFeedLogWriter, recordsInFlightMax, type FeedLogWriter } from './feed-log-writer.ts';

interface RefillDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly log: Logger;
}

const gap: FeedRecord = { type: 'gap', v: 1 };
/** Maximum number of gaps that are written to an empty log before a purge. They only advance its sequence. */
const leadingGapsMax = 100_000;

/** Appends the table's records after the log's end, up to `tableLastSeq`. Returns the number of records, gaps included. */
export async function refillLog(deps: RefillDeps, tableLastSeq: number, generations: GenerationList): Promise<number> {
  const { bus, store, log } = deps;
  const before = await feedBounds(bus);
  if (before.lastSeq >= tableLastSeq) return 0;
  log.warn({ logLastSeq: before.lastSeq, tableLastSeq }, 'log.refilling');
  const isEmpty = before.firstSeq > before.lastSeq;
  const open = (lastSeq: number): FeedLogWriter =>
    createFeedLogWriter(bus, lastSeq, recordsInFlightMax, {
      extraHeaders: eventHeaders,
      isRefill: true,
      generationOf: (seq) => generationAt(generations, seq),
    });
  let writer = open(before.lastSeq);
  let refilled = 0;
  const put = async (record: LogRecord): Promise<void> => {
    const { stored } = await writer.append(record);
    // The next append, or the end, reports a failure.
    stored.catch(() => undefined);
    refilled += 1;
  };
  const end = async (): Promise<void> => writer.whenStored(writer.lastSeq());
  for await (const { seq, record } of recordsBetween(store, before.lastSeq + 1, tableLastSeq)) {
    // An empty log starts at the table's first record, without a gap for every record that retention removed.
    if (isEmpty && writer.lastSeq() === before.lastSeq && seq > before.lastSeq + 1) {
      if (canStartAt(bus)) {
        await startLogAt(bus, seq);
        writer = open(seq - 1);
      } else await countTo(bus, writer, seq, put, end);
    }
    while (writer.lastSeq() < seq - 1) await put(gap);
    await put(record);
  }
  while (writer.lastSeq() < tableLastSeq) await put(gap);
  await end();
  log.warn({ refilled }, 'log.refilled');
  return refilled;
}

/** Returns whether a purge moves the log's end. Before nats-server 2.10 new messages are still compared with the old sequence. */
function canStartAt(bus: Bus): boolean {
  const [major = 0, minor = 0] = (bus.connection.info?.version ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}

/** Makes `firstSeq` the next sequence of the empty log, by a purge. Throws when the log is not empty or did not move. */
async function startLogAt(bus: Bus, firstSeq: number): Promise<void> {
  const { state } = await bus.jsm.streams.info(streams.feed);
  if (state.messages > 0) throw new Error(`the feed log is no longer empty (${state.messages} records), so it was not moved to ${firstSeq}`);
  const { purged } = await bus.jsm.streams.purge(streams.feed, { seq: firstSeq });
  const after = await feedBounds(bus);
  if (purged > 0) throw new Error(`the purge of the empty feed log deleted ${purged} records of another writer`);
  if (after.lastSeq !== firstSeq - 1) throw new Error(`the empty feed log should end at ${firstSeq - 1} but ends at ${after.lastSeq}`);
}

/** Moves the log to `seq` by gaps, in batches; each batch is purged before the next. */
async function countTo(
  bus: Bus,
  writer: FeedLogWriter,
  seq: number,
  put: (record: LogRecord) => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  while (writer.lastSeq() < seq - 1) {
    const toSeq = Math.min(seq - 1, writer.lastSeq() + leadingGapsMax);
    while (writer.lastSeq() < toSeq) await put(gap);
    await end();
    // The last gap stays, because the next record expects its message id. NATS treats a purge up to sequence 1 as a purge of all.
    if (toSeq > 1) await bus.jsm.streams.purge(streams.feed, { seq: toSeq });
  }
}
