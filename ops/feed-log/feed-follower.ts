/**
 * Reads the feed log in order from a sequence on. Every sequence comes once, across restarts of NATS; a missing one inside the log comes as
 * a gap. When the log has lost records that were read, reading ends with LogLostError (ops/docs/feed-log.md).
 */
import {
  AckPolicy,
  DeliverPolicy,
  JetStreamApiError,
  ReplayPolicy,
  type Consumer,
  type ConsumerMessages,
  type JsMsg,
  type StoredMsg,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { generationAt, generationHeader, generationOfHeader, unnamedGeneration, resolvePosition, type GenerationList } from '#schemas/generation.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import type { Bus } from '../nats/nats.ts';
import { backoff, pause } from '../process/pause.ts';

export interface FeedMessage {
  readonly seq: number;
  /** The record's generation; a gap, and a record that names none, has that of the record before it. */
  readonly generation: number;
  /** Absent on a gap. */
  readonly headers: JsMsg['headers'];
  /** The record as JSON; empty when only headers were requested. */
  readonly data: Uint8Array;
  /** `gap`: the log has lost the record. */
  readonly origin: 'log' | 'gap';
  /** When the log stored it; null on a gap. */
  readonly storedAtMs: number | null;
}

/** The log has lost records that were read from it or acknowledged: it ends before them, or a generation began below them. */
export class LogLostError extends Error {}

export interface FeedBounds {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** First and last sequence of the log; an empty one has `firstSeq` = `lastSeq` + 1. */
export async function feedBounds(bus: Bus): Promise<FeedBounds> {
  const { state } = await bus.jsm.streams.info(streams.feed);
  return { firstSeq: state.messages === 0 ? state.last_seq + 1 : state.first_seq, lastSeq: state.last_seq };
}

/** Returns the first record at or after `seq`; null when there is none. */
export function firstRecordFrom(bus: Bus, seq: number): Promise<StoredMsg | null> {
  // NATS API, STREAM.MSG.GET, "next_by_subj": the first message of that subject at or after the sequence.
  const query = { seq, next_by_subj: 'feed.>' };
  return bus.jsm.streams.getMessage(streams.feed, query);
}

export interface FollowOptions {
  readonly fromSeq: number;
  /** The generation of the record before `fromSeq`, as the reader knows it; absent: the reader has read nothing of the log. */
  readonly generation?: number;
  /** Last sequence to read; the log is known to have it. */
  readonly untilSeq?: number;
  readonly headersOnly?: boolean;
  /** Reads the list of generations; absent: there is only one. */
  readonly generations?: () => Promise<GenerationList>;
  /** Called with what delays the reading, other than the next record to come; null: the delay is over. */
  readonly onWait?: (reason: string | null) => void;
  /** Called with the log's last sequence: at each opening, with each batch, and every five seconds while no record comes. */
  readonly onEnd?: (lastSeq: number) => void;
  readonly signal: AbortSignal;
}

const fetchMessages = 1_000;
const fetchExpiresMs = 5_000;
const waitFirstMs = 100;
const waitLastMs = 5_000;
const gapData = Buffer.from(JSON.stringify({ type: 'gap', v: 1 } satisfies FeedRecord));
const oneGeneration = (): Promise<GenerationList> => Promise.resolve([]);

/**
 * Yields arrays of messages as they come, from `fromSeq` on. Ends when `untilSeq` was yielded or `signal` aborted; waits while NATS is
 * away. Records that retention removed are skipped when reading starts at the beginning (`fromSeq` up to 1), and are gaps otherwise.
 *
 * Throws LogLostError; it checks at each opening, at each change of generation and whenever no record comes.
 */
export async function* followFeed(bus: Bus, options: FollowOptions): AsyncGenerator<FeedMessage[], void, void> {
  const { untilSeq = Number.POSITIVE_INFINITY, headersOnly = false, generations = oneGeneration, onWait, onEnd, signal } = options;
  let nextSeq = Math.max(1, options.fromSeq);
  let isBeginning = options.fromSeq <= 1;
  let generation = options.generation ?? null;
  /** The log's last sequence when nothing was found after the records read. */
  let missingTo: number | null = null;
  let consumer: Consumer | null = null;
  /** Number of openings and failures since the last record. */
  let attempts = 0;

  try {
    while (!signal.aborted && nextSeq <= untilSeq) {
      try {
        if (consumer === null) {
          // A consumer that cannot be read must not be created in a tight loop.
          if (attempts > 1) await pause(backoff(attempts - 2, waitFirstMs, waitLastMs), signal);
          attempts += 1;
          yield* fillGap(await checkLog());
          if (nextSeq > untilSeq || signal.aborted) return;
          consumer = await openConsumer(bus, nextSeq, headersOnly);
        }
        const seqBefore = nextSeq;
        const isInOrder = yield* fetchOnce(consumer);
        if (nextSeq > seqBefore) attempts = 0;
        const isQuiet = isInOrder && nextSeq === seqBefore && bus.isConnected();
        const isUsable = isQuiet ? yield* isStillThere(consumer) : isInOrder && bus.isConnected();
        if (isUsable) attempts = Math.min(attempts, 1);
        else consumer = forget(consumer);
        onWait?.(null);
      } catch (error) {
        if (error instanceof LogLostError) throw error;
        consumer = forget(consumer);
        attempts = Math.max(attempts, 2);
        if (!signal.aborted) onWait?.(`waiting for NATS to answer (${error instanceof Error ? error.message : String(error)})`);
      }
    }
  } finally {
    forget(consumer);
  }

  /** Returns the log's end and the generations before it; throws when the log has lost records that were read or known to be there. */
  async function checkLog(): Promise<{ readonly lastSeq: number; readonly known: GenerationList }> {
    const known = await generations();
    const { lastSeq } = await feedBounds(bus);
    const neededSeq = Math.max(nextSeq - 1, Number.isFinite(untilSeq) ? untilSeq : 0);
    if (lastSeq < neededSeq) throw new LogLostError(`the feed log ends at ${lastSeq}, but record ${neededSeq} was read from it before`);
    checkGeneration(known, nextSeq - 1);
    onEnd?.(lastSeq);
    return { lastSeq, known };
  }

  /** Throws when a later generation began below `readSeq`, up to which the log was read. */
  function checkGeneration(known: GenerationList, readSeq: number): void {
    if (generation === null) return;
    const agreesTo = resolvePosition(known, { generation, seq: readSeq });
    if (agreesTo < readSeq) throw new LogLostError(`the feed log was read to ${readSeq}, and a later generation begins after record ${agreesTo}`);
  }

  /** Fetches once; returns false when the consumer has lost its place. */
  async function* fetchOnce(from: Consumer): AsyncGenerator<FeedMessage[], boolean, void> {
    const wanted = Math.min(fetchMessages, untilSeq - nextSeq + 1);
    let batch: FeedMessage[] = [];
    for await (const message of await fetchUntilAborted(from, { max_messages: wanted, expires: fetchExpiresMs }, signal)) {
      if (message.seq !== nextSeq + batch.length) {
        if (batch.length > 0) yield take(batch);
        batch = [];
        // Either the log has lost the record, or the consumer has skipped it.
        if (message.seq < nextSeq) return false;
        yield* fillGap(await checkLog());
        if (message.seq !== nextSeq) return false;
      }
      const named = generationOfHeader(message.headers?.get(generationHeader));
      generation ??= named;
      if (named !== unnamedGeneration && named !== generation) {
        if (batch.length > 0) yield take(batch);
        batch = [];
        checkGeneration(await generations(), message.seq - 1);
        generation = named;
      }
      batch.push(asRead(message, generation ?? unnamedGeneration));
      const { pending } = message.info;
      if (pending === 0 || batch.length === fetchMessages) {
        onEnd?.(message.seq + pending);
        yield take(batch);
        batch = [];
        if (signal.aborted) return true;
      }
    }
    if (batch.length > 0) yield take(batch);
    return true;
  }

  /** Returns false after an empty fetch when the consumer has lost its place. Skips records that the log has lost at its end. */
  async function* isStillThere(from: Consumer): AsyncGenerator<FeedMessage[], boolean, void> {
    yield* fillGap(await checkLog());
    try {
      const { delivered } = await from.info();
      return delivered.stream_seq < nextSeq;
    } catch (error) {
      if (error instanceof JetStreamApiError) return false;
      throw error;
    }
  }

  /** Yields gaps for the records that are missing before the next one of the log. */
  async function* fillGap({ lastSeq, known }: Awaited<ReturnType<typeof checkLog>>): AsyncGenerator<FeedMessage[], void, void> {
    const next = lastSeq < nextSeq ? null : await firstRecordFrom(bus, nextSeq);
    const toSeq = Math.min(next === null ? lastSeq : next.seq - 1, untilSeq);
    if (nextSeq > toSeq) return;
    // Nothing follows the missing records: the log's end may just have been lost, and refine may be putting it back. So they become a gap only
    // if the next check finds the log ending at the same sequence.
    if (next === null && !Number.isFinite(untilSeq) && (isBeginning || missingTo !== lastSeq)) {
      missingTo = lastSeq;
      return;
    }
    // `known` was read before the search, so a generation that began during it is not given to the missing records.
    generation = Math.max(generation ?? unnamedGeneration, generationAt(known, toSeq));
    if (isBeginning) nextSeq = toSeq + 1;
    while (nextSeq <= toSeq && !signal.aborted) {
      const length = Math.min(fetchMessages, toSeq - nextSeq + 1);
      yield take(Array.from({ length }, (_, index) => gapAt(nextSeq + index, generation ?? unnamedGeneration)));
    }
  }

  /** Marks a batch as read. */
  function take(batch: FeedMessage[]): FeedMessage[] {
    nextSeq = batch.at(-1)!.seq + 1;
    isBeginning = false;
    missingTo = null;
    return batch;
  }

  function forget(lost: Consumer | null): null {
    // The server would delete it by itself half a minute later.
    if (lost !== null && bus.isConnected()) void lost.delete().catch(() => undefined);
    return null;
  }
}

const asRead = (message: JsMsg, generation: number): FeedMessage => ({
  seq: message.seq,
  generation,
  headers: message.headers,
  data: message.data,
  origin: 'log',
  storedAtMs: Number(message.timestampNanos / 1_000_000n),
});

const gapAt = (seq: number, generation: number): FeedMessage => ({
  seq,
  generation,
  headers: undefined,
  data: gapData,
  origin: 'gap',
  storedAtMs: null,
});

/** Fetches messages and ends at once when `signal` aborts, so that a stop need not wait for the fetch to expire. */
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
