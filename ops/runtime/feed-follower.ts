/**
 * Reads the feed log in order from a sequence on, for whoever folds it. Every sequence comes once, across restarts of
 * NATS and whatever the log has lost: a record that is gone from the log is read from a store, and one that is nowhere
 * comes as a gap (ops/docs/feed-log.md). A log that is not the one that was read is told, never followed.
 */
import { AckPolicy, DeliverPolicy, JetStreamApiError, ReplayPolicy, type Consumer, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { epochAt, epochHeader, epochOfHeader, epochUnnamed, type EpochHistory, type LogPosition } from '#schemas/epoch.ts';
import { uidHeader, type FeedRecord } from '#schemas/feed-log.ts';
import { noTable, type HoleAnswer, type HoleReader } from '#schemas/log-hole.ts';
import { streams } from '#schemas/subjects.ts';
import type { Bus } from './nats.ts';
import { backoff, pause } from './pause.ts';
import { createReadMarks, FeedRewoundError, firstRecordFrom } from './read-marks.ts';

export interface FeedMessage {
  readonly seq: number;
  /** As the record names it; of one that names none, and of a gap, that of the record before it. */
  readonly epoch: number;
  /** Absent where the record does not come from the log. */
  readonly headers: JsMsg['headers'];
  /** The record as JSON; empty where only headers were requested and the record comes from the log. */
  readonly data: Uint8Array;
  /** `table`: the log has lost it, the store has it. `gap`: it is lost for good. */
  readonly origin: 'log' | 'table' | 'gap';
  /** When the log stored it; null where it does not come from the log. */
  readonly storedAtMs: number | null;
}

export interface FeedBounds {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** First and last sequence of the log; an empty one has `firstSeq` = `lastSeq` + 1. */
export async function feedBounds(bus: Bus): Promise<FeedBounds> {
  const { state } = await bus.jsm.streams.info(streams.feed);
  return { firstSeq: state.messages === 0 ? state.last_seq + 1 : state.first_seq, lastSeq: state.last_seq };
}

export interface FollowOptions {
  readonly fromSeq: number;
  /** The record before, as the reader knows it: held against the log at the first opening, as what is read from here on is at every later one. */
  readonly after?: LogPosition & { readonly uid?: string | null };
  readonly untilSeq?: number;
  readonly headersOnly?: boolean;
  /** Where records are read that the log has lost. */
  readonly holes?: HoleReader;
  /** Epochs that are known beside the log's own headers. */
  readonly history?: () => EpochHistory | Promise<EpochHistory>;
  /** What it waits for that is not simply the next record; null: nothing any more. */
  readonly onWait?: (reason: string | null) => void;
  readonly signal: AbortSignal;
}

const fetchMessages = 1_000;
const fetchExpiresMs = 2_000;
const waitFirstMs = 100;
const waitLastMs = 5_000;
const gapData = Buffer.from(JSON.stringify({ type: 'gap', v: 1 } satisfies FeedRecord));

/**
 * Yields arrays of messages as they come, starting at `fromSeq`. Ends when `untilSeq` was yielded or `signal` aborts.
 * While NATS is away it waits, and so it does where a store cannot tell yet what stood in a hole.
 *
 * From the beginning on (`fromSeq` up to 1), what lies before the first record that log or store hold is not yielded:
 * nobody has lost it, it was let go. From any other sequence on, what is missing is a gap.
 *
 * Throws FeedRewoundError where the log turns out not to be the one that was read, `after` included.
 */
export async function* followFeed(bus: Bus, options: FollowOptions): AsyncGenerator<FeedMessage[], void, void> {
  const { untilSeq = Number.POSITIVE_INFINITY, headersOnly = false, after, holes = noTable, history = () => [], onWait, signal } = options;
  const marks = createReadMarks(bus, after === undefined ? null : { ...after, uid: after.uid ?? null }, history);
  let nextSeq = Math.max(1, options.fromSeq);
  let isBeginning = options.fromSeq <= 1;
  /** Of the record before `nextSeq`; null: nothing is known of it. Epochs ascend along the log. */
  let lastEpoch: number | null = after?.epoch ?? null;
  let consumer: Consumer | null = null;
  /** Openings and failures since the last record. */
  let attempts = 0;

  try {
    while (!signal.aborted && nextSeq <= untilSeq) {
      try {
        if (consumer === null) {
          // One that cannot be read from must not be made again and again.
          if (attempts > 1) await pause(backoff(attempts - 2, waitFirstMs, waitLastMs), signal);
          attempts += 1;
          const bounds = await feedBounds(bus);
          if (bounds.lastSeq < nextSeq - 1 && marks.newest() === undefined) throw new FeedRewoundError({ epoch: epochUnnamed, seq: nextSeq - 1 }, bounds.lastSeq, null); // prettier-ignore
          await marks.check(bounds.lastSeq);
          if (!(yield* fillHole(bounds.lastSeq))) continue;
          if (nextSeq > untilSeq || signal.aborted) return;
          consumer = await openConsumer(bus, nextSeq, headersOnly);
        }
        const seqBefore = nextSeq;
        const isInOrder = yield* fetchOnce(consumer);
        if (nextSeq > seqBefore) attempts = 0;
        const isQuiet = isInOrder && nextSeq === seqBefore && bus.isConnected();
        if (isQuiet ? !(yield* isStillThere(consumer)) : !isInOrder || !bus.isConnected()) consumer = forget(consumer);
        else attempts = Math.min(attempts, 1);
      } catch (error) {
        if (error instanceof FeedRewoundError) throw error;
        consumer = forget(consumer);
        attempts = Math.max(attempts, 2);
        if (!signal.aborted) onWait?.(`NATS to answer (${error instanceof Error ? error.message : String(error)})`);
      }
    }
  } finally {
    forget(consumer);
  }

  /** One fetch of what comes next; false: the consumer has lost its place. */
  async function* fetchOnce(from: Consumer): AsyncGenerator<FeedMessage[], boolean, void> {
    const wanted = Math.min(fetchMessages, untilSeq - nextSeq + 1);
    let batch: FeedMessage[] = [];
    for await (const message of await fetchUntilAborted(from, { max_messages: wanted, expires: fetchExpiresMs }, signal)) {
      if (message.seq !== nextSeq + batch.length) {
        if (batch.length > 0) yield take(batch);
        batch = [];
        // Either the log has lost what stood there, or the consumer has passed it by.
        if (message.seq < nextSeq || !(yield* fillHole(message.seq)) || message.seq !== nextSeq) return false;
      }
      const named = epochOfHeader(message.headers?.get(epochHeader));
      const before = batch.at(-1)?.epoch ?? lastEpoch ?? (named === epochUnnamed ? epochAt(await history(), message.seq) : named);
      // One that names none behind one that does is of a release before epochs, to which the service was rolled back.
      const read = asRead(message, named === epochUnnamed ? before : named);
      if (read.epoch !== before) {
        // Another session writes from here on: had it begun further down, its first records would have been passed by.
        if (batch.length > 0) yield take(batch);
        batch = [];
        await marks.check(message.seq);
      }
      batch.push(read);
      if (message.info.pending === 0 || batch.length === fetchMessages) {
        yield take(batch);
        batch = [];
        if (signal.aborted) return true;
      }
    }
    if (batch.length > 0) yield take(batch);
    return true;
  }

  /** After a fetch that brought nothing: whether there is nothing. What the log has lost at its end is passed over here. */
  async function* isStillThere(from: Consumer): AsyncGenerator<FeedMessage[], boolean, void> {
    const { lastSeq } = await feedBounds(bus);
    if (Number.isFinite(untilSeq) && lastSeq < untilSeq)
      throw new FeedRewoundError({ epoch: lastEpoch ?? epochUnnamed, seq: untilSeq }, lastSeq, null);
    // A log that was cut and grew again to where it was looks quiet, too.
    await marks.check(lastSeq);
    if (!(yield* fillHole(lastSeq))) return false;
    try {
      const { delivered } = await from.info();
      return delivered.stream_seq < nextSeq;
    } catch (error) {
      if (error instanceof JetStreamApiError) return false;
      throw error;
    }
  }

  /** Where the log, which ends at `lastSeq` or behind it, has lost what comes next: yields that. False: the store cannot tell yet what it was. */
  async function* fillHole(lastSeq: number): AsyncGenerator<FeedMessage[], boolean, void> {
    const next = lastSeq < nextSeq ? null : await firstRecordFrom(bus, nextSeq);
    const toSeq = Math.min(next === null ? lastSeq : next.seq - 1, untilSeq);
    while (nextSeq <= toSeq && !signal.aborted) {
      const answer = await askHoles(nextSeq, toSeq);
      if (answer === null) return false;
      // The log may have been cut, and the store have stored what it holds now, since the log was last read.
      await marks.check((await feedBounds(bus)).lastSeq);
      const held = new Map(answer.records.map((record) => [record.seq, record]));
      const endSeq = Math.min(answer.toSeq, toSeq);
      if (isBeginning) nextSeq = answer.records[0]?.seq ?? endSeq + 1;
      // A gap, and a record of a store that knows no epochs, is of that of the records before it.
      const leastEpoch = lastEpoch ?? epochAt(await history(), nextSeq);
      while (nextSeq <= endSeq) {
        const length = Math.min(fetchMessages, endSeq - nextSeq + 1);
        yield take(Array.from({ length }, (_, index) => lostMessage(nextSeq + index, held.get(nextSeq + index), leastEpoch)));
        if (signal.aborted) return true;
      }
    }
    onWait?.(null);
    return true;
  }

  /** Null where the store cannot tell: it is asked again once the log was seen to be the same still. */
  async function askHoles(fromSeq: number, toSeq: number): Promise<HoleAnswer | null> {
    let reason = 'it is not written that far';
    try {
      const answer = await holes(fromSeq, toSeq);
      if (answer !== null && answer.toSeq >= fromSeq) return answer;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    onWait?.(`the tables to tell what stood at ${fromSeq} to ${toSeq} of the feed log, which has lost it: ${reason}`);
    return null;
  }

  /** Counts a batch as read. */
  function take(batch: FeedMessage[]): FeedMessage[] {
    const last = batch.findLast(({ origin }) => origin === 'log');
    if (last !== undefined) marks.add({ seq: last.seq, epoch: last.epoch, uid: last.headers?.get(uidHeader) || null });
    const { seq, epoch } = batch.at(-1)!;
    marks.pass({ seq, epoch });
    nextSeq = seq + 1;
    lastEpoch = epoch;
    isBeginning = false;
    return batch;
  }

  function forget(lost: Consumer | null): null {
    // The server would do it by itself, half a minute later.
    if (lost !== null && bus.isConnected()) void lost.delete().catch(() => undefined);
    return null;
  }
}

const asRead = (message: JsMsg, epoch: number): FeedMessage => ({
  seq: message.seq,
  epoch,
  headers: message.headers,
  data: message.data,
  origin: 'log',
  storedAtMs: Number(message.timestampNanos / 1_000_000n),
});

const lostMessage = (seq: number, held: HoleAnswer['records'][number] | undefined, leastEpoch: number): FeedMessage => ({
  seq,
  epoch: Math.max(leastEpoch, held?.epoch ?? epochUnnamed),
  headers: undefined,
  data: held?.data ?? gapData,
  origin: held === undefined ? 'gap' : 'table',
  storedAtMs: null,
});

/** A fetch that ends at once when `signal` aborts, so that a stop need not wait for it to expire. */
export async function fetchUntilAborted(
  consumer: Consumer,
  options: { readonly max_messages: number; readonly expires: number },
  signal: AbortSignal,
): Promise<ConsumerMessages> {
  const messages = await consumer.fetch(options);
  const stop = (): void => messages.stop();
  signal.addEventListener('abort', stop, { once: true });
  void messages.closed().finally(() => signal.removeEventListener('abort', stop));
  if (signal.aborted) stop();
  return messages;
}

const openConsumer = async (bus: Bus, fromSeq: number, headersOnly: boolean): Promise<Consumer> => {
  const info = await bus.jsm.consumers.add(streams.feed, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: fromSeq,
    replay_policy: ReplayPolicy.Instant,
    headers_only: headersOnly,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(30_000),
  });
  return bus.js.consumers.get(streams.feed, info.name);
};
