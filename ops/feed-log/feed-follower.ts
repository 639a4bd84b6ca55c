/** Reads the feed log: each sequence once and in order, also across restarts of NATS, a missing record as a gap (ops/docs/feed-log.md). */
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
  /** The record's generation. A gap or a record without one has the generation of the record before it. */
  readonly generation: number;
  readonly headers: JsMsg['headers'];
  /** The record as JSON; empty when the reader asked for headers only. */
  readonly data: Uint8Array;
  /** `gap` when the log has lost the record. */
  readonly origin: 'log' | 'gap';
  /** Time in epoch ms when the log stored the record; null for a gap. */
  readonly storedAtMs: number | null;
}

/** The log has lost records that were read or acknowledged: it ends before them, or a later generation began before them. */
export class LogLostError extends Error {}

export interface FeedBounds {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** Returns the first and last sequence of the log. In an empty log `firstSeq` is `lastSeq` + 1. */
export async function feedBounds(bus: Bus): Promise<FeedBounds> {
  const { state } = await bus.jsm.streams.info(streams.feed);
  return { firstSeq: state.messages === 0 ? state.last_seq + 1 : state.first_seq, lastSeq: state.last_seq };
}

export function firstRecordFrom(bus: Bus, seq: number): Promise<StoredMsg | null> {
  // "next_by_subj" (NATS API, STREAM.MSG.GET): the first message of that subject at or after the sequence.
  const query = { seq, next_by_subj: 'feed.>' };
  return bus.jsm.streams.getMessage(streams.feed, query);
}

export interface FollowOptions {
  readonly fromSeq: number;
  /** The generation of the record before `fromSeq`. Absent when the reader has not read any record. */
  readonly generation?: number;
  /** The last sequence to read. The caller knows that the log has it. Absent to read until `signal` aborts. */
  readonly untilSeq?: number;
  readonly headersOnly?: boolean;
  /** Reads the list of generations. When absent, there is only one generation. */
  readonly generations?: () => Promise<GenerationList>;
  /** Called with the reason of a delay, and with null when it is over. Waiting for the next record is no delay. */
  readonly onWait?: (reason: string | null) => void;
  /** Called with the log's last sequence at each start, after each batch, and every five seconds while no record arrives. */
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
 * Yields arrays of messages as they arrive, from `fromSeq` on, and waits while NATS does not answer. It ends after `untilSeq` or when
 * `signal` aborts. Records that retention removed are skipped when `fromSeq` is at most 1, and are yielded as gaps otherwise.
 *
 * Throws LogLostError. Lost records are looked for at each start, at each change of generation and whenever no record arrives.
 */
export async function* followFeed(bus: Bus, options: FollowOptions): AsyncGenerator<FeedMessage[], void, void> {
  const { untilSeq = Number.POSITIVE_INFINITY, headersOnly = false, generations = oneGeneration, onWait, onEnd, signal } = options;
  let nextSeq = Math.max(1, options.fromSeq);
  let isBeginning = options.fromSeq <= 1;
  let generation = options.generation ?? null;
  /** The log's last sequence when no record was found after `nextSeq` - 1, or null when that was not the case. */
  let missingTo: number | null = null;
  let consumer: Consumer | null = null;
  /** Number of starts and failures since the last record arrived. */
  let attempts = 0;

  try {
    while (!signal.aborted && nextSeq <= untilSeq) {
      try {
        if (consumer === null) {
          // Without this pause a consumer that is lost as soon as it is created would be recreated in a tight loop.
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
        const isUsable = isQuiet ? yield* isStillUsable(consumer) : isInOrder && bus.isConnected();
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

  async function checkLog(): Promise<{ readonly lastSeq: number; readonly known: GenerationList }> {
    const known = await generations();
    const { lastSeq } = await feedBounds(bus);
    const neededSeq = Math.max(nextSeq - 1, Number.isFinite(untilSeq) ? untilSeq : 0);
    if (lastSeq < neededSeq) throw new LogLostError(`the feed log ends at ${lastSeq}, but record ${neededSeq} was read from it before`);
    checkGeneration(known, nextSeq - 1);
    onEnd?.(lastSeq);
    return { lastSeq, known };
  }

  /** Throws when a later generation began before `readSeq`, the last sequence that was read. */
  function checkGeneration(known: GenerationList, readSeq: number): void {
    if (generation === null) return;
    const agreesTo = resolvePosition(known, { generation, seq: readSeq });
    if (agreesTo < readSeq) throw new LogLostError(`the feed log was read to ${readSeq}, and a later generation begins after record ${agreesTo}`);
  }

  /** Fetches once. Returns false when the consumer must be recreated. */
  async function* fetchOnce(from: Consumer): AsyncGenerator<FeedMessage[], boolean, void> {
    const wanted = Math.min(fetchMessages, untilSeq - nextSeq + 1);
    let batch: FeedMessage[] = [];
    for await (const message of await fetchUntilAborted(from, { max_messages: wanted, expires: fetchExpiresMs }, signal)) {
      if (message.seq !== nextSeq + batch.length) {
        if (batch.length > 0) yield take(batch);
        batch = [];
        // The sequence jumps: the log has lost records, or the consumer has skipped them.
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

  /** Returns after an empty fetch whether the consumer is still usable. Yields gaps for records missing at the log's end. */
  async function* isStillUsable(from: Consumer): AsyncGenerator<FeedMessage[], boolean, void> {
    yield* fillGap(await checkLog());
    try {
      const { delivered } = await from.info();
      return delivered.stream_seq < nextSeq;
    } catch (error) {
      if (error instanceof JetStreamApiError) return false;
      throw error;
    }
  }

  /** Yields gaps for the records that are missing between `nextSeq` and the log's next record. */
  async function* fillGap({ lastSeq, known }: Awaited<ReturnType<typeof checkLog>>): AsyncGenerator<FeedMessage[], void, void> {
    const next = lastSeq < nextSeq ? null : await firstRecordFrom(bus, nextSeq);
    const toSeq = Math.min(next === null ? lastSeq : next.seq - 1, untilSeq);
    if (nextSeq > toSeq) return;
    // No record follows the missing ones: the log may just have lost its end, and refine may be restoring it. They become gaps only when the
    // next check finds the same end.
    if (next === null && !Number.isFinite(untilSeq) && (isBeginning || missingTo !== lastSeq)) {
      missingTo = lastSeq;
      return;
    }
    // `known` was read before the search, so a generation that began during the search is not assigned to the missing records.
    generation = Math.max(generation ?? unnamedGeneration, generationAt(known, toSeq));
    if (isBeginning) nextSeq = toSeq + 1;
    while (nextSeq <= toSeq && !signal.aborted) {
      const length = Math.min(fetchMessages, toSeq - nextSeq + 1);
      yield take(Array.from({ length }, (_, index) => gapAt(nextSeq + index, generation ?? unnamedGeneration)));
    }
  }

  function take(batch: FeedMessage[]): FeedMessage[] {
    nextSeq = batch.at(-1)!.seq + 1;
    isBeginning = false;
    missingTo = null;
    return batch;
  }

  function forget(lost: Consumer | null): null {
    // Without the deletion, the server would keep the consumer for half a minute.
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

/** Fetches messages. The fetch ends at once when `signal` aborts. */
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
